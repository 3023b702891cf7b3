//! Pages whose words stand in the code, and the head of every page that is not of one trek or article.

use serde_json::Value;

use super::body::{Frame, LoginBody, StandingBody};
use super::content::html;
use super::head::{self, Head, Words};
use super::schema;
use crate::app::App;
use crate::error::ApiResult;

/// The head of a page with words of its own.
pub fn head(app: &App, path: &'static str, more: Vec<Value>) -> Head {
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
        leads: Vec::new(),
        graph: [vec![schema::agency(config), way], more].concat(),
    }
}

/// The form as it will stand, so that the page is seen at once; it cannot be filled in before the app has come, and a
/// field that can would lose what is typed in it when the app draws its own.
pub fn login(app: &App) -> ApiResult<(Head, String)> {
    let body = html(&LoginBody {
        frame: Frame::new(app, ""),
        google: app.identity.is_on(),
    })?;
    Ok((head(app, "/login", vec![]), body))
}

fn page(app: &App, path: &'static str, body: StandingBody) -> ApiResult<(Head, String)> {
    Ok((head(app, path, vec![]), html(&body)?))
}

pub fn custom_trek(app: &App) -> ApiResult<(Head, String)> {
    page(app, "/custom-trek", StandingBody {
        frame: Frame::new(app, ""),
        title: "Custom trek",
        lead:
            "No package fits? Say where and when you would like to walk, and we plan it with you."
                .to_owned(),
        banded: true,
    })
}

pub fn terms(app: &App) -> ApiResult<(Head, String)> {
    let company = &app.config.company.name;
    page(
        app,
        "/terms",
        StandingBody {
            frame: Frame::new(app, ""),
            title: "Terms of Service",
            lead: format!(
                "What you and {company} can expect of each other when you book a trek here."
            ),
            banded: false,
        },
    )
}

pub fn privacy(app: &App) -> ApiResult<(Head, String)> {
    page(
        app,
        "/privacy",
        StandingBody {
            frame: Frame::new(app, ""),
            title: "Privacy Policy",
            lead: "What is kept about you, why, and for how long.".to_owned(),
            banded: false,
        },
    )
}
