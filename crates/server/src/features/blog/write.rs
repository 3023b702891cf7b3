//! `POST /api/blogs`, `PUT` and `DELETE /api/blogs/{id}`: administrators write articles (document 2 §7, §8).

use axum::Json;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, Utc};
use domain::blog::Blog;
use store::audit::{Change, Entry};
use store::{StoreError, StoreResult, Tx, blogs};
use uuid::Uuid;

use super::document::BlogDocument;
use super::form::{self, BlogForm, Sent};
use super::pictures;
use super::read::NOT_FOUND;
use super::wire::{BlogAnswer, OneBlog};
use crate::features::account::wire::MessageAnswer;
use crate::features::audit;
use crate::http::auth::{SignedIn, Visitor};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    BodyErrors, Conflict, NotFound, ServerError, SignInErrors, UnprocessableContent,
};
use crate::http::extract::{Body, PathId};
use crate::http::idempotency::{self, Created, Request as Once};
use crate::http::response::Success;
use crate::platform::app::App;

const MAY_NOT_CREATE: &str = "You are not authorized to create blogs.";
const MAY_NOT_EDIT: &str = "You are not authorized to edit blogs.";
const MAY_NOT_DELETE: &str = "You are not authorized to delete blogs.";
const STALE: &str = "This article was changed by somebody else meanwhile.";
const TITLE_TAKEN: &str = "A blog with this title already exists";
const INCOMPLETE: &str = "Invalid blog details. Please check your input.";
const INVALID: &str = "Validation failed. Please check your input.";
const INVALID_CHANGE: &str = "Invalid blog data";

/// Creates an article: a draft, unless it is published immediately.
#[utoipa::path(
    post, path = "/api/blogs", tag = "blogs", security(("session" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "The same key gives the same article for 24 hours")),
    request_body = BlogDocument,
    responses(
        (status = 201, body = BlogAnswer), BodyErrors, SignInErrors, Conflict, UnprocessableContent, ServerError,
    ),
)]
pub(crate) async fn create_blog(
    State(app): State<App>,
    visitor: Visitor,
    headers: HeaderMap,
    request: Request,
) -> ApiResult<(StatusCode, Json<BlogAnswer>)> {
    let admin = visitor.staff_or_401(&app, MAY_NOT_CREATE)?;
    let Body(document) = Body::<BlogDocument>::from_request(request, &app).await?;
    let key = idempotency::key_of(&headers)?;
    let once = Once::new(admin.id, key, &("blog", &document))?;
    let making = async {
        let blog = new_blog(&app, document);
        check_new(&blog)?;
        let unfinished = pictures::unfinished(&app, &app.db, &blog, None).await?;
        if !unfinished.is_empty() {
            return Err(ApiError::unprocessable(INVALID, unfinished));
        }
        Ok(blog)
    };
    let blog = idempotency::create(&app, &admin, &once, making).await?;
    Ok((StatusCode::CREATED, answer(blog)))
}

fn answer(blog: Blog) -> Json<BlogAnswer> {
    Json(BlogAnswer {
        status: Success::Success,
        data: OneBlog { blog: blog.into() },
    })
}

/// A new article with the sent fields.
fn new_blog(app: &App, document: BlogDocument) -> Blog {
    let now = app.clock.now();
    let publish = document.publish_now == Some(true);
    let empty = Blog {
        id: app.clock.new_id(),
        version: 1,
        title: String::new(),
        description: String::new(),
        content: Vec::new(),
        thumbnail: String::new(),
        banner: String::new(),
        images: Vec::new(),
        tags: Vec::new(),
        category: None,
        published_on: None,
        created_at: now,
        views: 0,
    };
    let mut blog = document.apply(empty);
    if publish {
        blog.publish(now);
    }
    blog
}

fn check_new(blog: &Blog) -> ApiResult<()> {
    let missing = blog.check_missing();
    if !missing.is_empty() {
        let fields = missing.iter().map(|problem| problem.field.clone());
        let fields = fields.collect();
        return Err(ApiError::invalid(INCOMPLETE, missing).with_missing_fields(fields));
    }
    let broken = blog.check();
    if broken.is_empty() {
        Ok(())
    } else {
        Err(ApiError::unprocessable(INVALID, broken))
    }
}

impl Created for Blog {
    fn id(&self) -> Uuid {
        self.id
    }

    fn created_at(&self) -> DateTime<Utc> {
        self.created_at
    }

    async fn find(app: &App, id: Uuid) -> StoreResult<Option<Self>> {
        blogs::find(&app.db, id).await
    }

    async fn insert(&self, tx: &Tx) -> ApiResult<()> {
        let inserted = blogs::insert(tx, self).await;
        inserted.map_err(|error| title_taken(error, self))
    }

    fn line(&self, app: &App, admin: &SignedIn) -> Entry {
        entry(app, admin, "create", self, Vec::new())
    }
}

/// An audit log entry for an article.
fn entry(app: &App, admin: &SignedIn, action: &str, blog: &Blog, changes: Vec<Change>) -> Entry {
    let subject = ("blog", blog.id.to_string(), blog.title.as_str());
    audit::note(app, admin, action, subject, changes)
}

fn title_taken(error: StoreError, blog: &Blog) -> ApiError {
    match error {
        StoreError::Taken(_) => ApiError::conflict(TITLE_TAKEN).with_existing_value(&blog.title),
        error => error.into(),
    }
}

/// Updates an article, as JSON or as a form whose pictures are addresses or files. Publishing sets the date once;
/// later saves keep it. An update that equals the stored article succeeds whatever its version: it is the retry of a
/// request whose response was lost.
#[utoipa::path(
    put, path = "/api/blogs/{id}", tag = "blogs", security(("session" = [])),
    params(("id" = String, Path)),
    request_body(content((BlogDocument = "application/json"), (BlogForm = "multipart/form-data"))),
    responses((status = 200, body = BlogAnswer), BodyErrors, SignInErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn update_blog(
    State(app): State<App>,
    visitor: Visitor,
    id: PathId,
    request: Request,
) -> ApiResult<Json<BlogAnswer>> {
    let admin = visitor.staff_or_401(&app, MAY_NOT_EDIT)?;
    let id = id.or_not_found(NOT_FOUND)?;
    let found = blogs::find(&app.db, id).await?;
    // Checked before pictures are read and stored for nothing.
    found.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    let Sent {
        mut document,
        files,
    } = form::read(&app, request).await?;
    pictures::store(&app, &admin, files, &mut document).await?;
    let publish = document.publish_now == Some(true);
    let expected = document.version;
    app.in_transaction("update_blog", async |tx| -> ApiResult<_> {
        let stored = blogs::find_for_update(&tx, id).await?;
        let stored = stored.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
        let mut blog = document.clone().apply(stored.clone());
        if publish {
            blog.publish(app.clock.now());
        }
        let mut problems = blog.check_missing();
        problems.extend(blog.check());
        problems.extend(pictures::unfinished(&app, &tx, &blog, Some(&stored)).await?);
        if !problems.is_empty() {
            return Err(ApiError::invalid(INVALID_CHANGE, problems));
        }
        if blog == stored {
            return Ok(answer(stored));
        }
        if expected.is_some_and(|version| version != stored.version) {
            return Err(ApiError::conflict(STALE).with_current_version(stored.version));
        }
        blog.version = stored.version + 1;
        let updated = blogs::update(&tx, &blog).await;
        updated.map_err(|error| title_taken(error, &blog))?;
        let action = match (stored.published_on, blog.published_on) {
            (None, Some(_)) => "publish",
            _ => "update",
        };
        let mut changes = audit::changes(&stored, &blog);
        changes.retain(|change| change.field != "version");
        store::audit::add(&tx, &entry(&app, &admin, action, &blog, changes)).await?;
        Ok(answer(blog))
    })
    .await
}

/// Deletes an article. Its pictures are deleted too, unless something else uses them.
#[utoipa::path(
    delete, path = "/api/blogs/{id}", tag = "blogs", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = MessageAnswer), SignInErrors, NotFound, ServerError),
)]
pub(crate) async fn delete_blog(
    State(app): State<App>,
    visitor: Visitor,
    id: PathId,
) -> ApiResult<Json<MessageAnswer>> {
    let admin = visitor.staff_or_401(&app, MAY_NOT_DELETE)?;
    let id = id.or_not_found(NOT_FOUND)?;
    app.in_transaction("delete_blog", async |tx| -> ApiResult<()> {
        let blog = blogs::find_for_update(&tx, id).await?;
        let blog = blog.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
        blogs::remove(&tx, id).await?;
        store::audit::add(&tx, &entry(&app, &admin, "delete", &blog, Vec::new())).await?;
        Ok(())
    })
    .await?;
    Ok(Json(MessageAnswer {
        status: Success::Success,
        message: "Blog deleted.".to_owned(),
    }))
}
