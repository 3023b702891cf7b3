//! `/sitemap.xml` and `/robots.txt`: the pages for crawlers, and the paths that crawlers should skip (decisions §3).

use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::response::Response;
use chrono::{DateTime, SecondsFormat, Utc};
use store::blogs::{self, Page, Shown, SortBy};

use super::head::absolute;
use crate::features::trek::list::offered_treks;
use crate::http::error::ApiResult;
use crate::http::prepared::Prepared;
use crate::http::public_cache::{self, Key};
use crate::platform::app::App;
use crate::site::routes::{self, Guard};

const SITEMAP: Key = Key::content("sitemap");
const ROBOTS: Key = Key::content("robots");
/// Maximum of the protocol for one file.
const MAX_ADDRESSES: usize = 50_000;
const CACHE_FOR_TEN_MINUTES: HeaderValue = HeaderValue::from_static("public, max-age=600");

pub(crate) async fn sitemap(State(app): State<App>, request: Request) -> ApiResult<Response> {
    let sitemap = public_cache::read(&app, SITEMAP, || list(&app)).await?;
    Ok(sitemap.respond(request.headers()).await)
}

async fn list(app: &App) -> ApiResult<Prepared> {
    let treks = offered_treks(app).await?;
    let published = Page {
        shown: Shown::Published,
        search: String::new(),
        sort_by: SortBy::PublishedOn,
        descending: true,
        offset: 0,
        limit: MAX_ADDRESSES as u64,
    };
    let (articles, _) = blogs::list(&app.db, published).await?;
    let fixed = routes::pages()
        .filter(|page| page.sitemap)
        .map(|page| entry(app, &page.path, None));
    let package = routes::page("package");
    let treks = treks
        .treks
        .iter()
        .map(|trek| entry(app, &package.path_of(trek.id), Some(trek.updated_at)));
    let article = routes::page("blog");
    let articles = articles.iter().map(|blog| {
        let shown = blog.published_on.unwrap_or(blog.created_at);
        entry(app, &article.path_of(blog.id), Some(shown))
    });
    let entries: String = fixed
        .chain(treks)
        .chain(articles)
        .take(MAX_ADDRESSES)
        .collect();
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}</urlset>\n"
    );
    let prepared = Prepared::new("application/xml; charset=utf-8", text);
    Ok(prepared.with_cache_control(CACHE_FOR_TEN_MINUTES))
}

fn entry(app: &App, path: &str, changed: Option<DateTime<Utc>>) -> String {
    // A URL here consists of host, path and ids: of the characters to escape in XML, it can contain only an ampersand.
    let address = absolute(&app.config, path).replace('&', "&amp;");
    let changed = changed.map_or_else(String::new, |moment| {
        let moment = moment.to_rfc3339_opts(SecondsFormat::Secs, true);
        format!("<lastmod>{moment}</lastmod>")
    });
    format!("  <url><loc>{address}</loc>{changed}</url>\n")
}

pub(crate) async fn robots(State(app): State<App>, request: Request) -> ApiResult<Response> {
    let robots = async || Ok(write_robots(&app));
    let robots = public_cache::read(&app, ROBOTS, robots).await?;
    Ok(robots.respond(request.headers()).await)
}

fn write_robots(app: &App) -> Prepared {
    // `Disallow` matches prefixes, so it includes the pages below.
    let closed: String = routes::pages()
        .filter(|page| matches!(page.guard, Guard::Session | Guard::Admin | Guard::Guide))
        .map(|page| page.path.as_str())
        .filter(|path| !path.contains(':'))
        .chain(["/api"])
        .map(|path| format!("Disallow: {path}\n"))
        .collect();
    let sitemap = absolute(&app.config, "/sitemap.xml");
    let text = format!("User-agent: *\n{closed}\nSitemap: {sitemap}\n");
    Prepared::new("text/plain; charset=utf-8", text).with_cache_control(CACHE_FOR_TEN_MINUTES)
}
