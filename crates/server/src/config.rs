//! The settings, read and checked: a program that starts has settings that make sense (decisions §1).

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::PathBuf;
use std::str::FromStr;

use axum::http::Uri;
use chrono_tz::Tz;
use domain::booking::{RefundPolicy, RefundStep};
use domain::money::{Currency, Percent};
use ipnet::IpNet;
use lettre::message::Mailbox;

use crate::limits::Limits;
use crate::ports::sandbox::Faults;
use crate::settings::{BadSetting, Values};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Development,
    Production,
}

/// What the invoice is headed with.
#[derive(Debug, Clone)]
pub struct Company {
    pub name: String,
    pub address: String,
    pub registration: Option<String>,
}

/// Cost of a password hash.
#[derive(Debug, Clone, Copy)]
pub struct HashCost {
    pub memory_kib: u32,
    pub iterations: u32,
    pub parallelism: u32,
}

#[derive(Clone)]
pub struct Config {
    pub listen: SocketAddr,
    /// Without a slash at the end. Follows the bound port where the setting is not given.
    pub public_url: String,
    public_url_given: bool,
    pub data_dir: PathBuf,
    pub database_url: String,
    pub mode: Mode,
    pub allow_sandbox: bool,
    pub secret_key: Option<String>,
    pub name: String,
    pub contact_email: String,
    pub contact_phone: Option<String>,
    pub company: Company,
    pub mail_from: Mailbox,
    pub currency: Currency,
    pub timezone: Tz,
    pub cancellation_policy: RefundPolicy,
    pub otp_ttl_seconds: u32,
    /// None asks nobody.
    pub exchange_rate_url: Option<String>,
    pub sandbox_faults: Faults,
    pub hash_cost: HashCost,
    pub trusted_proxies: Vec<IpNet>,
    pub limits: Limits,
    pub log: String,
    pub log_json: bool,
}

impl Config {
    pub fn from_values(values: &Values) -> Result<Self, BadSetting> {
        let text = |name: &'static str| values.get(name).unwrap_or_default().to_owned();
        let optional = |name: &'static str| values.get(name).map(str::to_owned);
        let name = text("name");
        let data_dir = PathBuf::from(text("data_dir"));
        let listen = listen(values)?;
        let contact_email = contact_email(values)?;
        let config = Self {
            public_url: public_url(values, listen)?,
            public_url_given: values.get("public_url").is_some(),
            database_url: database_url(values, &data_dir)?,
            mode: mode(values)?,
            allow_sandbox: switch(values, "allow_sandbox")?,
            secret_key: secret_key(values)?,
            mail_from: mail_from(values, &name, &contact_email)?,
            currency: currency(values)?,
            timezone: timezone(values)?,
            cancellation_policy: cancellation_policy(values)?,
            otp_ttl_seconds: number(values, "otp_ttl_seconds", 10, 3600)?,
            exchange_rate_url: exchange_rate_url(values)?,
            sandbox_faults: sandbox_faults(values)?,
            hash_cost: hash_cost(values)?,
            trusted_proxies: trusted_proxies(values)?,
            limits: Limits::from_values(values)?,
            log: text("log"),
            log_json: word(values, "log_format", &["text", "json"])? == "json",
            contact_phone: optional("contact_phone"),
            company: Company {
                name: optional("company_name").unwrap_or_else(|| name.clone()),
                address: text("company_address"),
                registration: optional("company_registration"),
            },
            listen,
            data_dir,
            contact_email,
            name,
        };
        config.check_together()?;
        Ok(config)
    }

    /// Rules over more than one setting.
    fn check_together(&self) -> Result<(), BadSetting> {
        if self.mode == Mode::Production && !self.public_url.starts_with("https://") {
            return Err(BadSetting::new(
                "CHAUTARI_PUBLIC_URL",
                "in production it must begin with https://",
            ));
        }
        Ok(())
    }

    /// The sandbox takes any test card for real money, and the demo logins are printed
    /// in the README: both stay where only this machine can reach them.
    pub fn check_sandbox(&self) -> Result<(), BadSetting> {
        if self.allow_sandbox || (self.listen.ip().is_loopback() && is_loopback(&self.public_url)) {
            return Ok(());
        }
        Err(BadSetting::new(
            "CHAUTARI_ALLOW_SANDBOX",
            "the sandbox payment provider and the demo logins start only where CHAUTARI_LISTEN and \
             CHAUTARI_PUBLIC_URL are loopback addresses, or with CHAUTARI_ALLOW_SANDBOX=1",
        ))
    }

    /// The port is known only once it is bound.
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

fn bad<T>(name: &str, may_be: impl Into<String>) -> Result<T, BadSetting> {
    Err(BadSetting::new(
        format!("CHAUTARI_{}", name.to_uppercase()),
        may_be,
    ))
}

fn listen(values: &Values) -> Result<SocketAddr, BadSetting> {
    let text = values.get("listen").unwrap_or_default();
    match text.to_socket_addrs().map(|mut found| found.next()) {
        Ok(Some(address)) => Ok(address),
        _ => bad(
            "listen",
            format!("'{text}' is no address; it may be host:port, as 127.0.0.1:8080"),
        ),
    }
}

fn public_url(values: &Values, listen: SocketAddr) -> Result<String, BadSetting> {
    let Some(text) = values.get("public_url") else {
        return Ok(format!("http://localhost:{}", listen.port()));
    };
    let text = text.trim_end_matches('/');
    let url = text.parse::<Uri>().ok().filter(|url| {
        matches!(url.scheme_str(), Some("http" | "https"))
            && url.host().is_some_and(|host| !host.is_empty())
            && url
                .authority()
                .is_some_and(|authority| !authority.as_str().contains('@'))
            && matches!(url.path(), "" | "/")
            && url.query().is_none()
    });
    match url {
        Some(_) => Ok(text.to_owned()),
        None => bad(
            "public_url",
            format!("'{text}' may be http:// or https:// and a host, as https://treks.example"),
        ),
    }
}

fn database_url(values: &Values, data_dir: &std::path::Path) -> Result<String, BadSetting> {
    match values.get("database_url") {
        None => Ok(format!(
            "sqlite://{}",
            data_dir.join("chautari.db").display()
        )),
        Some(url)
            if ["sqlite:", "postgres://", "postgresql://"]
                .iter()
                .any(|start| url.starts_with(start)) =>
        {
            Ok(url.to_owned())
        }
        // The value may carry a password: it is not repeated.
        Some(_) => bad(
            "database_url",
            "may be sqlite://path/to/file.db or postgres://user:password@host/name",
        ),
    }
}

fn mode(values: &Values) -> Result<Mode, BadSetting> {
    Ok(
        match word(values, "mode", &["development", "production"])?.as_str() {
            "production" => Mode::Production,
            _ => Mode::Development,
        },
    )
}

fn secret_key(values: &Values) -> Result<Option<String>, BadSetting> {
    match values.get("secret_key") {
        Some(key) if key.chars().count() < 32 => bad(
            "secret_key",
            "may be 32 characters or more, from a random source",
        ),
        key => Ok(key.map(str::to_owned)),
    }
}

fn contact_email(values: &Values) -> Result<String, BadSetting> {
    let text = values.get("contact_email").unwrap_or_default();
    match domain::account::Email::parse(text) {
        Ok(email) => Ok(email.as_str().to_owned()),
        Err(_) => bad(
            "contact_email",
            format!("'{text}' is no e-mail address; it may be name@host.example"),
        ),
    }
}

fn mail_from(values: &Values, name: &str, contact: &str) -> Result<Mailbox, BadSetting> {
    let Some(text) = values.get("mail_from") else {
        return match contact.parse() {
            Ok(address) => Ok(Mailbox::new(Some(name.to_owned()), address)),
            Err(_) => bad(
                "contact_email",
                format!("'{contact}' cannot send mail; set CHAUTARI_MAIL_FROM"),
            ),
        };
    };
    match Mailbox::from_str(text) {
        Ok(mailbox) => Ok(mailbox),
        Err(_) => bad(
            "mail_from",
            format!("'{text}' may be Name <name@host.example>"),
        ),
    }
}

fn currency(values: &Values) -> Result<Currency, BadSetting> {
    let text = values.get("currency").unwrap_or_default();
    match Currency::parse(text) {
        Ok(currency) => Ok(currency),
        Err(_) => bad(
            "currency",
            format!("'{text}' may be a three-letter ISO 4217 code, as USD, NPR or INR"),
        ),
    }
}

fn timezone(values: &Values) -> Result<Tz, BadSetting> {
    let text = values.get("timezone").unwrap_or_default();
    match text.parse() {
        Ok(timezone) => Ok(timezone),
        Err(_) => bad(
            "timezone",
            format!("'{text}' may be a name of the IANA list, as Asia/Kathmandu"),
        ),
    }
}

fn cancellation_policy(values: &Values) -> Result<RefundPolicy, BadSetting> {
    let text = values.get("cancellation_policy").unwrap_or_default();
    let step = |part: &str| {
        let (days, percent) = part.split_once(':')?;
        let step = RefundStep {
            days: days.trim().parse().ok()?,
            percent: Percent::parse(percent.trim()).ok()?,
        };
        (step.days <= 3650).then_some(step)
    };
    let Some(steps) = text.split(',').map(step).collect::<Option<Vec<_>>>() else {
        return bad(
            "cancellation_policy",
            format!("'{text}' may be days:percent pairs, as 30:100,7:50"),
        );
    };
    Ok(RefundPolicy::new(steps))
}

fn exchange_rate_url(values: &Values) -> Result<Option<String>, BadSetting> {
    match values.get("exchange_rate_url") {
        None | Some("off") => Ok(None),
        Some(url) if url.starts_with("https://") || url.starts_with("http://") => {
            Ok(Some(url.to_owned()))
        }
        Some(_) => bad(
            "exchange_rate_url",
            "may be an http:// or https:// URL, or off",
        ),
    }
}

fn sandbox_faults(values: &Values) -> Result<Faults, BadSetting> {
    let text = values.get("sandbox_faults").unwrap_or_default();
    Faults::parse(text).or_else(|may_be| bad("sandbox_faults", may_be))
}

fn trusted_proxies(values: &Values) -> Result<Vec<IpNet>, BadSetting> {
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
            format!("'{text}' may be addresses or networks, as 10.0.0.1,10.1.0.0/16"),
        ),
    }
}

fn hash_cost(values: &Values) -> Result<HashCost, BadSetting> {
    let cost = HashCost {
        memory_kib: number(values, "argon2_memory_kib", 8, 1_048_576)?,
        iterations: number(values, "argon2_iterations", 1, 100)?,
        parallelism: number(values, "argon2_parallelism", 1, 16)?,
    };
    if cost.memory_kib < 8 * cost.parallelism {
        return bad(
            "argon2_memory_kib",
            format!(
                "may be {} or more with {} lanes",
                8 * cost.parallelism,
                cost.parallelism
            ),
        );
    }
    Ok(cost)
}

fn number(values: &Values, name: &'static str, least: u32, most: u32) -> Result<u32, BadSetting> {
    let text = values.get(name).unwrap_or_default();
    match text.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => bad(
            name,
            format!("'{text}' may be a whole number from {least} to {most}"),
        ),
    }
}

fn switch(values: &Values, name: &'static str) -> Result<bool, BadSetting> {
    Ok(matches!(
        word(values, name, &["0", "1", "false", "true"])?.as_str(),
        "1" | "true"
    ))
}

fn word(values: &Values, name: &'static str, words: &[&str]) -> Result<String, BadSetting> {
    let text = values.get(name).unwrap_or_default();
    if words.contains(&text) {
        Ok(text.to_owned())
    } else {
        bad(name, format!("'{text}' may be {}", words.join(", ")))
    }
}

fn is_loopback(url: &str) -> bool {
    let Some(host) = url
        .parse::<Uri>()
        .ok()
        .and_then(|url| url.host().map(str::to_owned))
    else {
        return false;
    };
    host == "localhost"
        || host.ends_with(".localhost")
        || host
            .trim_matches(['[', ']'])
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}
