//! Content of each public page: its head, its body, and the API responses that the app needs first.

use std::cmp::Reverse;
use std::sync::LazyLock;

use axum::http::StatusCode;
use serde::Deserialize;
use store::blogs::{Page, SortBy};
use uuid::Uuid;

use super::Address;
use super::body::{BlogBody, BlogsBody, Frame, HomeBody, PackagesBody, Story, TrekBody, html};
use super::card::Card;
use super::data::{Data, add, add_text};
use super::head::{self, Head};
use super::hero_image::Lead;
use super::schema;
use super::static_pages;
use crate::features::achievement;
use crate::features::blog::read as blog_read;
use crate::features::blog::wire::{Blog, BlogAnswer, BlogListAnswer, OneBlog};
use crate::features::branding;
use crate::features::branding::image::SiteImage;
use crate::features::departure::closures::closures_of;
use crate::features::departure::list::open_departures;
use crate::features::review::shown::{FIRST_REVIEWS, approved};
use crate::features::site_config;
use crate::features::trek::list::offered_treks;
use crate::features::trek::wire::{OneTrek, SoldAs, Trek, TrekAnswer};
use crate::features::trek::wire_summary::TrekSummary;
use crate::features::trek::{read as trek_read, trending};
use crate::http::error::{ApiError, ApiResult};
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::format;
use crate::site::routes;

/// Number of trending treks that the app shows (web/src/features/packages/trending.ts).
const TRENDING: usize = 3;
/// Maximum number of cards in the HTML; the app shows the rest.
const MAX_CARDS: usize = 60;

/// Number of articles that the app shows on home and on a page of all articles. The app reads the same file.
static SHOWN: LazyLock<Shown> = LazyLock::new(|| {
    serde_json::from_str(include_str!(
        "../../../../../web/src/features/blog/page-sizes.json"
    ))
    .expect("page-sizes.json has two numbers")
});

#[derive(Deserialize)]
struct Shown {
    home: u64,
    all: u64,
}

pub struct Content {
    /// HTML.
    pub head: String,
    /// HTML to show until the app loads. None shows the body of `index.html`.
    pub body: Option<String>,
    /// Whether the page is unusable without the app, so that its scripts load at once and not after the content.
    pub app_first: bool,
    pub data: Data,
}

/// Renders a page. 404 if the trek or article does not exist or is hidden.
pub(crate) async fn of(app: &App, address: Address) -> ApiResult<Content> {
    let mut data = Data::default();
    let config = site_config::config(app).await;
    add(&mut data, "/api/config", &config)?;
    let (head, body) = match address {
        Address::Home => home(app, &mut data).await?,
        Address::Packages => packages(app, &mut data).await?,
        Address::Trek(id) => trek(app, id, &mut data).await?,
        Address::Blogs => blogs(app, &mut data).await?,
        Address::Blog(id) => blog(app, id, &mut data).await?,
        Address::CustomTrek => static_pages::custom_trek(app).await?,
        Address::Terms => static_pages::terms(app, &mut data).await?,
        Address::Privacy => static_pages::privacy(app, &mut data).await?,
        Address::Login => static_pages::login(app).await?,
    };
    Ok(Content {
        head: head.html().map_err(ApiError::internal)?,
        body: Some(body),
        app_first: address == Address::Login,
        data,
    })
}

/// Content of every other page: the name of the agency and the configuration of the app. Does not use the database.
pub(crate) async fn of_screen(app: &App) -> ApiResult<Content> {
    let mut data = Data::default();
    let config = site_config::config(app).await;
    add(&mut data, "/api/config", &config)?;
    let head = head::ScreenHead {
        name: &app.config.name,
    };
    Ok(Content {
        head: html(&head)?,
        body: None,
        app_first: true,
        data,
    })
}

async fn add_treks(app: &App, data: &mut Data) -> ApiResult<()> {
    let offered = offered_treks(app).await?;
    let text = std::str::from_utf8(offered.list.plain()).map_err(ApiError::internal)?;
    data.add_text("/api/treks/getall", text.to_owned());
    Ok(())
}

async fn home(app: &App, data: &mut Data) -> ApiResult<(Head, String)> {
    add_treks(app, data).await?;
    let trending = trending::trending_treks(app).await?.0;
    add(data, "/api/bookings/get-trending-treks", &trending)?;
    let figures = achievement::list(app, store::achievements::Shown::Visible).await?;
    add(data, "/api/achievement/", &figures)?;
    let blogs = add_blogs(app, data, SHOWN.home).await?;
    let offered = offered_treks(app).await?;
    let body = html(&HomeBody {
        frame: Frame::new(app, "/").await,
        trending: padded(&trending.data.treks, &offered.treks),
        stories: stories(app, &blogs),
    })?;
    let site = branding::current(app).await;
    let own = site.home_image.as_ref().map(SiteImage::url);
    let image = own.as_deref().unwrap_or("/pictures/site/day.webp");
    let head = Head {
        image: head::picture(&app.config, image),
        leads: Lead::of_home(&site),
        ..static_pages::head(app, "home", vec![])
    };
    Ok((head, body))
}

/// Up to three most-booked treks, filled up with the newest others like in the app.
fn padded<'a>(trending: &'a [TrekSummary], all: &'a [TrekSummary]) -> Vec<Card<'a>> {
    let mut newest: Vec<&TrekSummary> = all
        .iter()
        .filter(|trek| trending.iter().all(|named| named.id != trek.id))
        .collect();
    newest.sort_by_key(|trek| Reverse(trek.id));
    let shown = trending.iter().chain(newest).take(TRENDING);
    shown.map(Card::new).collect()
}

fn stories<'a>(app: &App, answer: &'a BlogListAnswer) -> Vec<Story<'a>> {
    let blogs = answer.data.blogs.iter();
    blogs.map(|blog| Story::new(app, blog)).collect()
}

async fn packages(app: &App, data: &mut Data) -> ApiResult<(Head, String)> {
    add_treks(app, data).await?;
    let offered = offered_treks(app).await?;
    let list = schema::trek_list(&app.config, &offered.treks);
    let site = branding::current(app).await;
    if site.questions.is_some() {
        add_text(data, &site, "faq")?;
    }
    let mut treks: Vec<Card> = offered
        .treks
        .iter()
        .take(MAX_CARDS)
        .map(Card::new)
        .collect();
    let mut leads = Vec::new();
    if let Some(card) = treks.first_mut() {
        card.first = true;
        leads.extend(card.picture.and_then(Lead::of_card));
    }
    let head = Head {
        leads,
        ..static_pages::head(app, "packages", vec![list, schema::questions(&site)])
    };
    let body = html(&PackagesBody {
        frame: Frame::new(app, "/packages").await,
        treks,
        count: match u32::try_from(offered.treks.len()) {
            Ok(0) | Err(_) => String::new(),
            Ok(count) => format::count(count, "package"),
        },
    })?;
    Ok((head, body))
}

async fn blogs(app: &App, data: &mut Data) -> ApiResult<(Head, String)> {
    let blogs = add_blogs(app, data, SHOWN.all).await?;
    let body = html(&BlogsBody {
        frame: Frame::new(app, "/blogs").await,
        stories: stories(app, &blogs),
    })?;
    Ok((static_pages::head(app, "blogs", vec![]), body))
}

async fn add_blogs(app: &App, data: &mut Data, limit: u64) -> ApiResult<BlogListAnswer> {
    let newest = Page {
        shown: store::blogs::Shown::Published,
        search: String::new(),
        sort_by: SortBy::CreatedAt,
        descending: true,
        offset: 0,
        limit,
    };
    let call = format!("/api/blogs?page=1&limit={limit}&sortBy=createdAt&order=desc");
    let answer = blog_read::list(app, newest).await?;
    add(data, call, &answer)?;
    Ok(answer)
}

async fn trek(app: &App, id: Option<Uuid>, data: &mut Data) -> ApiResult<(Head, String)> {
    let id = id.ok_or_else(not_found)?;
    let trek: Trek = trek_read::offered(app, id).await?;
    let open = open_departures(app, id, (None, None)).await?;
    let departures = &open.data.departures;
    let reviews = approved(app, id, (0, FIRST_REVIEWS)).await?;
    let config = &app.config;
    let path = routes::page("package").path_of(id);
    let way = [
        ("Packages", "/packages"),
        (trek.name.as_str(), path.as_str()),
    ];
    let head = Head {
        title: format!("{} · {}", trek.name, config.name),
        description: head::shorten(&trek.description, head::DESCRIPTION_LETTERS),
        url: head::absolute(config, &path),
        kind: "product",
        site: config.name.clone(),
        image: head::picture(config, &trek.images.banner_image),
        leads: Lead::of_trek(&trek.images.banner_image)
            .into_iter()
            .collect(),
        graph: vec![
            schema::agency(config),
            schema::breadcrumbs(config, &way),
            schema::trip(config, &trek, departures, &reviews.data),
        ],
    };
    let body = html(&TrekBody::new(app, &trek, departures, &reviews.data).await)?;
    if !matches!(trek.sold_as, SoldAs::Private) {
        add(data, format!("/api/treks/{id}/departures"), &open)?;
    }
    let closures = closures_of(app, id).await?;
    add(data, format!("/api/treks/{id}/closures"), &closures)?;
    let call = format!("/api/treks/{id}/reviews?page=1&limit={FIRST_REVIEWS}");
    add(data, call, &reviews)?;
    let answer = TrekAnswer {
        status: Success::Success,
        data: OneTrek { trek },
    };
    add(data, format!("/api/treks/{id}"), &answer)?;
    Ok((head, body))
}

async fn blog(app: &App, id: Option<Uuid>, data: &mut Data) -> ApiResult<(Head, String)> {
    let id = id.ok_or_else(not_found)?;
    let blog: Blog = blog_read::whole(app, blog_read::published(app, id).await?).await?;
    let config = &app.config;
    let path = routes::page("blog").path_of(id);
    let way = [("Blogs", "/blogs"), (blog.title.as_str(), path.as_str())];
    let head = Head {
        title: format!("{} · {}", blog.title, config.name),
        description: head::shorten(&blog.description, head::DESCRIPTION_LETTERS),
        url: head::absolute(config, &path),
        kind: "article",
        site: config.name.clone(),
        image: head::picture(config, &blog.banner),
        leads: Lead::of_article(&blog.banner).into_iter().collect(),
        graph: vec![
            schema::agency(config),
            schema::breadcrumbs(config, &way),
            schema::article(config, &blog),
        ],
    };
    let body = html(&BlogBody {
        frame: Frame::new(app, "/blogs").await,
        story: Story::new(app, &blog),
    })?;
    let answer = BlogAnswer {
        status: Success::Success,
        data: OneBlog { blog },
    };
    add(data, format!("/api/blogs/{id}"), &answer)?;
    // The page shows other articles below.
    add_blogs(app, data, SHOWN.home).await?;
    Ok((head, body))
}

fn not_found() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "There is no such page")
}
