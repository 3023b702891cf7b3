//! Hands mails to an SMTP server: TLS, STARTTLS, login, and what its answers mean (decisions §1).
//!
//! The commands are sent one by one, since the same answer means different things: a recipient that is
//! refused is refused for good, a login that is refused waits for somebody to mend the settings.

use std::borrow::Cow;
use std::fmt;
use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use percent_encoding::percent_decode_str;
use reqwest::Url;

use super::mailer::MailFault;

pub const MAY_BE: &str = "may be smtp:// or smtps:// and a host, as \
     smtp://user:password@mail.example:587, with ?tls=required, opportunistic or none behind it";
const PLAIN_LOGIN: &str = "would send the password in clear text; tls=none goes with a login only where the \
     host is a loopback address";
const MECHANISMS: [Mechanism; 2] = [Mechanism::Plain, Mechanism::Login];
/// The mail is delivered by then; a server that does not say goodbye keeps nobody.
const GOODBYE: Duration = Duration::from_secs(2);

/// When the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Encryption {
    /// From the first byte.
    Always,
    /// By STARTTLS, or nothing is sent.
    Required,
    /// By STARTTLS where the server offers it.
    Opportunistic,
    Never,
}

#[derive(Clone)]
pub struct SmtpServer {
    host: String,
    port: u16,
    encryption: Encryption,
    login: Option<Credentials>,
    tls: TlsParameters,
    /// For one mail, from the name of the server to its last answer.
    time_limit: Duration,
}

/// Without the password.
impl fmt::Debug for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl fmt::Display for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.encryption {
            Encryption::Always => "smtps",
            _ => "smtp",
        };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
    }
}

impl SmtpServer {
    /// Reads the setting. What is wrong with it is said without repeating it: it may hold a password.
    pub fn parse(url: &str, roots: &[Certificate], time_limit: Duration) -> Result<Self, String> {
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
        let mut tls = TlsParameters::builder(host.clone());
        for root in roots {
            tls = tls.add_root_certificate(root.clone());
        }
        let tls = tls.build().map_err(|error| error.to_string())?;
        Ok(Self {
            host,
            port,
            encryption,
            login,
            tls,
            time_limit,
        })
    }

    /// Delivers a mail, in `time_left` at most.
    pub async fn deliver(
        &self,
        hello: &ClientId,
        (from, to): (&Address, &Address),
        message: &[u8],
        time_left: Option<Duration>,
    ) -> Result<(), MailFault> {
        let limit = time_left.map_or(self.time_limit, |left| left.min(self.time_limit));
        let delivery = async {
            let mut connection = self.connect(hello).await.map_err(later)?;
            hand_over(&mut connection, from, to, message).await?;
            let _ = tokio::time::timeout(GOODBYE, connection.quit()).await;
            Ok(())
        };
        tokio::time::timeout(limit, delivery)
            .await
            .unwrap_or_else(|_| Err(took_too_long(limit)))
    }

    /// Whether the server is there and lets us in.
    pub async fn check(&self, hello: &ClientId) -> Result<String, MailFault> {
        let probe = async {
            let mut connection = self.connect(hello).await.map_err(later)?;
            let encrypted = if connection.is_encrypted() {
                "encrypted"
            } else {
                "not encrypted"
            };
            let _ = tokio::time::timeout(GOODBYE, connection.quit()).await;
            Ok(format!("{self}, {encrypted}"))
        };
        tokio::time::timeout(self.time_limit, probe)
            .await
            .unwrap_or_else(|_| Err(took_too_long(self.time_limit)))
    }

    async fn connect(&self, hello: &ClientId) -> Result<AsyncSmtpConnection, Error> {
        let wrapped = (self.encryption == Encryption::Always).then(|| self.tls.clone());
        let address = (self.host.as_str(), self.port);
        let limit = Some(self.time_limit);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(address, limit, hello, wrapped, None).await?;
        let starts = match self.encryption {
            Encryption::Required => true,
            Encryption::Opportunistic => connection.can_starttls(),
            Encryption::Always | Encryption::Never => false,
        };
        if starts {
            connection.starttls(self.tls.clone(), hello).await?;
        }
        if let Some(login) = &self.login {
            connection.auth(&MECHANISMS, login).await?;
        }
        Ok(connection)
    }
}

/// Only the recipient and the mail itself can be refused for good: a sender that is refused is a setting.
async fn hand_over(
    connection: &mut AsyncSmtpConnection,
    from: &Address,
    to: &Address,
    message: &[u8],
) -> Result<(), MailFault> {
    let sender = Mail::new(Some(from.clone()), vec![]);
    connection.command(sender).await.map_err(later)?;
    let recipient = Rcpt::new(to.clone(), vec![]);
    connection.command(recipient).await.map_err(judge)?;
    connection.command(Data).await.map_err(later)?;
    connection.message(message).await.map_err(judge)?;
    Ok(())
}

fn judge(error: Error) -> MailFault {
    if error.is_permanent() {
        MailFault::Refused(error.to_string())
    } else {
        later(error)
    }
}

fn later(error: Error) -> MailFault {
    MailFault::Later(error.to_string())
}

fn took_too_long(limit: Duration) -> MailFault {
    MailFault::Later(format!("no answer within {} seconds", limit.as_secs()))
}

fn read_login(url: &Url) -> Result<Option<Credentials>, String> {
    // User names are addresses more often than not, with %40 for the at sign.
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

/// A password never travels in clear text but on this machine; mail without a login is encrypted where
/// the server can.
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

/// How we greet: by the public name of the site.
#[must_use]
pub fn hello(public_host: &str) -> ClientId {
    match public_host.trim_matches(['[', ']']).parse::<IpAddr>() {
        Ok(IpAddr::V4(address)) => ClientId::Ipv4(address),
        Ok(IpAddr::V6(address)) => ClientId::Ipv6(address),
        Err(_) => ClientId::Domain(public_host.to_owned()),
    }
}

/// The certificates of a file, in PEM.
pub fn read_roots(file: &Path) -> Result<Certificate, String> {
    let shown = file.display();
    let pem = std::fs::read(file).map_err(|error| format!("'{shown}' cannot be read ({error})"))?;
    if !pem
        .windows(CERTIFICATE.len())
        .any(|window| window == CERTIFICATE)
    {
        return Err(format!("'{shown}' holds no certificate in PEM"));
    }
    Certificate::from_pem(&pem).map_err(|_| format!("'{shown}' holds no certificate in PEM"))
}

const CERTIFICATE: &[u8] = b"-----BEGIN CERTIFICATE-----";

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(url: &str) -> Result<SmtpServer, String> {
        SmtpServer::parse(url, &[], Duration::from_secs(1))
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
