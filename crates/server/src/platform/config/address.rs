//! The addresses to listen on.

use std::net::{SocketAddr, ToSocketAddrs};

use axum::http::Uri;

use super::read::bad;
use crate::platform::settings::{BadSetting, Values};

pub(super) fn listen(values: &Values) -> Result<SocketAddr, BadSetting> {
    address(values, "listen", "127.0.0.1:8080")
}

pub(super) fn metrics_listen(values: &Values) -> Result<Option<SocketAddr>, BadSetting> {
    match values.get("metrics_listen") {
        None => Ok(None),
        Some(_) => address(values, "metrics_listen", "127.0.0.1:9464").map(Some),
    }
}

/// The setting, or the variable that every program with OpenTelemetry reads.
pub(super) fn otlp_endpoint(values: &Values) -> Result<Option<String>, BadSetting> {
    let standard = || std::env::var("OTEL_EXPORTER_OTLP_ENDPOINT").ok();
    let given = values.get("otlp_endpoint").map(str::to_owned);
    let Some(text) = given.or_else(standard).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    match text.parse::<Uri>() {
        Ok(url) if matches!(url.scheme_str(), Some("http" | "https")) => Ok(Some(text)),
        _ => bad(
            "otlp_endpoint",
            format!(
                "'{text}' must be http:// or https:// and a host, for example http://127.0.0.1:4318"
            ),
        ),
    }
}

fn address(values: &Values, name: &str, example: &str) -> Result<SocketAddr, BadSetting> {
    let text = values.get(name).unwrap_or_default();
    match text.to_socket_addrs().map(|mut found| found.next()) {
        Ok(Some(address)) => Ok(address),
        _ => bad(
            name,
            format!("'{text}' is not an address; use host:port, for example {example}"),
        ),
    }
}
