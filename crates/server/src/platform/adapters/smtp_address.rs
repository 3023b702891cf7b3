//! Parses the URL of a mail server: host, login and encryption.

use std::borrow::Cow;
use std::fmt;
use std::net::IpAddr;

use lettre::transport::smtp::authentication::Credentials;
use percent_encoding::percent_decode_str;
use reqwest::Url;

pub const MAY_BE: &str = "may be smtp:// or smtps:// and a host, as \
     smtp://user:password@mail.example:587, with ?tls=required, opportunistic or none behind it";
const PLAIN_LOGIN: &str = "would send the password in clear text; tls=none goes with a login only where the \
     host is a loopback address";

/// When the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// From the first byte (TLS).
    Always,
    /// By STARTTLS, otherwise nothing is sent.
    Required,
    /// By STARTTLS if the server offers it.
    Opportunistic,
    Never,
}

#[derive(Clone)]
pub struct SmtpAddress {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub login: Option<Credentials>,
}

/// The `Debug` output hides the password.
impl fmt::Debug for SmtpAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for SmtpAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.encryption {
            Encryption::Always => "smtps",
            _ => "smtp",
        };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
    }
}

impl SmtpAddress {
    /// Error texts do not repeat the URL, because it may contain a password.
    pub fn parse(url: &str) -> Result<Self, String> {
        let url = Url::parse(url).map_err(|_| MAY_BE.to_owned())?;
        let host = url.host_str().unwrap_or_default();
        let host = host.trim_matches(['[', ']']).to_owned();
        if host.is_empty() || !matches!(url.path(), "" | "/") || url.fragment().is_some() {
            return Err(MAY_BE.to_owned());
        }
        let login = read_login(&url)?;
        let encryption = read_encryption(&url, login.is_some(), is_loopback(&host))?;
        let port = url.port().unwrap_or(match (encryption, &login) {
            (Encryption::Always, _) => 465,
            (_, Some(_)) => 587,
            (_, None) => 25,
        });
        Ok(Self {
            host,
            port,
            encryption,
            login,
        })
    }
}

fn read_login(url: &Url) -> Result<Option<Credentials>, String> {
    // User names are often email addresses, with %40 for the at sign.
    let plain = |text: &str| {
        let decoded = percent_decode_str(text).decode_utf8();
        decoded.map(Cow::into_owned).map_err(|_| MAY_BE.to_owned())
    };
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        (user, Some(password)) if !user.is_empty() => {
            Ok(Some(Credentials::new(plain(user)?, plain(password)?)))
        }
        _ => Err(MAY_BE.to_owned()),
    }
}

/// A password is never sent unencrypted, except to this machine. Email without a login is encrypted if the server
/// supports it.
fn read_encryption(url: &Url, logs_in: bool, on_loopback: bool) -> Result<Encryption, String> {
    let mut wanted = None;
    for (name, value) in url.query_pairs() {
        wanted = match (name.as_ref(), value.as_ref()) {
            ("tls", "required") => Some(Encryption::Required),
            ("tls", "opportunistic") => Some(Encryption::Opportunistic),
            ("tls", "none") => Some(Encryption::Never),
            _ => return Err(MAY_BE.to_owned()),
        };
    }
    match (url.scheme(), wanted) {
        ("smtps", None | Some(Encryption::Required)) => Ok(Encryption::Always),
        ("smtp", None) if logs_in && !on_loopback => Ok(Encryption::Required),
        ("smtp", None) => Ok(Encryption::Opportunistic),
        ("smtp", Some(Encryption::Required)) => Ok(Encryption::Required),
        ("smtp", Some(_)) if logs_in && !on_loopback => Err(PLAIN_LOGIN.to_owned()),
        ("smtp", Some(encryption)) => Ok(encryption),
        _ => Err(MAY_BE.to_owned()),
    }
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|host| host.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(url: &str) -> Result<SmtpAddress, String> {
        SmtpAddress::parse(url)
    }

    #[test]
    fn an_address_names_server_port_login_and_encryption() {
        for (url, port, encryption) in [
            ("smtps://u:p@mail.example", 465, Encryption::Always),
            ("smtp://u:p@mail.example", 587, Encryption::Required),
            ("smtp://u:p@mail.example:2525", 2525, Encryption::Required),
            ("smtp://mail.example", 25, Encryption::Opportunistic),
            ("smtp://mail.example?tls=required", 25, Encryption::Required),
            ("smtp://mail.example/?tls=none", 25, Encryption::Never),
            ("smtp://u:p@localhost", 587, Encryption::Opportunistic),
            ("smtp://u:p@127.0.0.1?tls=none", 587, Encryption::Never),
            ("smtp://u:p@[::1]:25?tls=required", 25, Encryption::Required),
        ] {
            let server = parse(url).expect(url);
            assert_eq!(
                (server.port, server.encryption),
                (port, encryption),
                "{url}"
            );
        }
        let server = parse("smtp://maya%40mail.example:p%3A%2F@mail.example").expect("an address");
        let login = Credentials::new("maya@mail.example".to_owned(), "p:/".to_owned());
        assert!(server.login == Some(login));
    }

    #[test]
    fn an_address_that_is_none_or_gives_the_password_away_is_refused() {
        for url in [
            "",
            "mail.example",
            "http://mail.example",
            "smtp://",
            "smtp://mail.example/folder",
            "smtp://mail.example?tls=maybe",
            "smtp://mail.example?starttls=1",
            "smtps://mail.example?tls=none",
            "smtp://user@mail.example",
            "smtp://:password@mail.example",
            "smtp://u:p@mail.example?tls=none",
            "smtp://u:p@mail.example?tls=opportunistic",
        ] {
            let problem = parse(url).expect_err(url);
            assert!(!problem.contains("p@mail"), "{problem}");
        }
    }

    #[test]
    fn a_server_prints_without_its_password() {
        let server = parse("smtp://maya:secret@mail.example").expect("an address");
        assert_eq!(format!("{server:?}"), "smtp://mail.example:587");
    }
}
