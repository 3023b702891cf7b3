//! JSON types of articles (document 1 §3).

use chrono::{DateTime, Utc};
use domain::blog;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::placeholders::Placeholders;
use crate::http::response::Success;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Blog {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Incremented by every save.
    #[schema(required = false)]
    pub version: i64,
    pub title: String,
    pub description: String,
    /// One entry per paragraph.
    pub content: Vec<String>,
    pub thumbnail: String,
    pub banner: String,
    pub images: Vec<String>,
    /// A few pixels of each picture as a data URL, by the picture's address, to show blurred until the picture has
    /// loaded. In lists, only of the thumbnail.
    #[serde(skip_serializing_if = "Placeholders::is_empty")]
    #[schema(required = false, value_type = HashMap<String, String>)]
    pub placeholders: Placeholders,
    pub tags: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub category: Option<String>,
    /// Absent for a draft.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub published_on: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub views: u64,
}

impl From<blog::Blog> for Blog {
    fn from(blog: blog::Blog) -> Self {
        Self {
            id: blog.id,
            version: blog.version,
            category: blog.display_category().map(str::to_owned),
            title: blog.title,
            description: blog.description,
            content: blog.content,
            thumbnail: blog.thumbnail,
            banner: blog.banner,
            images: blog.images,
            placeholders: Placeholders::new(),
            tags: blog.tags,
            published_on: blog.published_on,
            created_at: blog.created_at,
            views: blog.views,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct BlogListAnswer {
    pub status: Success,
    pub data: BlogList,
}

#[derive(Serialize, ToSchema)]
pub struct BlogList {
    pub blogs: Vec<Blog>,
    /// On all pages.
    pub total: u64,
}

#[derive(Serialize, ToSchema)]
pub struct BlogAnswer {
    pub status: Success,
    pub data: OneBlog,
}

#[derive(Serialize, ToSchema)]
pub struct OneBlog {
    pub blog: Blog,
}
