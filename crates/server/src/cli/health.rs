//! `chautari health`: whether the server with these settings is ready, for the health check of a container.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use crate::platform::config::Config;

const TIMEOUT: Duration = Duration::from_secs(3);

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// Returns an error if the server does not answer `/readyz` with success.
pub async fn check(config: &Config) -> Result<String, Failed> {
    let url = format!("http://{}/readyz", reachable(config.listen));
    // The proxy of the environment is for requests to other machines.
    let client = reqwest::Client::builder().timeout(TIMEOUT).no_proxy();
    let answer = client.build()?.get(&url).send().await?;
    match answer.status().is_success() {
        true => Ok(format!("ready at {url}")),
        false => Err(format!("{url} answers {}", answer.status()).into()),
    }
}

/// A server that listens on every address is reached on this machine's own.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}
