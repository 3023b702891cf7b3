//! Delivers emails to an SMTP server: TLS, STARTTLS, login, and the meaning of its replies (decisions §1).
//!
//! Commands are sent one by one, because the same reply has different meanings: a rejected recipient is permanent, a
//! rejected login is temporary until the operator corrects the settings.

use std::fmt;
use std::net::IpAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lettre::Address;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::Mechanism;
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;

use super::smtp_address::{Encryption, SmtpAddress};

const MECHANISMS: [Mechanism; 2] = [Mechanism::Plain, Mechanism::Login];
/// The email is delivered by then, so a server that does not answer QUIT is not waited for.
const QUIT_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Debug, thiserror::Error)]
pub enum MailFault {
    #[error("the email cannot be composed: {0}")]
    Message(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("the email cannot be stored: {0}")]
    Store(#[from] std::io::Error),
    /// The server permanently rejects this email or recipient.
    #[error("the mail server rejected the email: {0}")]
    Refused(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The connection ended after the email was sent and before the server confirmed it. The email may arrive.
    #[error("the mail server did not confirm the email: {0}")]
    Unconfirmed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The failure is temporary.
    #[error("the email was not delivered: {0}")]
    Later(#[source] Box<dyn std::error::Error + Send + Sync>),
}

#[derive(Clone)]
pub struct SmtpServer {
    address: SmtpAddress,
    tls: TlsParameters,
    /// Time limit for one email, from the DNS lookup to the last reply.
    time_limit: Duration,
}

impl fmt::Debug for SmtpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.address)
    }
}

impl SmtpServer {
    /// Trusts the system's certificates and those of `roots`.
    pub fn new(
        address: SmtpAddress,
        roots: &[Certificate],
        time_limit: Duration,
    ) -> Result<Self, String> {
        let mut tls = TlsParameters::builder(address.host.clone());
        for root in roots {
            tls = tls.add_root_certificate(root.clone());
        }
        Ok(Self {
            address,
            tls: tls.build().map_err(|error| error.to_string())?,
            time_limit,
        })
    }

    /// Delivers an email within `time_left`.
    pub(crate) async fn deliver(
        &self,
        hello: &ClientId,
        (from, to): (&Address, &Address),
        message: &[u8],
        time_left: Option<Duration>,
    ) -> Result<(), MailFault> {
        let limit = time_left.map_or(self.time_limit, |left| left.min(self.time_limit));
        let is_sent = AtomicBool::new(false);
        let delivery = async {
            let mut connection = self.connect(hello).await.map_err(later)?;
            open_message(&mut connection, from, to).await?;
            is_sent.store(true, Ordering::Relaxed);
            connection.message(message).await.map_err(unconfirmed)?;
            let _ = tokio::time::timeout(QUIT_TIMEOUT, connection.quit()).await;
            Ok(())
        };
        match tokio::time::timeout(limit, delivery).await {
            Ok(done) => done,
            Err(_) if is_sent.load(Ordering::Relaxed) => {
                Err(MailFault::Unconfirmed(no_answer(limit).into()))
            }
            Err(_) => Err(took_too_long(limit)),
        }
    }

    /// Whether the server is reachable and accepts the login.
    pub(crate) async fn check(&self, hello: &ClientId) -> Result<String, MailFault> {
        let probe = async {
            let mut connection = self.connect(hello).await.map_err(later)?;
            let encrypted = if connection.is_encrypted() {
                "encrypted"
            } else {
                "not encrypted"
            };
            let _ = tokio::time::timeout(QUIT_TIMEOUT, connection.quit()).await;
            Ok(format!("{}, {encrypted}", self.address))
        };
        tokio::time::timeout(self.time_limit, probe)
            .await
            .unwrap_or_else(|_| Err(took_too_long(self.time_limit)))
    }

    async fn connect(&self, hello: &ClientId) -> Result<AsyncSmtpConnection, Error> {
        let wrapped = (self.address.encryption == Encryption::Always).then(|| self.tls.clone());
        let address = (self.address.host.as_str(), self.address.port);
        let limit = Some(self.time_limit);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(address, limit, hello, wrapped, None).await?;
        let starts = match self.address.encryption {
            Encryption::Required => true,
            Encryption::Opportunistic => connection.can_starttls(),
            Encryption::Always | Encryption::Never => false,
        };
        if starts {
            connection.starttls(self.tls.clone(), hello).await?;
        }
        if let Some(login) = &self.address.login {
            connection.auth(&MECHANISMS, login).await?;
        }
        Ok(connection)
    }
}

/// Only the recipient and the message can be rejected permanently. A rejected sender is a wrong setting.
async fn open_message(
    connection: &mut AsyncSmtpConnection,
    from: &Address,
    to: &Address,
) -> Result<(), MailFault> {
    let sender = Mail::new(Some(from.clone()), vec![]);
    connection.command(sender).await.map_err(later)?;
    let recipient = Rcpt::new(to.clone(), vec![]);
    connection.command(recipient).await.map_err(judge)?;
    connection.command(Data).await.map_err(later)?;
    Ok(())
}

fn judge(error: Error) -> MailFault {
    if error.is_permanent() {
        MailFault::Refused(error.into())
    } else {
        later(error)
    }
}

/// A reply of the server says that it did not accept the email. Without one, the email may have been accepted.
fn unconfirmed(error: Error) -> MailFault {
    if error.is_permanent() || error.is_transient() {
        judge(error)
    } else {
        MailFault::Unconfirmed(error.into())
    }
}

fn later(error: Error) -> MailFault {
    MailFault::Later(error.into())
}

fn took_too_long(limit: Duration) -> MailFault {
    MailFault::Later(no_answer(limit).into())
}

fn no_answer(limit: Duration) -> String {
    format!("no answer within {} s", limit.as_secs().max(1))
}

/// The EHLO name: the public host of the site.
#[must_use]
pub fn hello(public_host: &str) -> ClientId {
    match public_host.trim_matches(['[', ']']).parse::<IpAddr>() {
        Ok(IpAddr::V4(address)) => ClientId::Ipv4(address),
        Ok(IpAddr::V6(address)) => ClientId::Ipv6(address),
        Err(_) => ClientId::Domain(public_host.to_owned()),
    }
}

/// Reads certificates from a PEM file.
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
