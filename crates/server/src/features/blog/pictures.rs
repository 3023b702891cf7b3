//! Pictures of an article: files in the form of the documents, and addresses of uploaded pictures (document 2 §7,
//! decisions §3, §9 question 45).

use bytes::Bytes;
use domain::blog::Blog;
use domain::problem::Problem;
use store::Connection;

use super::document::BlogDocument;
use crate::features::upload::{form, usage};
use crate::http::auth::SignedIn;
use crate::http::error::ApiResult;
use crate::platform::app::App;

/// Where a picture appears in an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Thumbnail,
    Banner,
    Images,
}

impl Place {
    /// The place for a field of the form.
    #[must_use]
    pub fn of(field: &str) -> Option<Self> {
        match field {
            "thumbnail" => Some(Self::Thumbnail),
            "banner" => Some(Self::Banner),
            "images" | "images[]" => Some(Self::Images),
            _ => None,
        }
    }

    fn prefix(self) -> &'static str {
        match self {
            Self::Thumbnail => "blogs/thumbnails",
            Self::Banner => "blogs/banners",
            Self::Images => "blogs/images",
        }
    }
}

/// Stores the pictures sent as files and inserts their addresses. Images are appended to those that the form lists.
pub(crate) async fn store(
    app: &App,
    admin: &SignedIn,
    files: Vec<(Place, Bytes)>,
    document: &mut BlogDocument,
) -> ApiResult<()> {
    let places: Vec<Place> = files.iter().map(|(place, _)| *place).collect();
    let files = files.into_iter();
    let files = files.map(|(place, file)| (place.prefix(), file)).collect();
    let urls = form::store(app, admin, files).await?;
    for (place, url) in places.into_iter().zip(urls) {
        match place {
            Place::Thumbnail => document.thumbnail = Some(url),
            Place::Banner => document.banner = Some(url),
            Place::Images => document.images.get_or_insert_default().push(url),
        }
    }
    Ok(())
}

/// Addresses of uploads that were never completed. Pictures that the article contained before are not checked, so
/// that a lost picture does not prevent edits of the text.
pub(crate) async fn unfinished(
    app: &App,
    db: &impl Connection,
    blog: &Blog,
    before: Option<&Blog>,
) -> ApiResult<Vec<Problem>> {
    let mut addresses = vec![
        ("thumbnail".to_owned(), blog.thumbnail.as_str()),
        ("banner".to_owned(), blog.banner.as_str()),
    ];
    for (index, image) in blog.images.iter().enumerate() {
        addresses.push((format!("images[{index}]"), image));
    }
    let shown = |address: &str| {
        before.is_some_and(|before| {
            let single = [&before.thumbnail, &before.banner];
            let mut all = single.into_iter().chain(&before.images);
            all.any(|known| known == address)
        })
    };
    addresses.retain(|(_, address)| !shown(address));
    usage::unfinished(app, db, &addresses).await
}
