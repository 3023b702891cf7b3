//! `GET /site/…`: logo and picture of the home page, named by the hash of their content; `GET /api/site/texts/{name}`:
//! the agency's own terms, privacy policy and questions.

use axum::extract::{Path, Request, State};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::Site;
use super::image::SiteImage;
use crate::features::upload::key::Form;
use crate::features::upload::serve::{DRAWING_POLICY, FOR_A_YEAR};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::NotFound;
use crate::http::public_cache::{self, Key};
use crate::http::response::Success;
use crate::platform::app::App;

const TEXTS: [&str; 3] = ["terms", "privacy", "faq"];
const ASK_AGAIN: &str = "no-cache";

pub(crate) async fn serve_image(
    State(app): State<App>,
    Path(path): Path<String>,
) -> ApiResult<Response> {
    let site = super::current(&app).await;
    find(&site, &path).ok_or_else(|| ApiError::not_found("Picture not found."))
}

/// `home-0123456789ab.jpg` is the picture, `…/480` its copy of that width.
fn find(site: &Site, path: &str) -> Option<Response> {
    let (name, width) = match path.split_once('/') {
        Some((name, width)) => (name, Some(width)),
        None => (path, None),
    };
    let (kind, _) = name.rsplit_once('-')?;
    let mut images = site.images().into_iter().flatten();
    let image = images.find(|image| {
        image
            .name
            .rsplit_once('-')
            .is_some_and(|(own, _)| own == kind)
    })?;
    // A page from before the file was replaced gets the new picture, which must not be cached by the old name.
    let cache = if image.name == name {
        FOR_A_YEAR
    } else {
        ASK_AGAIN
    };
    Some(match width.map(|width| copy(image, width)) {
        None | Some(None) => answer(image.form, image.bytes.clone(), cache),
        Some(Some(bytes)) => answer(Form::Webp, bytes, cache),
    })
}

/// The logo as the icon of the browser tab, if it is an SVG that fits there.
pub(crate) async fn favicon(app: &App) -> Option<Response> {
    let site = super::current(app).await;
    let icon = site.icon().filter(|icon| icon.form == Form::Svg)?;
    Some(answer(icon.form, icon.bytes.clone(), ASK_AGAIN))
}

fn copy(image: &SiteImage, width: &str) -> Option<bytes::Bytes> {
    let mut copies = image.copies.iter();
    copies
        .find(|(known, _)| known.to_string() == width)
        .map(|(_, bytes)| bytes.clone())
}

fn answer(form: Form, bytes: bytes::Bytes, cache: &'static str) -> Response {
    let headers = [(CONTENT_TYPE, form.content_type()), (CACHE_CONTROL, cache)];
    let mut response = (headers, bytes).into_response();
    if form == Form::Svg {
        let policy = HeaderValue::from_static(DRAWING_POLICY);
        response
            .headers_mut()
            .insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

#[derive(Serialize, ToSchema)]
pub struct SiteTextAnswer {
    pub status: Success,
    pub data: SiteText,
}

/// A text of the agency. Without `html` and `questions` the default text applies.
#[derive(Serialize, ToSchema, Default)]
pub struct SiteText {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub title: Option<String>,
    /// Safe to insert: it contains no raw HTML of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub html: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub questions: Vec<SiteQuestion>,
}

#[derive(Serialize, ToSchema)]
pub struct SiteQuestion {
    pub question: String,
    /// HTML, safe to insert.
    pub answer: String,
}

/// Returns the agency's own text of a page: `terms`, `privacy` or `faq`.
#[utoipa::path(
    get, path = "/api/site/texts/{name}", tag = "site",
    params(("name" = String, Path, description = "terms, privacy or faq")),
    responses((status = 200, body = SiteTextAnswer), NotFound),
)]
pub(crate) async fn read_site_text(
    State(app): State<App>,
    Path(name): Path<String>,
    request: Request,
) -> ApiResult<Response> {
    let site = super::current(&app).await;
    let unknown = || ApiError::not_found("There is no such text");
    let key = TEXTS.into_iter().find(|text| *text == name);
    let key = Key::content(key.ok_or_else(unknown)?);
    let text = async || text_of(&site, &name).ok_or_else(unknown);
    public_cache::respond(&app, key, request.headers(), text).await
}

/// None if no text has this name.
pub fn text_of(site: &Site, name: &str) -> Option<SiteTextAnswer> {
    let page = |text: &Option<super::Text>| match text {
        Some(text) => SiteText {
            title: text.title.clone(),
            html: Some(text.html.clone()),
            questions: Vec::new(),
        },
        None => SiteText::default(),
    };
    let data = match name {
        "terms" => page(&site.terms),
        "privacy" => page(&site.privacy),
        "faq" => SiteText {
            questions: site
                .questions
                .iter()
                .flatten()
                .map(|entry| SiteQuestion {
                    question: entry.question.clone(),
                    answer: entry.answer.clone(),
                })
                .collect(),
            ..SiteText::default()
        },
        _ => return None,
    };
    Some(SiteTextAnswer {
        status: Success::Success,
        data,
    })
}
