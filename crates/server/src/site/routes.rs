//! The pages of the web app: `contract/routes.json`, which the React routes and the build read too.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use matchit::Router;
use serde::Deserialize;

/// The page that is rendered for every unknown path.
const NOT_FOUND: &str = "notFound";

/// Pages by name.
static PAGES: LazyLock<BTreeMap<String, Page>> = LazyLock::new(|| {
    let mut pages: BTreeMap<String, Page> =
        serde_json::from_str(include_str!("../../../../contract/routes.json"))
            .expect("routes.json is a map of pages");
    for (name, page) in &mut pages {
        page.name.clone_from(name);
        page.template = template_of(&page.path);
    }
    pages
});

/// Every page by its template.
static BY_PATH: LazyLock<Router<&'static Page>> = LazyLock::new(|| {
    let mut router = Router::new();
    for page in pages() {
        router
            .insert(&page.template, page)
            .expect("the paths of routes.json do not contradict each other");
    }
    router
});

#[derive(Debug, Deserialize)]
pub struct Page {
    #[serde(skip)]
    pub name: String,
    /// In the syntax of React Router: `/package/:id`.
    pub path: String,
    /// In the syntax of axum: `/package/{id}`.
    #[serde(skip)]
    pub template: String,
    /// The file in `web/src/pages`, and the component in it.
    #[serde(rename = "page")]
    pub module: String,
    pub guard: Guard,
    pub html: Html,
    /// Whether the sitemap lists the page; a page with a parameter is listed once per resource.
    #[serde(default)]
    pub sitemap: bool,
    /// None if title and description depend on the content, or if search engines do not index the page.
    pub head: Option<Words>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Guard {
    Public,
    LoggedOut,
    Session,
    Admin,
    Guide,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Html {
    /// Rendered on the server and readable without scripts, which load later.
    Content,
    /// Rendered on the server, but unusable without its scripts, which load at once.
    Form,
    /// Rendered by the app only. Search engines do not index it.
    Shell,
}

#[derive(Debug, Deserialize)]
pub struct Words {
    pub title: String,
    pub description: String,
}

impl Page {
    /// Title and description.
    ///
    /// # Panics
    /// If the page has none. A test renders every page that needs them.
    pub fn words(&self) -> &Words {
        self.head
            .as_ref()
            .expect("a page with a head in routes.json")
    }

    /// The path with the value of its parameter.
    pub fn path_of(&self, parameter: impl std::fmt::Display) -> String {
        with_parameter(&self.path, |_| parameter.to_string())
    }
}

/// All pages with a path, sorted by name.
pub fn pages() -> impl Iterator<Item = &'static Page> {
    PAGES.values().filter(|page| page.name != NOT_FOUND)
}

/// A page by its name in `routes.json`.
///
/// # Panics
/// If the page does not exist. The names are constants in the code, and a test renders each page.
pub fn page(name: &str) -> &'static Page {
    &PAGES[name]
}

/// The page at a path, with or without a slash at its end, and the value of its parameter, which is blank for a page
/// without one. A page without a parameter comes first, as in React Router.
pub fn find(path: &str) -> Option<(&'static Page, &str)> {
    let without_end = path.trim_end_matches('/');
    let path = if without_end.is_empty() {
        "/"
    } else {
        without_end
    };
    let found = BY_PATH.at(path).ok()?;
    let parameter = found.params.iter().next();
    Some((found.value, parameter.map_or("", |(_, value)| value)))
}

/// Whether the web app has a page at this path (document 1 §2).
#[must_use]
pub fn is_page(path: &str) -> bool {
    find(path).is_some()
}

/// The module that renders a path, also for unknown paths.
pub fn module_of(path: &str) -> &'static str {
    let page = find(path).map_or_else(|| page(NOT_FOUND), |(page, _)| page);
    &page.module
}

fn template_of(path: &str) -> String {
    with_parameter(path, |name| format!("{{{name}}}"))
}

/// The path with its parameter replaced by what `value` makes of the parameter's name.
fn with_parameter(path: &str, value: impl Fn(&str) -> String) -> String {
    let segments = path
        .split('/')
        .map(|segment| match segment.strip_prefix(':') {
            Some(name) => value(name),
            None => segment.to_owned(),
        });
    segments.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_found_at_its_path_and_no_other_page_is() {
        assert!(pages().count() > 20);
        for page in pages() {
            let path = page.path_of("x.y");
            let (found, parameter) = find(&path).expect("a page");
            assert_eq!(found.name, page.name, "{path}");
            let expected = if page.path.contains(':') { "x.y" } else { "" };
            assert_eq!(parameter, expected, "{path}");
            assert_eq!(
                find(&format!("{path}/")).map(|it| &it.0.name),
                Some(&page.name)
            );
            assert_eq!(module_of(&path), page.module);
            // A page has one parameter at most, in the syntax of React Router.
            assert_eq!(
                page.path.matches("/:").count(),
                usize::from(!parameter.is_empty())
            );
        }
    }

    #[test]
    fn a_path_beside_a_page_is_no_page() {
        for path in [
            "/package",
            "/package/",
            "/package/edit/1/2",
            "/package/a/b",
            "/packages/1",
            "/custom-trek/1",
            "/booking/1",
            "/dashboard/bookings",
            "/booking/confirmation",
            "/admin/departures/1/nope",
            "/newsletter",
            "/auth",
            "/auth/callback/x",
            "/nope",
            "/Packages",
            "/assets/x.js",
            "*",
            "/*",
        ] {
            assert!(!is_page(path), "{path}");
            assert_eq!(module_of(path), "NotFoundPage", "{path}");
        }
    }

    #[test]
    fn a_listed_page_has_a_head_and_is_rendered_for_everybody() {
        for page in pages() {
            let is_fixed = page.html != Html::Shell && !page.path.contains(':');
            assert_eq!(page.head.is_some(), is_fixed, "{}", page.name);
            if let Some(Words { title, description }) = &page.head {
                assert!(
                    !title.is_empty() && !description.is_empty(),
                    "{}",
                    page.name
                );
            }
            if page.sitemap {
                assert_eq!((page.guard, page.html), (Guard::Public, Html::Content));
            }
        }
    }

    #[test]
    fn a_path_is_labelled_without_its_parameter() {
        assert_eq!(page("package").template, "/package/{id}");
        assert_eq!(page("packages").template, "/packages");
        assert_eq!(
            page("manifest").template,
            "/admin/departures/{departureId}/manifest"
        );
    }
}
