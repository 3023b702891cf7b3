//! What stands in each public page: the words of its head, and the answers that the app asks for first.

use std::sync::LazyLock;

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::blogs::{Page, SortBy};
use uuid::Uuid;

use super::Address;
use super::data::Data;
use super::head::{self, Head, Words};
use super::schema;
use crate::answer::Success;
use crate::app::App;
use crate::blog::read as blog_read;
use crate::blog::wire::{Blog, BlogAnswer, OneBlog};
use crate::error::{ApiError, ApiResult};
use crate::site_config;
use crate::trek::wire::{OneTrek, Trek, TrekAnswer};
use crate::trek::{read as trek_read, trending};

/// How many articles the app shows at once, on home and on a page of all: it reads the same file.
static SHOWN: LazyLock<Shown> = LazyLock::new(|| {
    serde_json::from_str(include_str!(
        "../../../../web/src/features/blog/page-sizes.json"
    ))
    .expect("page-sizes.json has two numbers")
});

#[derive(Deserialize)]
struct Shown {
    home: u64,
    all: u64,
}

pub struct Content {
    pub head: Head,
    pub data: Data,
}

/// 404 where there is no such trek or article for visitors.
pub async fn of(app: &App, address: Address) -> ApiResult<Content> {
    let mut data = Data::default();
    let config = site_config::read_config(State(app.clone())).await.0;
    add(&mut data, "/api/config", &config)?;
    let head = match address {
        Address::Home => home(app, &mut data).await?,
        Address::Packages => packages(app, &mut data).await?,
        Address::Trek(id) => trek(app, id, &mut data).await?,
        Address::Blogs => blogs(app, &mut data).await?,
        Address::Blog(id) => blog(app, id, &mut data).await?,
        Address::CustomTrek => standing(app, "/custom-trek", vec![]),
        Address::Terms => standing(app, "/terms", vec![]),
        Address::Privacy => standing(app, "/privacy", vec![]),
    };
    Ok(Content { head, data })
}

fn add(data: &mut Data, call: impl Into<String>, answer: &impl Serialize) -> ApiResult<()> {
    data.add(call, answer)
        .map_err(|error| ApiError::internal(&error))
}

/// The head of a page with words of its own.
fn standing(app: &App, path: &'static str, more: Vec<Value>) -> Head {
    let config = &app.config;
    let Words { title, description } = head::words(path);
    let (title, way) = if path == "/" {
        (
            format!("{} · {title}", config.name),
            schema::web_site(config),
        )
    } else {
        let way = schema::breadcrumbs(config, &[(title, path)]);
        (format!("{title} · {}", config.name), way)
    };
    Head {
        title,
        description: description.clone(),
        url: head::absolute(config, path),
        kind: "website",
        site: config.name.clone(),
        image: None,
        graph: [vec![schema::agency(config), way], more].concat(),
    }
}

async fn add_treks(app: &App, data: &mut Data) -> ApiResult<()> {
    let offered = app.offered_treks.get(&app.db).await?;
    let text = std::str::from_utf8(offered.plain()).map_err(|error| ApiError::internal(&error))?;
    data.add_text("/api/treks/getall", text.to_owned());
    Ok(())
}

async fn home(app: &App, data: &mut Data) -> ApiResult<Head> {
    add_treks(app, data).await?;
    let trending = trending::list_trending_treks(State(app.clone())).await?.0;
    add(data, "/api/bookings/get-trending-treks", &trending)?;
    add_blogs(app, data, SHOWN.home).await?;
    Ok(standing(app, "/", vec![]))
}

async fn packages(app: &App, data: &mut Data) -> ApiResult<Head> {
    add_treks(app, data).await?;
    let offered = app.offered_treks.get(&app.db).await?;
    let list = schema::trek_list(&app.config, &offered.treks);
    Ok(standing(app, "/packages", vec![list, schema::questions()]))
}

async fn blogs(app: &App, data: &mut Data) -> ApiResult<Head> {
    add_blogs(app, data, SHOWN.all).await?;
    Ok(standing(app, "/blogs", vec![]))
}

async fn add_blogs(app: &App, data: &mut Data, limit: u64) -> ApiResult<()> {
    let newest = Page {
        shown: store::blogs::Shown::Published,
        search: String::new(),
        sort_by: SortBy::CreatedAt,
        descending: true,
        offset: 0,
        limit,
    };
    let call = format!("/api/blogs?page=1&limit={limit}&sortBy=createdAt&order=desc");
    add(data, call, &blog_read::list(app, newest).await?)
}

async fn trek(app: &App, id: Option<Uuid>, data: &mut Data) -> ApiResult<Head> {
    let id = id.ok_or_else(not_found)?;
    let trek: Trek = trek_read::offered(app, id).await?;
    let config = &app.config;
    let path = format!("/package/{id}");
    let way = [
        ("Packages", "/packages"),
        (trek.name.as_str(), path.as_str()),
    ];
    let head = Head {
        title: format!("{} · {}", trek.name, config.name),
        description: head::shorten(&trek.description),
        url: head::absolute(config, &path),
        kind: "product",
        site: config.name.clone(),
        image: head::picture(config, &trek.images.banner_image),
        graph: vec![
            schema::agency(config),
            schema::breadcrumbs(config, &way),
            schema::trip(config, &trek),
        ],
    };
    let answer = TrekAnswer {
        status: Success::Success,
        data: OneTrek { trek },
    };
    add(data, format!("/api/treks/{id}"), &answer)?;
    Ok(head)
}

async fn blog(app: &App, id: Option<Uuid>, data: &mut Data) -> ApiResult<Head> {
    let id = id.ok_or_else(not_found)?;
    let blog: Blog = blog_read::published(app, id).await?.into();
    let config = &app.config;
    let path = format!("/blog/{id}");
    let way = [("Blogs", "/blogs"), (blog.title.as_str(), path.as_str())];
    let head = Head {
        title: format!("{} · {}", blog.title, config.name),
        description: head::shorten(&blog.description),
        url: head::absolute(config, &path),
        kind: "article",
        site: config.name.clone(),
        image: head::picture(config, &blog.banner),
        graph: vec![
            schema::agency(config),
            schema::breadcrumbs(config, &way),
            schema::article(config, &blog),
        ],
    };
    let answer = BlogAnswer {
        status: Success::Success,
        data: OneBlog { blog },
    };
    add(data, format!("/api/blogs/{id}"), &answer)?;
    Ok(head)
}

fn not_found() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "There is no such page")
}
