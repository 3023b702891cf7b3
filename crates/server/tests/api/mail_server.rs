//! An SMTP server for tests, with the faults of real ones.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use rcgen::{CertificateParams, Issuer, KeyPair};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

/// The current fault of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fault {
    #[default]
    None,
    RefusesRecipient,
    DefersRecipient,
    RefusesSender,
    RefusesLogin,
    RefusesContent,
    /// Accepts the connection and sends nothing.
    Hangs,
    /// Closes the connection in the middle of the email.
    DropsInMail,
    /// Receives the email and closes without a response.
    DropsAfterMail,
}

/// Kind of encryption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    Never,
    StartTls,
    Always,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Received {
    pub from: String,
    pub to: String,
    pub data: String,
    pub encrypted: bool,
    /// `user:password` as decoded from AUTH PLAIN.
    pub login: Option<String>,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        let start = format!("{name}: ");
        let line = self.data.lines().find_map(|line| line.strip_prefix(&start));
        line.unwrap_or_else(|| panic!("no {name} in {}", self.data))
    }

    /// The digits at the beginning of the subject.
    pub fn code(&self) -> String {
        let subject = self.header("Subject");
        subject.chars().take_while(char::is_ascii_digit).collect()
    }
}

#[derive(Clone)]
pub struct MailServer {
    pub address: SocketAddr,
    state: Arc<State>,
    /// The certificate of the server's authority, in PEM.
    pub authority: String,
}

struct State {
    fault: Mutex<Fault>,
    received: Mutex<Vec<Received>>,
    encryption: Encryption,
    tls: TlsAcceptor,
}

impl MailServer {
    pub async fn start(encryption: Encryption) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let (tls, authority) = certificates();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let state = Arc::new(State {
            fault: Mutex::new(Fault::None),
            received: Mutex::new(Vec::new()),
            encryption,
            tls,
        });
        let serving = state.clone();
        // The task ends with the runtime of its test.
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let state = serving.clone();
                tokio::spawn(async move {
                    let _ = serve(stream, &state).await;
                });
            }
        });
        Self {
            address,
            state,
            authority,
        }
    }

    pub fn set_fault(&self, fault: Fault) {
        *self.state.fault.lock().expect("the fault") = fault;
    }

    pub fn received(&self) -> Vec<Received> {
        self.state.received.lock().expect("the mails").clone()
    }
}

/// A certificate authority per server, and a certificate for the loopback names.
fn certificates() -> (TlsAcceptor, String) {
    let mut of_authority = CertificateParams::new(vec![]).expect("parameters");
    of_authority.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
    let authority_key = KeyPair::generate().expect("a key");
    let authority = of_authority.self_signed(&authority_key).expect("signed");
    let issuer = Issuer::from_params(&of_authority, &authority_key);
    let names = vec!["localhost".to_owned(), "127.0.0.1".to_owned()];
    let key = KeyPair::generate().expect("a key");
    let certificate = CertificateParams::new(names).expect("parameters");
    let certificate = certificate.signed_by(&key, &issuer).expect("signed");
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], key)
        .expect("a configuration");
    (TlsAcceptor::from(Arc::new(config)), authority.pem())
}

async fn serve(stream: tokio::net::TcpStream, state: &State) -> std::io::Result<()> {
    if *state.fault.lock().expect("the fault") == Fault::Hangs {
        // Waits until the client disconnects.
        let mut stream = BufReader::new(stream);
        stream.read_line(&mut String::new()).await?;
        return Ok(());
    }
    if state.encryption == Encryption::Always {
        let stream = state.tls.accept(stream).await?;
        converse(stream, state, true, true).await?;
        return Ok(());
    }
    if let Some(stream) = converse(stream, state, false, true).await? {
        let stream = state.tls.accept(stream).await?;
        converse(stream, state, true, false).await?;
    }
    Ok(())
}

/// Speaks SMTP until the end, or until STARTTLS: then returns the stream.
async fn converse<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    state: &State,
    encrypted: bool,
    greets: bool,
) -> std::io::Result<Option<S>> {
    let mut stream = BufReader::new(stream);
    if greets {
        say(&mut stream, "220 mail.example ESMTP").await?;
    }
    let (mut from, mut to, mut login) = (String::new(), String::new(), None);
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        let fault = *state.fault.lock().expect("the fault");
        let verb = line.split([' ', ':']).next().unwrap_or_default();
        let answer = match verb.to_ascii_uppercase().as_str() {
            "EHLO" if state.encryption == Encryption::StartTls && !encrypted => {
                "250-mail.example\r\n250-8BITMIME\r\n250 STARTTLS"
            }
            "EHLO" => "250-mail.example\r\n250-8BITMIME\r\n250 AUTH PLAIN LOGIN",
            "STARTTLS" => {
                say(&mut stream, "220 go on").await?;
                return Ok(Some(stream.into_inner()));
            }
            "AUTH" if fault == Fault::RefusesLogin => "535 5.7.8 wrong user or password",
            "AUTH" => {
                login = line.rsplit(' ').next().map(str::to_owned);
                "235 welcome"
            }
            "MAIL" if fault == Fault::RefusesSender => "550 5.7.1 sender not allowed",
            "MAIL" => {
                from = address_in(line);
                "250 ok"
            }
            "RCPT" if fault == Fault::RefusesRecipient => "550 5.1.1 no such user here",
            "RCPT" if fault == Fault::DefersRecipient => "451 4.7.1 greylisted, come back later",
            "RCPT" => {
                to = address_in(line);
                "250 ok"
            }
            "DATA" => {
                say(&mut stream, "354 go on").await?;
                if fault == Fault::DropsInMail {
                    stream.read_line(&mut String::new()).await?;
                    return Ok(None);
                }
                let data = read_mail(&mut stream).await?;
                if fault != Fault::RefusesContent {
                    let received = Received {
                        from: from.clone(),
                        to: to.clone(),
                        data,
                        encrypted,
                        login: login.clone(),
                    };
                    state.received.lock().expect("the mails").push(received);
                }
                match fault {
                    Fault::RefusesContent => "554 5.7.1 looks like spam",
                    Fault::DropsAfterMail => return Ok(None),
                    _ => "250 taken",
                }
            }
            "QUIT" => {
                say(&mut stream, "221 bye").await?;
                return Ok(None);
            }
            _ => "500 what?",
        };
        say(&mut stream, answer).await?;
    }
}

async fn say<S: AsyncWrite + Unpin>(stream: &mut S, line: &str) -> std::io::Result<()> {
    stream.write_all(format!("{line}\r\n").as_bytes()).await?;
    stream.flush().await
}

async fn read_mail<S: AsyncBufReadExt + Unpin>(stream: &mut S) -> std::io::Result<String> {
    let mut data = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        if line == ".\r\n" {
            return Ok(data);
        }
        data.push_str(line.strip_prefix('.').unwrap_or(&line));
    }
}

fn address_in(line: &str) -> String {
    let inside = line
        .split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'));
    inside
        .map(|(address, _)| address)
        .unwrap_or_default()
        .to_owned()
}
