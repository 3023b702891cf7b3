//! The addresses to listen on.

use std::net::{SocketAddr, ToSocketAddrs};

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
