//! `/site.webmanifest` with the name and the icon of the agency, for the home screen of a phone (W3C Web Application
//! Manifest). The other fields come from the build.

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::features::branding;
use crate::features::upload::key::Form;
use crate::http::error::{ApiError, ApiResult};
use crate::http::file_response::A_DAY;
use crate::platform::app::App;
use crate::site::static_files;

pub async fn manifest(State(app): State<App>) -> ApiResult<Response> {
    let missing = || ApiError::new(StatusCode::NOT_FOUND, "There is no such page");
    let text = static_files::text("site.webmanifest").ok_or_else(missing)?;
    let mut manifest: Value = serde_json::from_str(&text).map_err(ApiError::internal)?;
    for name in ["name", "short_name"] {
        manifest[name] = Value::from(app.config.name.as_str());
    }
    let site = branding::current(&app).await;
    if let Some(icon) = site.icon() {
        let sizes = match (icon.form, icon.size) {
            (Form::Svg, _) | (_, None) => "any".to_owned(),
            (_, Some((width, height))) => format!("{width}x{height}"),
        };
        manifest["icons"] =
            json!([{"src": icon.url(), "sizes": sizes, "type": icon.form.content_type()}]);
    }
    let kind = HeaderValue::from_static("application/manifest+json");
    let headers = [(CONTENT_TYPE, kind), (CACHE_CONTROL, A_DAY)];
    Ok((headers, manifest.to_string()).into_response())
}
