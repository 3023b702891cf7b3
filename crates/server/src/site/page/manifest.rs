//! `/site.webmanifest` with the name and the icon of the agency, for the home screen of a phone (W3C Web Application
//! Manifest). The other fields come from the build.

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use crate::features::branding;
use crate::features::upload::key::Form;
use crate::http::error::{ApiError, ApiResult};
use crate::http::file_response::A_DAY;
use crate::http::prepared::Prepared;
use crate::http::public_cache::{self, Key};
use crate::platform::app::App;
use crate::site::static_files;

const MANIFEST: Key = Key::content("web manifest");

pub(crate) async fn manifest(State(app): State<App>, request: Request) -> ApiResult<Response> {
    branding::current(&app).await;
    let manifest = public_cache::read(&app, MANIFEST, || write(&app)).await?;
    Ok(manifest.respond(request.headers()).await)
}

async fn write(app: &App) -> ApiResult<Prepared> {
    let missing = || ApiError::new(StatusCode::NOT_FOUND, "There is no such page");
    let text = static_files::text("site.webmanifest").ok_or_else(missing)?;
    let mut manifest: Value = serde_json::from_str(&text).map_err(ApiError::internal)?;
    for name in ["name", "short_name"] {
        manifest[name] = Value::from(app.config.name.as_str());
    }
    let site = branding::current(app).await;
    if let Some(icon) = site.icon() {
        let sizes = match (icon.form, icon.size) {
            (Form::Svg, _) | (_, None) => "any".to_owned(),
            (_, Some((width, height))) => format!("{width}x{height}"),
        };
        manifest["icons"] =
            json!([{"src": icon.url(), "sizes": sizes, "type": icon.form.content_type()}]);
    }
    let manifest = Prepared::new("application/manifest+json", manifest.to_string());
    Ok(manifest.with_cache_control(A_DAY))
}
