//! Pages with fixed text, and the head of every page that does not belong to one trek or article.

use serde_json::Value;

use super::body::{Frame, LoginBody, StandingBody, html};
use super::data::{Data, add_text};
use super::head::{self, Head};
use super::schema;
use crate::features::branding;
use crate::http::error::ApiResult;
use crate::platform::app::App;
use crate::site::routes::{self, Words};

/// The head of a page with a fixed title, by its name in `contract/routes.json`.
pub fn head(app: &App, name: &'static str, more: Vec<Value>) -> Head {
    let config = &app.config;
    let page = routes::page(name);
    let path = page.path.as_str();
    let Words { title, description } = page.words();
    let (title, way) = if name == "home" {
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

/// The login form, rendered so that it is visible at once. It is disabled until the app loads, because the app would
/// discard the input when it renders its own form.
pub(crate) async fn login(app: &App) -> ApiResult<(Head, String)> {
    let body = html(&LoginBody {
        frame: Frame::new(app, "").await,
        google: app.identity.is_on(),
    })?;
    Ok((head(app, "login", vec![]), body))
}

fn page(app: &App, name: &'static str, body: StandingBody) -> ApiResult<(Head, String)> {
    Ok((head(app, name, vec![]), html(&body)?))
}

pub(crate) async fn custom_trek(app: &App) -> ApiResult<(Head, String)> {
    page(app, "customTrek", StandingBody {
        frame: Frame::new(app, "").await,
        title: "Custom trek",
        lead:
            "Can't find your trek? Tell us where and when you'd like to go, and we'll plan it with you."
                .to_owned(),
        own: None,
        banded: true,
    })
}

pub(crate) async fn terms(app: &App, data: &mut Data) -> ApiResult<(Head, String)> {
    let company = &app.config.company.name;
    let body = StandingBody {
        frame: Frame::new(app, "").await,
        title: "Terms of Service",
        lead: format!(
            "What you and {company} can expect from each other when you book a trek here."
        ),
        own: None,
        banded: false,
    };
    text_page(app, data, "terms", body).await
}

pub(crate) async fn privacy(app: &App, data: &mut Data) -> ApiResult<(Head, String)> {
    let body = StandingBody {
        frame: Frame::new(app, "").await,
        title: "Privacy Policy",
        lead: "What data we keep about you, why, and for how long.".to_owned(),
        own: None,
        banded: false,
    };
    text_page(app, data, "privacy", body).await
}

/// A page with the text of the agency, if there is one.
async fn text_page(
    app: &App,
    data: &mut Data,
    name: &'static str,
    mut body: StandingBody,
) -> ApiResult<(Head, String)> {
    let site = branding::current(app).await;
    let own = match name {
        "terms" => &site.terms,
        _ => &site.privacy,
    };
    if own.is_some() {
        add_text(data, &site, name)?;
    }
    body.own.clone_from(own);
    page(app, name, body)
}
