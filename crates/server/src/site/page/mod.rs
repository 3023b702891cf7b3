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
pub mod page_cache;
pub mod schema;
pub mod sitemap;
mod static_pages;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use uuid::Uuid;

use crate::features::branding::serve::favicon;
use crate::platform::app::App;
use crate::site::routes;
use crate::site::static_files::{self, ROBOTS, Served};

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
}

/// Accepts only the hyphenated form, like the API.
fn read_id(text: &str) -> Option<Uuid> {
    (text.len() == 36)
        .then(|| Uuid::parse_str(text).ok())
        .flatten()
}

/// Serves paths without an API handler: a page, with `Link` headers for its scripts, or a file.
pub async fn serve(state: State<App>, request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let mut response = page_or_file(state, request).await;
    chunks::announce(&path, &mut response);
    response
}

/// A public page with its content, or another page or file as the build wrote it.
async fn page_or_file(State(app): State<App>, request: Request) -> Response {
    let read = matches!(*request.method(), Method::GET | Method::HEAD);
    let address = Address::read(request.uri().path()).filter(|_| read);
    let (path, headers) = (request.uri().path().to_owned(), request.headers().clone());
    if path == "/favicon.svg"
        && let Some(response) = favicon(&app).await
    {
        return response;
    }
    let (Some(address), Some(template)) = (address, answer::template()) else {
        return match static_files::serve(request).await {
            Served::File(response) => response,
            Served::Screen(status) => screen(&app, &path, status, &headers).await,
        };
    };
    match page_cache::content(&app, address).await {
        Ok(content) => {
            let mut response = answer::respond(template, &content, &path, StatusCode::OK, &headers);
            if address == Address::Login {
                static_files::keep_address_to_itself(response.headers_mut());
            }
            response
        }
        // The app still starts, and shows the error.
        Err(error) if error.status == StatusCode::NOT_FOUND => {
            screen(&app, &path, StatusCode::NOT_FOUND, &headers).await
        }
        Err(_) => screen(&app, &path, StatusCode::SERVICE_UNAVAILABLE, &headers).await,
    }
}

/// A page that the app renders, with the name of the agency. Search engines do not index it.
async fn screen(app: &App, path: &str, status: StatusCode, headers: &HeaderMap) -> Response {
    let Some(template) = answer::template() else {
        return static_files::app(status, headers);
    };
    match content::of_screen(app).await {
        Ok(content) => {
            let mut response = answer::respond(template, &content, path, status, headers);
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
