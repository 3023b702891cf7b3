//! Trusted reverse proxies and limits on connections.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use ipnet::IpNet;

use super::read::{bad, number};
use crate::platform::settings::{BadSetting, Values};

/// Limits on the number of connections, and on their idle time.
#[derive(Debug, Clone)]
pub struct ConnectionLimits {
    /// Further connections wait until one ends.
    pub total: usize,
    /// Connections per client address; further ones are closed.
    pub of_client: usize,
    /// Time limit for receiving the headers of a request, for the next request, and for a response that the client does
    /// not read.
    pub idle_timeout: Duration,
    /// Reverse proxies, which forward many clients: only the total limits them.
    pub not_counted: Vec<IpNet>,
}

pub(super) fn connections(values: &Values) -> Result<ConnectionLimits, BadSetting> {
    let seconds = number(values, "idle_timeout_seconds", 1, 3600)?;
    // A proxy on this machine forwards all clients.
    let own = [
        IpNet::from(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        IpNet::from(IpAddr::V6(Ipv6Addr::LOCALHOST)),
    ];
    Ok(ConnectionLimits {
        total: number(values, "max_connections", 16, 1_000_000)? as usize,
        of_client: number(values, "max_connections_of_client", 4, 1_000_000)? as usize,
        idle_timeout: Duration::from_secs(seconds.into()),
        not_counted: trusted_proxies(values)?.into_iter().chain(own).collect(),
    })
}

pub(super) fn trusted_proxies(values: &Values) -> Result<Vec<IpNet>, BadSetting> {
    let text = values.get("trusted_proxies").unwrap_or_default();
    let parts = text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let nets = parts.map(|part| match part.parse::<IpAddr>() {
        Ok(address) => Some(IpNet::from(address)),
        Err(_) => part.parse().ok(),
    });
    match nets.collect() {
        Some(nets) => Ok(nets),
        None => bad(
            "trusted_proxies",
            format!("'{text}' must be addresses or networks, for example 10.0.0.1,10.1.0.0/16"),
        ),
    }
}
