//! An article as an administrator sends it: JSON, or the form of the documents (document 2 §7, decisions §9
//! questions 40, 42, 45, 150).

use domain::blog::Blog;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Pictures are addresses that the upload calls gave. What is left out of a change keeps its value.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogDocument {
    pub title: Option<String>,
    pub description: Option<String>,
    /// Paragraphs.
    pub content: Option<Vec<String>>,
    pub thumbnail: Option<String>,
    pub banner: Option<String>,
    pub images: Option<Vec<String>>,
    /// Ten at most, each once.
    pub tags: Option<Vec<String>>,
    /// Empty for none: then readers see the first tag.
    pub category: Option<String>,
    /// Publishes the article; one that is published stays so.
    pub publish_now: Option<bool>,
    /// The version that a change replaces; without it the change is unconditional.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
}

impl BlogDocument {
    /// The article with what was sent in it, tidied. It is not published by this.
    #[must_use]
    pub fn apply(self, mut blog: Blog) -> Blog {
        let echoed = blog.category.is_none() && self.category.as_deref() == blog.shown_category();
        if let Some(category) = self.category
            // What readers see in place of a category comes back from a form that shows it: it is none.
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
        blog.tidied()
    }
}
