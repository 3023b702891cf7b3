//! An article as an administrator sends it: as JSON, or as the form of the documents (document 2 §7, decisions §9
//! questions 40, 42, 45, 150).

use domain::blog::Blog;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Pictures are addresses that the upload calls returned. On update, absent fields keep their values.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogDocument {
    pub title: Option<String>,
    pub description: Option<String>,
    /// One entry per paragraph.
    pub content: Option<Vec<String>>,
    pub thumbnail: Option<String>,
    pub banner: Option<String>,
    pub images: Option<Vec<String>>,
    /// At most ten, without duplicates.
    pub tags: Option<Vec<String>>,
    /// Empty to remove it. Readers then see the first tag.
    pub category: Option<String>,
    /// Publishes the article. A published article stays published.
    pub publish_now: Option<bool>,
    /// The version that the update replaces. Without it, the update is unconditional.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
}

impl BlogDocument {
    /// Applies the sent fields to the article and trims its texts. Does not publish it.
    #[must_use]
    pub fn apply(self, mut blog: Blog) -> Blog {
        let echoed = blog.category.is_none() && self.category.as_deref() == blog.display_category();
        if let Some(category) = self.category
            // A form that shows the first tag in place of a missing category sends it back: keep the category empty.
            && !echoed
        {
            blog.category = Some(category);
        }
        let texts = [
            (&mut blog.title, self.title),
            (&mut blog.description, self.description),
            (&mut blog.thumbnail, self.thumbnail),
            (&mut blog.banner, self.banner),
        ];
        for (text, sent) in texts {
            if let Some(sent) = sent {
                *text = sent;
            }
        }
        let lists = [
            (&mut blog.content, self.content),
            (&mut blog.images, self.images),
            (&mut blog.tags, self.tags),
        ];
        for (list, sent) in lists {
            if let Some(sent) = sent {
                *list = sent;
            }
        }
        blog.trimmed()
    }
}
