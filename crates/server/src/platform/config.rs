//! Parsed and validated settings. The program does not start with invalid ones (decisions §1).

mod address;
mod charges;
mod database;
mod desk;
mod enquiries;
mod hash_cost;
mod invoice;
mod payments;
mod proxies;
mod read;
mod sign_in;
mod staff;
mod ways;

pub use desk::{DeskValues, Refused};
pub use proxies::ConnectionLimits;

use std::net::SocketAddr;
use std::path::PathBuf;

use axum::http::Uri;
use chrono::TimeDelta;
use chrono_tz::Tz;
use domain::booking::RefundPolicy;
use domain::invoice::{InvoiceTerms, Seller, VatTerms};
use domain::money::{Currency, Money};
use domain::rate::RateSource;
use domain::schedule::PaymentTerms;
use domain::trek::Charges;
use ipnet::IpNet;
use lettre::message::Mailbox;

use crate::platform::adapters::esewa::EsewaKeys;
use crate::platform::adapters::file_store::Place;
use crate::platform::adapters::khalti::KhaltiKeys;
use crate::platform::adapters::sandbox_faults::Faults;
use crate::platform::adapters::smtp::SmtpServer;
use crate::platform::adapters::stripe::StripeKeys;
use crate::platform::map_tiles::MapTiles;
use crate::platform::rate_limits::Limits;
use crate::platform::settings::{BadSetting, Values};

pub use sign_in::GoogleSettings;
pub use ways::{BankTransfer, PayOnArrival};

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
    /// What it was read from.
    pub values: Values,
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
    /// Digits with the country code. None shows no link.
    pub whatsapp_number: Option<String>,
    /// Address for replies to emails about enquiries; none leaves the link in the email.
    pub enquiry_inbox: Option<String>,
    pub company: Company,
    /// The VAT of new invoices in Nepal's mode; none issues plain invoices.
    pub invoice_vat: Option<VatTerms>,
    /// Fonts for letters that the built-in ones lack.
    pub font_dir: Option<PathBuf>,
    pub mail_from: Mailbox,
    /// None stores each email in the outbox.
    pub smtp: Option<SmtpServer>,
    pub currency: Currency,
    pub timezone: Tz,
    pub cancellation_policy: RefundPolicy,
    /// Charges of a new trek.
    pub default_charges: Charges,
    /// Deposit of a new trek; none if everything is due with the booking.
    pub default_terms: Option<PaymentTerms>,
    /// Time for which the seats of an unpaid booking on a group departure are held.
    pub hold_for: TimeDelta,
    /// Number of days before the start by which the agency guarantees a departure or cancels it, unless staff enter
    /// another day.
    pub decide_days: u32,
    /// Number of days before that day on which the agency is reminded.
    pub decide_reminder_days: Vec<u32>,
    /// Number of days before a balance is due on which the customer is reminded; negative after it.
    pub balance_reminders: Vec<i32>,
    /// Number of days after the last day of a trip on which the customer is asked for a review. None asks for none.
    pub review_request_days: Option<u32>,
    /// Time until an unpaid booking is cancelled.
    pub unpaid_for: TimeDelta,
    /// Prefix of booking references.
    pub reference_prefix: String,
    /// Address for the agency's emails about bookings; none sends no emails.
    pub agency_email: Option<String>,
    /// Limits the emails of campaigns.
    pub campaign_mails_per_minute: u32,
    /// Number of backups to keep that are made before a migration; 0 makes none.
    pub migration_backups: usize,
    pub otp_ttl_seconds: u32,
    /// None disables exchange rates.
    pub exchange_rate_url: Option<String>,
    /// Source of the rate to NPR that is locked with a booking; none locks no rate.
    pub rate_source: Option<RateSource>,
    /// Rates of Nepal Rastra Bank.
    pub nrb_url: String,
    pub map_tiles: MapTiles,
    /// Without it the sandbox takes cards, or nothing does ([`Config::uses_sandbox`]).
    pub stripe: Option<StripeKeys>,
    /// None switches eSewa off.
    pub esewa: Option<EsewaKeys>,
    /// None switches Khalti off.
    pub khalti: Option<KhaltiKeys>,
    /// None switches bank transfers off.
    pub bank_transfer: Option<BankTransfer>,
    /// None switches payments at the agency off.
    pub pay_on_arrival: Option<PayOnArrival>,
    pub sandbox_faults: Faults,
    pub hash_cost: HashCost,
    /// Whether staff and owners need a second step.
    pub staff_needs_second_step: bool,
    /// The most that staff refund of a booking; none for no limit.
    pub staff_refund_limit: Option<Money>,
    /// None disables sign-in with Google.
    pub google: Option<GoogleSettings>,
    pub trusted_proxies: Vec<IpNet>,
    pub connections: ConnectionLimits,
    pub limits: Limits,
    pub log: String,
    pub log_json: bool,
    /// Collector of traces; none sends none.
    pub otlp_endpoint: Option<String>,
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
            values: values.clone(),
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
            default_terms: charges::terms(values)?,
            timezone: read::timezone(values)?,
            cancellation_policy: read::cancellation_policy(values)?,
            hold_for: TimeDelta::minutes(read::number(values, "hold_minutes", 1, 1440)?.into()),
            decide_days: read::number(values, "decide_days", 0, 365)?,
            decide_reminder_days: read::decide_reminder_days(values)?,
            balance_reminders: read::balance_reminders(values)?,
            review_request_days: read::review_request_days(values)?,
            unpaid_for: TimeDelta::hours(read::number(values, "unpaid_hours", 1, 720)?.into()),
            reference_prefix: read::reference_prefix(values)?,
            agency_email: read::agency_email(values, &contact_email)?,
            campaign_mails_per_minute: read::number(values, "campaign_mails_per_minute", 1, 1000)?,
            migration_backups: read::number(values, "migration_backups", 0, 100)? as usize,
            otp_ttl_seconds: read::number(values, "otp_ttl_seconds", 10, 3600)?,
            exchange_rate_url: read::exchange_rate_url(values)?,
            rate_source: read::rate_source(values)?,
            nrb_url: payments::provider_url(values, "nrb_url")?,
            map_tiles: read::map_tiles(values)?,
            stripe: payments::stripe(values)?,
            esewa: payments::esewa(values)?,
            khalti: payments::khalti(values)?,
            bank_transfer: ways::bank_transfer(values)?,
            pay_on_arrival: ways::pay_on_arrival(values)?,
            sandbox_faults: read::sandbox_faults(values)?,
            hash_cost: hash_cost::read(values)?,
            staff_needs_second_step: staff::needs_second_step(values)?,
            staff_refund_limit: staff::refund_limit(values, currency)?,
            google: sign_in::google(values)?,
            connections: proxies::connections(values)?,
            trusted_proxies: proxies::trusted_proxies(values)?,
            limits: Limits::from_values(values)?,
            log: text("log"),
            log_json: read::word(values, "log_format", &["text", "json"])? == "json",
            otlp_endpoint: address::otlp_endpoint(values)?,
            contact_phone: optional("contact_phone"),
            whatsapp_number: enquiries::whatsapp_number(values)?,
            enquiry_inbox: enquiries::inbox(values)?,
            company: Company {
                name: optional("company_name").unwrap_or_else(|| name.clone()),
                address: text("company_address"),
                registration: optional("company_registration"),
                licence: optional("company_licence"),
            },
            invoice_vat: invoice::vat(values)?,
            font_dir: optional("font_dir").map(PathBuf::from),
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
        if self.rate_source == Some(RateSource::Exchange) && self.exchange_rate_url.is_none() {
            return Err(BadSetting::new(
                "CHAUTARI_RATE_SOURCE",
                "exchange needs CHAUTARI_EXCHANGE_RATE_URL",
            ));
        }
        Ok(())
    }

    /// The sandbox confirms real bookings with test cards, the test servers of wallets do so with test money, and the
    /// README lists the demo logins. All therefore need loopback addresses or `allow_sandbox`.
    pub fn check_sandbox(&self, with_demo: bool) -> Result<(), BadSetting> {
        if self.allow_sandbox
            || (!self.uses_sandbox() && !with_demo && self.has_only_live_wallets())
            || (self.listen.ip().is_loopback() && read::is_loopback(&self.public_url))
        {
            return Ok(());
        }
        Err(BadSetting::new(
            "CHAUTARI_ALLOW_SANDBOX",
            "the sandbox payment provider, test servers of wallets and the demo logins start only where CHAUTARI_LISTEN and \
             CHAUTARI_PUBLIC_URL are loopback addresses, or with CHAUTARI_ALLOW_SANDBOX=1; without a card provider, production \
             needs CHAUTARI_PAY_BY_BANK or CHAUTARI_PAY_ON_ARRIVAL",
        ))
    }

    /// Whether the sandbox takes cards: without Stripe's keys, but not in production where the agency is paid another
    /// way.
    #[must_use]
    pub fn uses_sandbox(&self) -> bool {
        let is_other_on = self.bank_transfer.is_some()
            || self.pay_on_arrival.is_some()
            || self.esewa.is_some()
            || self.khalti.is_some();
        let is_live = self.mode == Mode::Production && is_other_on;
        self.stripe.is_none() && (self.allow_sandbox || !is_live)
    }

    fn has_only_live_wallets(&self) -> bool {
        let esewa = self.esewa.iter().map(|keys| &keys.url);
        let khalti = self.khalti.iter().map(|keys| &keys.url);
        esewa.chain(khalti).all(|url| payments::is_live(url))
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

    /// The terms of new invoices.
    #[must_use]
    pub fn invoice_terms(&self) -> InvoiceTerms {
        let contact = [Some(&self.contact_email), self.contact_phone.as_ref()];
        let contact: Vec<&str> = contact.into_iter().flatten().map(String::as_str).collect();
        InvoiceTerms {
            seller: Seller {
                name: self.company.name.clone(),
                address: self.company.address.clone(),
                registration: self.company.registration.clone(),
                contact: contact.join(" · "),
            },
            vat: self.invoice_vat.clone(),
        }
    }

    /// Without a mail server, emails are stored here.
    #[must_use]
    pub fn outbox(&self) -> PathBuf {
        self.data_dir.join("outbox")
    }

    /// Whether other servers can use the storage: a bucket, or a folder outside of the data folder.
    #[must_use]
    pub fn shares_storage(&self) -> bool {
        match &self.storage {
            Place::Bucket { .. } => true,
            Place::Folder(folder) => !folder.starts_with(&self.data_dir),
        }
    }
}
