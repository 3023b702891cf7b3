//! Parsed and validated settings. The program does not start with invalid ones (decisions §1).

mod address;
mod charges;
mod database;
mod hash_cost;
mod payments;
mod proxies;
mod read;
mod sign_in;

pub use proxies::ConnectionLimits;

use std::net::SocketAddr;
use std::path::PathBuf;

use axum::http::Uri;
use chrono::TimeDelta;
use chrono_tz::Tz;
use domain::booking::RefundPolicy;
use domain::money::Currency;
use domain::trek::Charges;
use ipnet::IpNet;
use lettre::message::Mailbox;

use crate::platform::adapters::file_store::Place;
use crate::platform::adapters::sandbox_faults::Faults;
use crate::platform::adapters::smtp::SmtpServer;
use crate::platform::adapters::stripe::StripeKeys;
use crate::platform::map_tiles::MapTiles;
use crate::platform::rate_limits::Limits;
use crate::platform::settings::{BadSetting, Values};

pub use sign_in::GoogleSettings;

const DEFAULT_STRIPE_URL: &str = "https://api.stripe.com";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Development,
    Production,
}

/// Company details at the head of an invoice.
#[derive(Debug, Clone)]
pub struct Company {
    pub name: String,
    pub address: String,
    pub registration: Option<String>,
    /// Trekking or tourism licence.
    pub licence: Option<String>,
}

/// Cost of a password hash, and limits on concurrent hashing.
#[derive(Debug, Clone, Copy)]
pub struct HashCost {
    pub memory_kib: u32,
    pub iterations: u32,
    pub parallelism: u32,
    /// Maximum number of concurrent hashes.
    pub at_once: u32,
    /// Maximum number of waiting hashes; further requests are rejected.
    pub waiting: u32,
}

#[derive(Clone)]
pub struct Config {
    pub listen: SocketAddr,
    /// Without a trailing slash. If the setting is absent, it follows the bound port.
    pub public_url: String,
    public_url_given: bool,
    pub data_dir: PathBuf,
    pub database_url: String,
    /// Storage of uploaded images.
    pub storage: Place,
    pub mode: Mode,
    pub allow_sandbox: bool,
    pub secret_key: Option<String>,
    pub name: String,
    pub contact_email: String,
    pub contact_phone: Option<String>,
    pub company: Company,
    pub mail_from: Mailbox,
    /// None writes each email to the outbox folder.
    pub smtp: Option<SmtpServer>,
    pub currency: Currency,
    pub timezone: Tz,
    pub cancellation_policy: RefundPolicy,
    /// Charges of a new trek.
    pub default_charges: Charges,
    /// Time until an unpaid booking is cancelled.
    pub unpaid_for: TimeDelta,
    /// Prefix of booking references.
    pub reference_prefix: String,
    /// Address for the agency's emails about bookings; none sends no emails.
    pub agency_email: Option<String>,
    pub otp_ttl_seconds: u32,
    /// None disables exchange rates.
    pub exchange_rate_url: Option<String>,
    pub map_tiles: MapTiles,
    /// None uses the sandbox.
    pub stripe: Option<StripeKeys>,
    pub sandbox_faults: Faults,
    pub hash_cost: HashCost,
    /// None disables sign-in with Google.
    pub google: Option<GoogleSettings>,
    pub trusted_proxies: Vec<IpNet>,
    pub connections: ConnectionLimits,
    pub limits: Limits,
    pub log: String,
    pub log_json: bool,
    /// None serves metrics on `listen`, to this machine only.
    pub metrics_listen: Option<SocketAddr>,
}

impl Config {
    pub fn from_values(values: &Values) -> Result<Self, BadSetting> {
        read::one_line_each(values)?;
        let text = |name: &'static str| values.get(name).unwrap_or_default().to_owned();
        let optional = |name: &'static str| values.get(name).map(str::to_owned);
        let name = text("name");
        let data_dir = PathBuf::from(text("data_dir"));
        let listen = address::listen(values)?;
        let contact_email = read::contact_email(values)?;
        let mode = read::mode(values)?;
        let currency = read::currency(values)?;
        let config = Self {
            public_url: read::public_url(values, listen)?,
            public_url_given: values.get("public_url").is_some(),
            database_url: database::url(values, &data_dir)?,
            storage: Place::parse(values.get("storage_url"), &data_dir)?,
            mode,
            allow_sandbox: read::switch(values, "allow_sandbox")?,
            secret_key: read::secret_key(values)?,
            mail_from: read::mail_from(values, &name, &contact_email)?,
            smtp: read::smtp(values)?,
            currency,
            default_charges: charges::read(values, currency)?,
            timezone: read::timezone(values)?,
            cancellation_policy: read::cancellation_policy(values)?,
            unpaid_for: TimeDelta::hours(read::number(values, "unpaid_hours", 1, 720)?.into()),
            reference_prefix: read::reference_prefix(values)?,
            agency_email: read::agency_email(values, &contact_email)?,
            otp_ttl_seconds: read::number(values, "otp_ttl_seconds", 10, 3600)?,
            exchange_rate_url: read::exchange_rate_url(values)?,
            map_tiles: read::map_tiles(values)?,
            stripe: payments::stripe(values)?,
            sandbox_faults: read::sandbox_faults(values)?,
            hash_cost: hash_cost::read(values)?,
            google: sign_in::google(values)?,
            connections: proxies::connections(values)?,
            trusted_proxies: proxies::trusted_proxies(values)?,
            limits: Limits::from_values(values)?,
            log: text("log"),
            log_json: read::word(values, "log_format", &["text", "json"])? == "json",
            contact_phone: optional("contact_phone"),
            company: Company {
                name: optional("company_name").unwrap_or_else(|| name.clone()),
                address: text("company_address"),
                registration: optional("company_registration"),
                licence: optional("company_licence"),
            },
            metrics_listen: address::metrics_listen(values)?,
            listen,
            data_dir,
            contact_email,
            name,
        };
        config.check_together()?;
        Ok(config)
    }

    /// Validates rules that involve several settings.
    fn check_together(&self) -> Result<(), BadSetting> {
        if self.mode == Mode::Production && !self.public_url.starts_with("https://") {
            return Err(BadSetting::new(
                "CHAUTARI_PUBLIC_URL",
                "in production it must begin with https://",
            ));
        }
        Ok(())
    }

    /// The sandbox confirms real bookings with test cards, and the README lists the demo logins. Both therefore need
    /// loopback addresses or `allow_sandbox`.
    pub fn check_sandbox(&self, with_demo: bool) -> Result<(), BadSetting> {
        if self.allow_sandbox
            || (self.stripe.is_some() && !with_demo)
            || (self.listen.ip().is_loopback() && read::is_loopback(&self.public_url))
        {
            return Ok(());
        }
        Err(BadSetting::new(
            "CHAUTARI_ALLOW_SANDBOX",
            "the sandbox payment provider and the demo logins start only where CHAUTARI_LISTEN and \
             CHAUTARI_PUBLIC_URL are loopback addresses, or with CHAUTARI_ALLOW_SANDBOX=1",
        ))
    }

    /// Sets the port after binding, because port 0 selects a free one.
    pub fn follow_port(&mut self, bound: SocketAddr) {
        if !self.public_url_given {
            self.public_url = format!("http://localhost:{}", bound.port());
        }
        self.listen = bound;
    }

    /// The host of the public URL, for Message-IDs.
    #[must_use]
    pub fn public_host(&self) -> String {
        self.public_url
            .parse::<Uri>()
            .ok()
            .and_then(|url| url.host().map(str::to_owned))
            .unwrap_or_default()
    }

    #[must_use]
    pub fn outbox(&self) -> PathBuf {
        self.data_dir.join("outbox")
    }
}
