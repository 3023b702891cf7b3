//! `GET /api/blogs/manage`: all articles, for administrators (document 2 §2 Blog admin).

use axum::Json;
use axum::extract::State;
use domain::problem::Problem;
use serde::Deserialize;
use store::blogs::{Page, Shown, SortBy};
use utoipa::IntoParams;

use super::read::list;
use super::wire::BlogListAnswer;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BadRequest, ServerError};
use crate::http::extract::Params;
use crate::http::pagination;
use crate::platform::app::App;

/// Text fields, so that the error for an invalid value names the field and the permitted values.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ManageBlogs {
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
    /// Words of the title.
    search: Option<String>,
    /// all, draft or published.
    state: Option<String>,
}

/// Lists articles and drafts, newest first.
#[utoipa::path(
    get, path = "/api/blogs/manage", tag = "blogs", security(("session" = [])), params(ManageBlogs),
    responses((status = 200, body = BlogListAnswer), BadRequest, AdminErrors, ServerError),
)]
pub(crate) async fn manage_blogs(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ManageBlogs>,
) -> ApiResult<Json<BlogListAnswer>> {
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let shown = match query.state.as_deref() {
        None | Some("all") => Shown::All,
        Some("draft") => Shown::Drafts,
        Some("published") => Shown::Published,
        Some(_) => {
            let problem = Problem::new("state", "state must be all, draft or published");
            return Err(ApiError::invalid("The query is not valid", vec![problem]));
        }
    };
    let page = Page {
        shown,
        search: query.search.unwrap_or_default(),
        sort_by: SortBy::CreatedAt,
        descending: true,
        offset: page.offset,
        limit: page.limit,
    };
    Ok(Json(list(&app, page).await?))
}
