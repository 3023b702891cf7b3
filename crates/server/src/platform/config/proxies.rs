//! Who connects: reverse proxies that are trusted, and how many connections there may be.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use ipnet::IpNet;

use super::read::{bad, number};
use crate::platform::settings::{BadSetting, Values};

/// How many connections there may be, and how long one may be idle.
#[derive(Debug, Clone)]
pub struct ConnectionLimits {
    /// More than these wait until one ends.
    pub total: usize,
    /// From one client address; more than these are closed.
    pub of_client: usize,
    /// For the headers of a request, for the silence between two, and for an answer that is not read.
    pub idle_timeout: Duration,
    /// Reverse proxies, which speak for many clients: only the total counts them.
    pub not_counted: Vec<IpNet>,
}

pub(super) fn connections(values: &Values) -> Result<ConnectionLimits, BadSetting> {
    let seconds = number(values, "idle_timeout_seconds", 1, 3600)?;
    // A proxy on this machine speaks for everybody.
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
