//! Blog articles, which are drafts until they are published (document 2 §3 and §4).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::picture::is_picture_address;
use crate::problem::{Problem, has_control_character, has_control_character_besides_breaks};
use crate::trek::name_key;

pub const MAX_TAGS: usize = 10;
pub const MAX_TITLE_LENGTH: usize = 200;
pub const MAX_DESCRIPTION_LENGTH: usize = 2000;
pub const MAX_PARAGRAPHS: usize = 500;
pub const MAX_PARAGRAPH_LENGTH: usize = 20_000;
pub const MAX_WORD_LENGTH: usize = 50;
pub const MAX_IMAGES: usize = 50;

/// An article. Without `published_on` it is a draft, which only administrators see. Each save increments `version`;
/// articles from before versions existed begin at 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Blog {
    pub id: Uuid,
    #[serde(default)]
    pub version: i64,
    pub title: String,
    pub description: String,
    /// One entry per paragraph.
    pub content: Vec<String>,
    pub thumbnail: String,
    pub banner: String,
    #[serde(default)]
    pub images: Vec<String>,
    #[serde(default)]
    pub tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_on: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    #[serde(default)]
    pub views: u64,
}

impl Blog {
    #[must_use]
    pub fn is_published(&self) -> bool {
        self.published_on.is_some()
    }

    /// The category for the readers' filter: the category, otherwise the first tag (question 40 of the decisions).
    #[must_use]
    pub fn display_category(&self) -> Option<&str> {
        self.category
            .as_deref()
            .or_else(|| self.tags.first().map(String::as_str))
    }

    /// Publishes the article at `now`. An article that is published already keeps its date.
    pub fn publish(&mut self, now: DateTime<Utc>) {
        self.published_on.get_or_insert(now);
    }

    /// The same article with trimmed texts and without empty paragraphs, tags and images.
    #[must_use]
    pub fn trimmed(mut self) -> Self {
        for text in [
            &mut self.title,
            &mut self.description,
            &mut self.thumbnail,
            &mut self.banner,
        ] {
            *text = text.trim().to_owned();
        }
        for texts in [&mut self.content, &mut self.tags, &mut self.images] {
            for text in texts.iter_mut() {
                *text = text.trim().to_owned();
            }
            texts.retain(|text| !text.is_empty());
        }
        let category = self.category.take().map(|text| text.trim().to_owned());
        self.category = category.filter(|text| !text.is_empty());
        self
    }

    /// Required fields that are missing (document 2 §5).
    #[must_use]
    pub fn check_missing(&self) -> Vec<Problem> {
        let needs = [
            ("title", self.title.is_empty(), "Title is required"),
            (
                "description",
                self.description.is_empty(),
                "Description is required",
            ),
            (
                "content",
                self.content.is_empty(),
                "Content must include at least one paragraph",
            ),
            (
                "thumbnail",
                self.thumbnail.is_empty(),
                "Thumbnail is required",
            ),
            ("banner", self.banner.is_empty(), "Banner is required"),
        ];
        needs
            .into_iter()
            .filter(|(_, is_missing, _)| *is_missing)
            .map(|(field, _, message)| Problem::new(field, message))
            .collect()
    }

    /// All other broken rules.
    #[must_use]
    pub fn check(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        check_line("title", "Title", &self.title, MAX_TITLE_LENGTH, &mut found);
        let description = ("description", "Description");
        check_text(
            description,
            &self.description,
            MAX_DESCRIPTION_LENGTH,
            &mut found,
        );
        if self.content.len() > MAX_PARAGRAPHS {
            let message = format!("Maximum {MAX_PARAGRAPHS} paragraphs allowed");
            found.push(Problem::new("content", message));
        }
        for (index, paragraph) in self.content.iter().enumerate() {
            let field = format!("content[{index}]");
            check_text(
                (&field, "A paragraph"),
                paragraph,
                MAX_PARAGRAPH_LENGTH,
                &mut found,
            );
        }
        self.check_tags(&mut found);
        if let Some(category) = &self.category {
            check_line(
                "category",
                "Category",
                category,
                MAX_WORD_LENGTH,
                &mut found,
            );
        }
        self.check_pictures(&mut found);
        found
    }

    fn check_tags(&self, found: &mut Vec<Problem>) {
        if self.tags.len() > MAX_TAGS {
            found.push(Problem::new("tags", "Maximum 10 tags allowed"));
        }
        for (index, tag) in self.tags.iter().enumerate() {
            let field = format!("tags[{index}]");
            let before = &self.tags[..index];
            if before.iter().any(|other| name_key(other) == name_key(tag)) {
                found.push(Problem::new(&field, "Tag already exists"));
            }
            check_line(&field, "A tag", tag, MAX_WORD_LENGTH, found);
        }
    }

    fn check_pictures(&self, found: &mut Vec<Problem>) {
        if self.images.len() > MAX_IMAGES {
            let message = format!("Maximum {MAX_IMAGES} images allowed");
            found.push(Problem::new("images", message));
        }
        let mut check = |field: String, address: &str| {
            if !address.is_empty() && !is_picture_address(address) {
                found.push(Problem::new(field, "This is not the address of a picture"));
            }
        };
        check("thumbnail".to_owned(), &self.thumbnail);
        check("banner".to_owned(), &self.banner);
        for (index, image) in self.images.iter().enumerate() {
            check(format!("images[{index}]"), image);
        }
    }
}

fn check_line(field: &str, name: &str, text: &str, max: usize, found: &mut Vec<Problem>) {
    if has_control_character(text) {
        let message = format!("{name} has characters that cannot be used");
        found.push(Problem::new(field, message));
    }
    check_length((field, name), text, max, found);
}

fn check_text((field, name): (&str, &str), text: &str, max: usize, found: &mut Vec<Problem>) {
    if has_control_character_besides_breaks(text) {
        let message = format!("{name} has characters that cannot be used");
        found.push(Problem::new(field, message));
    }
    check_length((field, name), text, max, found);
}

fn check_length((field, name): (&str, &str), text: &str, max: usize, found: &mut Vec<Problem>) {
    if text.chars().count() > max {
        let message = format!("{name} must be at most {max} characters");
        found.push(Problem::new(field, message));
    }
}
