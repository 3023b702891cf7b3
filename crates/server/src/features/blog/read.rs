//! `GET /api/blogs` and `GET /api/blogs/{id}` (document 1 §7; decisions §9 questions 41, 48, §10 "Blogs").

use axum::Json;
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use domain::problem::Problem;
use serde::Deserialize;
use store::blogs::{self, Page, Shown, SortBy};
use utoipa::IntoParams;
use uuid::Uuid;

use super::views::Views;
use super::wire::{Blog, BlogAnswer, BlogList, BlogListAnswer, OneBlog};
use crate::features::placeholders::Known;
use crate::http::auth::Visitor;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, NotFound, ServerError};
use crate::http::extract::{Params, PathId};
use crate::http::public_cache::{self, Key};
use crate::http::response::Success;
use crate::platform::app::{App, AppState as _};

pub const NOT_FOUND: &str = "Blog not found";
/// The blog page of the documents sends no limit and paginates by itself.
const DEFAULT_LIMIT: u64 = 100;
const MAX_PAGES: u64 = 1_000_000;
const ARTICLE: Key = Key::views("article");
const ARTICLES: Key = Key::views("articles");

/// Text fields, so that the error for an invalid value names the field and the permitted values.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct ListBlogs {
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
    /// createdAt, publishedOn, views or title.
    sort_by: Option<String>,
    /// asc or desc.
    order: Option<String>,
}

impl ListBlogs {
    fn read(&self, shown: Shown) -> ApiResult<Page> {
        let mut problems = Vec::new();
        let mut wrong = |field: &str, may_be: &str| {
            problems.push(Problem::new(field, format!("{field} must be {may_be}")))
        };
        let page = number(self.page.as_deref(), 1, MAX_PAGES);
        if page.is_none() {
            wrong("page", "a number from 1");
        }
        let limit = number(self.limit.as_deref(), DEFAULT_LIMIT, DEFAULT_LIMIT);
        if limit.is_none() {
            wrong("limit", "a number from 1 to 100");
        }
        let sort_by = match self.sort_by.as_deref() {
            None | Some("createdAt") => SortBy::CreatedAt,
            Some("publishedOn") => SortBy::PublishedOn,
            Some("views") => SortBy::Views,
            Some("title") => SortBy::Title,
            Some(_) => {
                wrong("sortBy", "createdAt, publishedOn, views or title");
                SortBy::default()
            }
        };
        let descending = match self.order.as_deref() {
            None | Some("desc") => true,
            Some("asc") => false,
            Some(_) => {
                wrong("order", "asc or desc");
                true
            }
        };
        match (page, limit) {
            (Some(page), Some(limit)) if problems.is_empty() => Ok(Page {
                shown,
                search: String::new(),
                sort_by,
                descending,
                offset: (page - 1) * limit,
                limit,
            }),
            _ => Err(ApiError::invalid("The query is not valid", problems)),
        }
    }
}

/// Parses an integer from 1 to `most`.
fn number(text: Option<&str>, default: u64, most: u64) -> Option<u64> {
    let Some(text) = text else {
        return Some(default);
    };
    text.parse()
        .ok()
        .filter(|number| (1..=most).contains(number))
}

/// Lists a page of articles, newest first by default. Only administrators see drafts.
#[utoipa::path(
    get, path = "/api/blogs", tag = "blogs", params(ListBlogs),
    responses((status = 200, body = BlogListAnswer), BadRequest, ServerError),
)]
pub(crate) async fn list_blogs(
    State(app): State<App>,
    Params(asked): Params<ListBlogs>,
    visitor: Visitor,
    request: Request,
) -> ApiResult<Response> {
    if visitor.is_staff() {
        let page = asked.read(Shown::All)?;
        return Ok(Json(list(&app, page).await?).into_response());
    }
    let page = asked.read(Shown::Published)?;
    let order = 2 * page.sort_by as u64 + u64::from(page.descending);
    // A page is at most 100 articles long.
    let key = ARTICLES.part((page.offset, 1000 * order + page.limit));
    public_cache::respond(&app, key, request.headers(), || list(&app, page)).await
}

/// The response with a page of articles.
pub(crate) async fn list(app: &App, page: Page) -> ApiResult<BlogListAnswer> {
    let (blogs, total) = blogs::list(&app.db, page).await?;
    let pictures = blogs.iter().map(|blog| blog.thumbnail.as_str());
    let known = Known::of(&app.db, pictures).await?;
    let blogs = blogs.into_iter().map(|blog| {
        let placeholders = known.for_pictures([blog.thumbnail.as_str()]);
        Blog {
            placeholders,
            ..blog.into()
        }
    });
    let blogs = blogs.collect();
    Ok(BlogListAnswer {
        status: Success::Success,
        data: BlogList { blogs, total },
    })
}

/// A published article. Does not count a view.
pub(crate) async fn published(app: &App, id: Uuid) -> ApiResult<domain::blog::Blog> {
    blogs::find(&app.db, id)
        .await?
        .filter(domain::blog::Blog::is_published)
        .ok_or_else(|| ApiError::not_found(NOT_FOUND))
}

/// An article as its page shows it.
pub(crate) async fn whole(app: &App, blog: domain::blog::Blog) -> ApiResult<Blog> {
    let blog = Blog::from(blog);
    let single = [&blog.thumbnail, &blog.banner].into_iter();
    let pictures = single.chain(&blog.images).map(String::as_str);
    let known = Known::of(&app.db, pictures.clone()).await?;
    let placeholders = known.for_pictures(pictures);
    Ok(Blog {
        placeholders,
        ..blog
    })
}

/// Returns one article. Only administrators see drafts. Each view by another reader is counted.
#[utoipa::path(
    get, path = "/api/blogs/{id}", tag = "blogs", params(("id" = String, Path)),
    responses((status = 200, body = BlogAnswer), NotFound, ServerError),
)]
pub(crate) async fn read_blog(
    State(app): State<App>,
    id: PathId,
    visitor: Visitor,
    request: Request,
) -> ApiResult<Response> {
    let id = id.or_not_found(NOT_FOUND)?;
    if visitor.is_staff() {
        let blog = blogs::find(&app.db, id).await?;
        let blog = blog.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
        return Ok(Json(answer(whole(&app, blog).await?)).into_response());
    }
    let read = async || Ok(answer(whole(&app, published(&app, id).await?).await?));
    let response = public_cache::respond(&app, ARTICLE.of(id), request.headers(), read).await?;
    Views::of(&app).add(id, 1);
    Ok(response)
}

fn answer(blog: Blog) -> BlogAnswer {
    BlogAnswer {
        status: Success::Success,
        data: OneBlog { blog },
    }
}
