//! HTML of the public pages: the `index.html` of the app with head, schema.org data, content and initial API responses
//! of the page, so that it is readable without scripts and the app renders without requests.

pub mod answer;
pub mod body;
pub mod card;
pub mod chunks;
pub mod content;
pub mod data;
mod dates;
pub mod day_summary;
pub mod head;
pub mod hero_image;
pub mod manifest;
pub mod schema;
pub mod sitemap;
mod static_pages;

use answer::Template;
use axum::extract::{Request, State};
use axum::http::header::RETRY_AFTER;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use uuid::Uuid;

use crate::features::branding;
use crate::features::branding::serve::favicon;
use crate::http::public_cache::{self, Key};
use crate::platform::app::App;
use crate::site::routes;
use crate::site::static_files::{self, ROBOTS, Served};

/// Tells a screen from the content of the same page.
const SCREEN: (u64, u64) = (1, 0);

/// A public page. An invalid id is treated as unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Address {
    Home,
    Packages,
    Trek(Option<Uuid>),
    Blogs,
    Blog(Option<Uuid>),
    CustomTrek,
    Terms,
    Privacy,
    Login,
}

impl Address {
    fn read(path: &str) -> Option<Self> {
        let (page, parameter) = routes::find(path)?;
        Some(match page.name.as_str() {
            "home" => Self::Home,
            "packages" => Self::Packages,
            "package" => Self::Trek(read_id(parameter)),
            "customTrek" => Self::CustomTrek,
            "blogs" => Self::Blogs,
            "blog" => Self::Blog(read_id(parameter)),
            "terms" => Self::Terms,
            "privacy" => Self::Privacy,
            "login" => Self::Login,
            _ => return None,
        })
    }

    /// Home shows the trending treks, and a trek its departures.
    fn key(self) -> Key {
        match self {
            Self::Home => Key::departures("home page"),
            Self::Trek(id) => Key::departures("trek page").of(id.unwrap_or_default()),
            Self::Blog(id) => Key::views("article page").of(id.unwrap_or_default()),
            Self::Packages => Key::content("packages page"),
            Self::Blogs => Key::views("articles page"),
            Self::CustomTrek => Key::content("custom trek page"),
            Self::Terms => Key::content("terms page"),
            Self::Privacy => Key::content("privacy page"),
            Self::Login => Key::content("login page"),
        }
    }
}

/// Accepts only the hyphenated form, like the API.
fn read_id(text: &str) -> Option<Uuid> {
    (text.len() == 36)
        .then(|| Uuid::parse_str(text).ok())
        .flatten()
}

/// Serves paths without an API handler: a public page with its content, or another page or file as the build wrote it.
pub(crate) async fn serve(State(app): State<App>, request: Request) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let (asked, _) = request.into_parts();
    if is_read
        && let Some(address) = Address::read(asked.uri.path())
        && let Some(template) = answer::template()
    {
        return page(&app, address, template, &asked).await;
    }
    if asked.uri.path() == "/favicon.svg"
        && let Some(response) = favicon(&app).await
    {
        return response;
    }
    match static_files::serve(&asked).await {
        Served::File(response) => response,
        Served::Screen(status) => screen(&app, status, &asked).await,
    }
}

async fn page(app: &App, address: Address, template: &Template, asked: &Parts) -> Response {
    branding::current(app).await;
    let rendered = async || {
        let content = content::of(app, address).await?;
        Ok(answer::prepare(template, &content, asked.uri.path()))
    };
    match public_cache::read(app, address.key(), rendered).await {
        Ok(page) => {
            let mut response = page.respond(&asked.headers).await;
            if address == Address::Login {
                static_files::keep_address_to_itself(response.headers_mut());
            }
            response
        }
        // The app still starts, and shows the error.
        Err(error) => {
            let (failure, _) = error.into_response().into_parts();
            let mut response = screen(app, failure.status, asked).await;
            if let Some(seconds) = failure.headers.get(RETRY_AFTER) {
                response.headers_mut().insert(RETRY_AFTER, seconds.clone());
            }
            // The cause, for the log.
            response.extensions_mut().extend(failure.extensions);
            response
        }
    }
}

/// A page that the app renders, with the name of the agency. Search engines do not index it.
async fn screen(app: &App, status: StatusCode, asked: &Parts) -> Response {
    let Some(template) = answer::template() else {
        return static_files::app(status, &asked.headers);
    };
    branding::current(app).await;
    // Each page has its own scripts, and thus its own header.
    let path = asked.uri.path();
    let key = Key::content(routes::module_of(path)).part(SCREEN);
    let rendered = async || {
        let content = content::of_screen(app).await?;
        Ok(answer::prepare(template, &content, path))
    };
    match public_cache::read(app, key, rendered).await {
        Ok(page) => {
            let mut response = page.respond_with(status, &asked.headers).await;
            let head = response.headers_mut();
            head.insert(ROBOTS, HeaderValue::from_static("noindex"));
            if Address::read(path) == Some(Address::Login) {
                static_files::keep_address_to_itself(head);
            }
            response
        }
        Err(error) => error.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::routes::Html;

    #[test]
    fn a_public_page_is_known_by_its_address() {
        let id = "019a0000-0000-7000-8000-000000000001";
        assert_eq!(Address::read("/"), Some(Address::Home));
        assert_eq!(Address::read("/packages/"), Some(Address::Packages));
        let trek = Address::read(&format!("/package/{id}"));
        assert_eq!(trek, Some(Address::Trek(id.parse().ok())));
        assert_eq!(Address::read("/blog/nope"), Some(Address::Blog(None)));
        assert_eq!(Address::read("/package"), None);
    }

    #[test]
    fn every_page_that_the_list_calls_rendered_is_rendered() {
        for page in routes::pages() {
            let address = Address::read(&page.path_of("x"));
            assert_eq!(address.is_some(), page.html != Html::Shell, "{}", page.name);
        }
    }
}
