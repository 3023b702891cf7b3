//! Client address of a request, for rate limits. `X-Forwarded-For` is read only from the proxies in the settings,
//! because any client can send it (decisions §10, Limits).

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use ipnet::IpNet;

use crate::platform::app::App;

/// Identifies one customer line: an IPv4 address, or the /64 prefix of an IPv6 address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientAddress(pub String);

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let address = address_of(&parts.extensions, &parts.headers, app);
        Ok(Self(line_of(address)))
    }
}

/// The full address of the client.
pub fn address_of(extensions: &Extensions, headers: &HeaderMap, app: &App) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.ip());
    behind_proxies(peer, headers, &app.config.trusted_proxies)
}

/// Each proxy appends the address of its client, so the list is read from the end while the address is a trusted proxy.
fn behind_proxies(peer: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_ours = |address: &IpAddr| trusted.iter().any(|net| net.contains(address));
    let mut address = peer.to_canonical();
    let said = headers.get_all("x-forwarded-for").iter();
    let said: Vec<&str> = said.filter_map(|value| value.to_str().ok()).collect();
    for text in said.iter().flat_map(|text| text.split(',')).rev() {
        if !is_ours(&address) {
            break;
        }
        match text.trim().parse::<IpAddr>() {
            Ok(earlier) => address = earlier.to_canonical(),
            Err(_) => break,
        }
    }
    address
}

/// Whether a proxy forwarded the request. With a proxy on this machine, every client has a loopback address.
#[must_use]
pub fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.keys().any(|name| {
        let name = name.as_str();
        matches!(name, "forwarded" | "via" | "x-real-ip") || name.starts_with("x-forwarded-")
    })
}

/// The key by which the addresses of one client are counted.
pub fn line_of(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(peer: &str, forwarded: &[&'static str], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for text in forwarded {
            headers.append("x-forwarded-for", text.parse().unwrap());
        }
        let trusted: Vec<IpNet> = trusted.iter().map(|net| net.parse().unwrap()).collect();
        line_of(behind_proxies(peer.parse().unwrap(), &headers, &trusted))
    }

    #[test]
    fn a_header_from_a_stranger_is_not_believed() {
        assert_eq!(seen("9.9.9.9", &["1.1.1.1"], &[]), "9.9.9.9");
        assert_eq!(seen("9.9.9.9", &["1.1.1.1"], &["10.0.0.0/8"]), "9.9.9.9");
    }

    #[test]
    fn our_proxies_are_believed_up_to_the_first_stranger() {
        let ours = ["10.0.0.0/8"];
        assert_eq!(seen("10.0.0.1", &["1.1.1.1"], &ours), "1.1.1.1");
        assert_eq!(
            seen("10.0.0.1", &["6.6.6.6, 1.1.1.1, 10.0.0.2"], &ours),
            "1.1.1.1"
        );
        assert_eq!(seen("10.0.0.1", &["6.6.6.6", "1.1.1.1"], &ours), "1.1.1.1");
        assert_eq!(seen("10.0.0.1", &["1.1.1.1, nonsense"], &ours), "10.0.0.1");
        assert_eq!(seen("::ffff:10.0.0.1", &["1.1.1.1"], &ours), "1.1.1.1");
    }

    #[test]
    fn a_line_of_ipv6_is_counted_as_one() {
        assert_eq!(
            seen("2001:db8:1:2::1", &[], &[]),
            seen("2001:db8:1:2:ffff::9", &[], &[])
        );
        assert_ne!(
            seen("2001:db8:1:2::1", &[], &[]),
            seen("2001:db8:1:3::1", &[], &[])
        );
    }
}
