//! Body of a public page. It is shown until the app loads, or without scripts. Its markup equals that of the app, so
//! that nothing moves when the app renders.

use std::sync::{Arc, LazyLock};

use askama::Template;
use chrono::Datelike;
use serde::Deserialize;

use super::card::Card;
use super::dates::Dates;
use super::day_summary::DaySummary;
use super::head::shorten;
use super::hero_image::{self, Place, shown};
use crate::features::blog::wire::Blog;
use crate::features::branding;
use crate::features::branding::markdown::Text;
use crate::features::branding::{DEFAULT_HOME, Site};
use crate::features::departure::wire::Departure;
use crate::features::review::shown::FIRST_REVIEWS;
use crate::features::review::wire::{PublicReview, PublicReviewList};
use crate::features::site_config::Logo;
use crate::features::trek::route_facts::Fact;
use crate::features::trek::wire::{Route, Trek};
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;
use crate::platform::format;

/// Number of cards that the app shows at once (web/src/features/packages/filters.ts). The others are for readers
/// without scripts.
pub const CARDS: usize = 4;
/// Characters of the summary of the large article (web/src/features/blog/BlogCard.tsx).
const MAX_SUMMARY_LENGTH: usize = 220;
/// Number of included services that the app shows at once (web/src/features/trek/Amenities.tsx).
pub const FEATURES: usize = 6;

/// Descriptions with more characters are folded on phones (web/src/features/trek/Overview.tsx).
const FOLDED_LENGTH: usize = 360;

/// The default questions of the packages page; the app reads the same file (web/src/features/packages/Faq.tsx).
pub static QUESTIONS: LazyLock<Vec<Question>> = LazyLock::new(|| {
    serde_json::from_str(include_str!(
        "../../../../../web/src/features/packages/faq.json"
    ))
    .expect("faq.json is a list of questions and answers")
});

#[derive(Deserialize)]
pub struct Question {
    pub question: String,
    pub answer: String,
}

/// SVG paths of the logo; the app reads the same file.
#[derive(Deserialize)]
struct Mark {
    trees: String,
    ledge: String,
}

static MARK: LazyLock<Mark> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../../web/src/ui/mark.json"))
        .expect("mark.json has trees and ledge")
});

/// Header and footer of each page.
pub struct Frame {
    mark: &'static Mark,
    name: String,
    contact: String,
    company: String,
    year: i32,
    /// Path of the current entry in the header.
    here: &'static str,
    site: Arc<Site>,
    logo: Option<Logo>,
}

impl Frame {
    pub(crate) async fn new(app: &App, here: &'static str) -> Self {
        let config = &app.config;
        let site = branding::current(app).await;
        let company = match config.company.name.is_empty() {
            true => config.name.clone(),
            false => config.company.name.clone(),
        };
        Self {
            mark: &MARK,
            name: config.name.clone(),
            contact: config.contact_email.clone(),
            company,
            year: app.clock.now().with_timezone(&config.timezone).year(),
            here,
            logo: Logo::of(&site),
            site,
        }
    }

    /// A long headline has a smaller font.
    fn has_long_headline(&self) -> bool {
        self.site.headline().chars().count() > DEFAULT_HOME.long_headline
    }

    fn links(&self) -> [(&'static str, &'static str, bool); 3] {
        [
            ("/", "Home"),
            ("/packages", "Packages"),
            ("/blogs", "Blogs"),
        ]
        .map(|(path, label)| (path, label, path == self.here))
    }
}

#[derive(Template)]
#[template(path = "body/home.html")]
pub struct HomeBody<'a> {
    pub frame: Frame,
    pub trending: Vec<Card<'a>>,
    pub stories: Vec<Story<'a>>,
}

#[derive(Template)]
#[template(path = "body/packages.html")]
pub struct PackagesBody<'a> {
    pub frame: Frame,
    pub treks: Vec<Card<'a>>,
    /// `12 packages`; blank if there are none.
    pub count: String,
}

#[derive(Template)]
#[template(path = "body/trek.html")]
pub struct TrekBody<'a> {
    frame: Frame,
    trek: &'a Trek,
    /// `9–12 days`, over all routes.
    length: Option<String>,
    /// Whether phones show only the beginning of the description until it is unfolded.
    is_folded: bool,
    banner: Option<&'a str>,
    pictures: Vec<&'a str>,
    facts: &'a [Fact],
    routes: Vec<RouteBody<'a>>,
    /// `None` for a trek that sells no departures.
    dates: Option<Dates<'a>>,
    /// `None` for a trek without reviews.
    rating: Option<RatingBody<'a>>,
}

/// The approved reviews (web/src/features/reviews/TrekReviews.tsx).
pub struct RatingBody<'a> {
    /// With one decimal.
    average: String,
    /// Number of filled stars.
    stars: u8,
    /// `12 reviews`
    count: String,
    has_more: bool,
    reviews: Vec<ReviewBody<'a>>,
}

pub struct ReviewBody<'a> {
    review: &'a PublicReview,
    walked_on: String,
}

impl<'a> RatingBody<'a> {
    fn new(list: &'a PublicReviewList) -> Option<Self> {
        let average = list.average.as_ref()?.as_f64()?;
        let shown = list.reviews.iter().map(|review| ReviewBody {
            review,
            walked_on: format::day(review.walked_on),
        });
        Some(Self {
            average: format!("{average:.1}"),
            stars: rounded(average),
            count: format::count(u32::try_from(list.total).unwrap_or(u32::MAX), "review"),
            has_more: list.total > FIRST_REVIEWS,
            reviews: shown.collect(),
        })
    }
}

/// The nearest number of stars, like `Math.round` in the app.
fn rounded(average: f64) -> u8 {
    (1..=5)
        .rev()
        .find(|stars| average >= f64::from(*stars) - 0.5)
        .unwrap_or(0)
}

pub struct RouteBody<'a> {
    route: &'a Route,
    /// For one person, with taxes, fees and insurance.
    price: String,
    days: Vec<DaySummary<'a>>,
}

impl<'a> TrekBody<'a> {
    /// Sorts the cheapest route first, because the app opens with it.
    pub(crate) async fn new(
        app: &App,
        trek: &'a Trek,
        departures: &'a [Departure],
        reviews: &'a PublicReviewList,
    ) -> Self {
        let mut routes: Vec<&Route> = trek.routes.iter().collect();
        let price = |route: &Route| route.price_per_head.as_f64().unwrap_or_default();
        routes.sort_by(|a, b| price(a).total_cmp(&price(b)));
        Self {
            frame: Frame::new(app, "/packages").await,
            trek,
            length: format::length_in_days(trek.routes.iter().map(|route| route.number_of_days)),
            is_folded: trek.description.chars().count() > FOLDED_LENGTH,
            banner: shown(&trek.images.banner_image),
            pictures: trek
                .images
                .secondary_images
                .iter()
                .filter_map(|image| shown(image))
                .take(5)
                .collect(),
            facts: routes
                .first()
                .map(|route| route.facts.as_slice())
                .unwrap_or_default(),
            routes: routes
                .into_iter()
                .map(|route| RouteBody::new(trek, route))
                .collect(),
            dates: Dates::new(trek, departures),
            rating: RatingBody::new(reviews),
        }
    }
}

impl<'a> RouteBody<'a> {
    fn new(trek: &Trek, route: &'a Route) -> Self {
        Self {
            route,
            price: format::short_amount(
                route.all_in_price.as_ref().unwrap_or(&route.price_per_head),
                &trek.currency,
            ),
            days: route.daily_activities.iter().map(DaySummary::new).collect(),
        }
    }
}

#[derive(Template)]
#[template(path = "body/blogs.html")]
pub struct BlogsBody<'a> {
    pub frame: Frame,
    pub stories: Vec<Story<'a>>,
}

#[derive(Template)]
#[template(path = "body/blog.html")]
pub struct BlogBody<'a> {
    pub frame: Frame,
    pub story: Story<'a>,
}

/// An article with the texts that the app derives from it.
pub struct Story<'a> {
    blog: &'a Blog,
    date: String,
    /// The first tag in capitals.
    tag: String,
    category: &'a str,
    lead: &'a str,
    /// The beginning of `lead`.
    short: String,
    thumbnail: Option<&'a str>,
    banner: Option<&'a str>,
    views: String,
}

impl<'a> Story<'a> {
    pub fn new(app: &App, blog: &'a Blog) -> Self {
        let published = blog.published_on.unwrap_or(blog.created_at);
        let first = blog.tags.first().map(String::as_str);
        let lead = blog
            .content
            .first()
            .map_or(blog.description.as_str(), String::as_str);
        Self {
            blog,
            date: format::day(published.with_timezone(&app.config.timezone).date_naive()),
            tag: first.map_or_else(|| "BLOG".to_owned(), str::to_uppercase),
            category: blog.category.as_deref().or(first).unwrap_or("Blog"),
            lead,
            short: shorten(lead, MAX_SUMMARY_LENGTH),
            thumbnail: shown(&blog.thumbnail),
            banner: shown(&blog.banner),
            views: format::count(u32::try_from(blog.views).unwrap_or(u32::MAX), "view"),
        }
    }
}

/// `srcset` and `sizes` in the gallery of a trek (web/src/features/trek/Gallery.tsx): the first picture is large, the
/// last of four is wide.
pub fn gallery_copies(picture: &str, index: usize, count: usize) -> String {
    let place = match (index, count) {
        (0, _) => Place::GalleryFirst,
        (_, 2 | 3) | (3, 4) => Place::GalleryWide,
        _ => Place::Gallery,
    };
    hero_image::copies(picture, place)
}

/// A page of fixed text: its heading and its lead.
#[derive(Template)]
#[template(path = "body/standing.html")]
pub struct StandingBody {
    pub frame: Frame,
    pub title: &'static str,
    pub lead: String,
    /// Text of the agency, which replaces the lead.
    pub own: Option<Text>,
    /// Whether the heading has a background, like in the app.
    pub banded: bool,
}

/// The login form, visible until the app replaces it (web/src/pages/LoginPage.tsx).
#[derive(Template)]
#[template(path = "body/login.html")]
pub struct LoginBody {
    pub frame: Frame,
    /// Whether sign-in with Google is configured.
    pub google: bool,
}

pub fn html(body: &impl Template) -> ApiResult<String> {
    body.render().map_err(ApiError::internal)
}
