//! Articles of the agency: drafts until they are published (document 2 §3 and §4).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// An article. Without `published_on` it is a draft, which only an administrator sees.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Blog {
    pub id: Uuid,
    pub title: String,
    pub description: String,
    /// Paragraphs.
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

    /// What readers filter by: the category, else the first tag (question 40 of the decisions).
    #[must_use]
    pub fn shown_category(&self) -> Option<&str> {
        self.category
            .as_deref()
            .or_else(|| self.tags.first().map(String::as_str))
    }
}
