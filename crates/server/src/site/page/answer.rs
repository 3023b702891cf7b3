//! Response with a page: head, body and data inserted into the built `index.html`.

use std::sync::LazyLock;

use axum::http::header::LINK;

use super::chunks;
use super::content::Content;
use crate::http::prepared::Prepared;
use crate::site::static_files;

/// `index.html`, split at the markers for head, body and data.
pub struct Template {
    before_head: String,
    before_body: String,
    /// `before_body` of a page that is readable without scripts: it lists the scripts, which load after the first paint
    /// (web/src/theme-first.js). None if the build has another format.
    scripts_later: Option<String>,
    /// The body of `index.html` itself.
    own_body: String,
    before_data: String,
    end: String,
}

/// None if only the server is built, or if an older build has no markers.
pub fn template() -> Option<&'static Template> {
    static TEMPLATE: LazyLock<Option<Template>> =
        LazyLock::new(|| Template::read(&static_files::index()?));
    TEMPLATE.as_ref()
}

impl Template {
    fn read(html: &str) -> Option<Self> {
        let (before_head, rest) = html.split_once("<!--head-->")?;
        let (_, rest) = rest.split_once("<!--/head-->")?;
        let (before_body, rest) = rest.split_once("<!--body-->")?;
        let (own_body, rest) = rest.split_once("<!--/body-->")?;
        let (before_data, end) = rest.split_once("<!--data-->")?;
        Some(Self {
            before_head: before_head.to_owned(),
            before_body: before_body.to_owned(),
            scripts_later: scripts_later(before_body),
            own_body: own_body.to_owned(),
            before_data: before_data.to_owned(),
            end: end.to_owned(),
        })
    }

    fn fill(&self, content: &Content, path: &str) -> String {
        let data = content.data.script_text();
        let data = format!("<script type=\"application/json\" id=\"page-data\">{data}</script>");
        let mut parts = String::new();
        let before_body = match &self.scripts_later {
            Some(later) if !content.app_first => {
                for part in chunks::parts(path) {
                    parts += &format!("<link rel=\"app-part\" href=\"/{part}\">");
                }
                later
            }
            _ => &self.before_body,
        };
        [
            &self.before_head,
            &content.head,
            &parts,
            before_body,
            content.body.as_ref().unwrap_or(&self.own_body),
            &self.before_data,
            &data,
            &self.end,
        ]
        .map(String::as_str)
        .concat()
    }
}

/// The page at a path. One that is blank without its scripts names them in a header.
pub fn prepare(template: &Template, content: &Content, path: &str) -> Prepared {
    let page = Prepared::new("text/html; charset=utf-8", template.fill(content, path));
    let is_read_first = !content.app_first && template.scripts_later.is_some();
    match chunks::preloads(path).filter(|_| !is_read_first) {
        Some(links) => page.with_header(LINK, links),
        None => page,
    }
}

/// Replaces the module script and the preloads of Vite by links that do not load anything.
fn scripts_later(html: &str) -> Option<String> {
    let (before, rest) = html.split_once("<script type=\"module\" crossorigin src=\"")?;
    let (app, after) = rest.split_once("\"></script>")?;
    let after = after.replace(
        "<link rel=\"modulepreload\" crossorigin href=",
        "<link rel=\"app-part\" href=",
    );
    Some(format!("{before}<link rel=\"app\" href=\"{app}\">{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_that_come_later_are_named() {
        let built = "a<script type=\"module\" crossorigin src=\"/x.js\"></script>\n\
                     <link rel=\"modulepreload\" crossorigin href=\"/y.js\">z";
        let later = "a<link rel=\"app\" href=\"/x.js\">\n<link rel=\"app-part\" href=\"/y.js\">z";
        assert_eq!(scripts_later(built).as_deref(), Some(later));
        assert_eq!(scripts_later("<script src=\"/x.js\"></script>"), None);
    }

    #[test]
    fn a_page_without_marks_is_no_template() {
        assert!(Template::read("<head></head>").is_none());
        let read =
            Template::read("a<!--head-->old<!--/head-->b<!--body-->own<!--/body-->c<!--data-->d")
                .expect("a template");
        assert_eq!(read.own_body, "own");
        let parts = [
            read.before_head,
            read.before_body,
            read.before_data,
            read.end,
        ];
        assert_eq!(parts.concat(), "abcd");
    }
}
