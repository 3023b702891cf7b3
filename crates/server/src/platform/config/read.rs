//! Functions that read one setting each and report the allowed values if it is invalid.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use axum::http::Uri;
use chrono_tz::Tz;
use domain::booking::{RefundPolicy, RefundStep};
use domain::money::{Currency, Percent};
use domain::problem::has_control_character;
use domain::rate::RateSource;
use lettre::message::Mailbox;

use super::Mode;
use crate::platform::adapters::sandbox_faults::Faults;
use crate::platform::adapters::smtp::{self, SmtpServer};
use crate::platform::adapters::smtp_address::SmtpAddress;
use crate::platform::map_tiles::{self, MapConsent, MapTiles};
use crate::platform::settings::{BadSetting, SETTINGS, Values, variable};

pub(super) fn bad<T>(name: &str, may_be: impl Into<String>) -> Result<T, BadSetting> {
    Err(BadSetting::new(variable(name), may_be))
}

/// Names are written into email headers, where a line break would start another header.
pub(super) fn one_line_each(values: &Values) -> Result<(), BadSetting> {
    let names = SETTINGS.iter().map(|setting| setting.name);
    let is_split = |name: &&str| {
        *name != "company_address" && values.get(name).is_some_and(has_control_character)
    };
    match names.into_iter().find(is_split) {
        Some(name) => bad(name, "must be one line of text"),
        None => Ok(()),
    }
}

pub(super) fn public_url(values: &Values, listen: SocketAddr) -> Result<String, BadSetting> {
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
            format!(
                "'{text}' must be http:// or https:// and a host, for example https://treks.example"
            ),
        ),
    }
}

pub(super) fn mode(values: &Values) -> Result<Mode, BadSetting> {
    Ok(
        match word(values, "mode", &["development", "production"])?.as_str() {
            "production" => Mode::Production,
            _ => Mode::Development,
        },
    )
}

pub(super) fn secret_key(values: &Values) -> Result<Option<String>, BadSetting> {
    match values.get("secret_key") {
        Some(key) if key.chars().count() < 32 => bad(
            "secret_key",
            "must be 32 characters or more, from a random source",
        ),
        key => Ok(key.map(str::to_owned)),
    }
}

/// None if it is `off`; the contact address if it is not set.
pub(super) fn agency_email(
    values: &Values,
    contact_email: &str,
) -> Result<Option<String>, BadSetting> {
    match values.get("agency_email") {
        None => Ok(Some(contact_email.to_owned())),
        Some("off") => Ok(None),
        Some(text) => match domain::account::Email::parse(text) {
            Ok(email) => Ok(Some(email.as_str().to_owned())),
            Err(_) => bad(
                "agency_email",
                format!("'{text}' is not an email address; use name@host.example, or off"),
            ),
        },
    }
}

pub(super) fn reference_prefix(values: &Values) -> Result<String, BadSetting> {
    let text = values.get("reference_prefix").unwrap_or_default();
    if (2..=4).contains(&text.len()) && text.bytes().all(|letter| letter.is_ascii_uppercase()) {
        return Ok(text.to_owned());
    }
    bad(
        "reference_prefix",
        format!("'{text}' must be two to four capital letters, for example KD"),
    )
}

pub(super) fn contact_email(values: &Values) -> Result<String, BadSetting> {
    let text = values.get("contact_email").unwrap_or_default();
    match domain::account::Email::parse(text) {
        Ok(email) => Ok(email.as_str().to_owned()),
        Err(_) => bad(
            "contact_email",
            format!("'{text}' is not an email address; use name@host.example"),
        ),
    }
}

pub(super) fn mail_from(values: &Values, name: &str, contact: &str) -> Result<Mailbox, BadSetting> {
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
            format!("'{text}' must be Name <name@host.example>"),
        ),
    }
}

pub(super) fn smtp(values: &Values) -> Result<Option<SmtpServer>, BadSetting> {
    let seconds = number(values, "smtp_timeout_seconds", 1, 45)?;
    let roots = match values.get("smtp_ca_file") {
        None => Vec::new(),
        Some(file) => match smtp::read_roots(Path::new(file)) {
            Ok(roots) => vec![roots],
            Err(problem) => return bad("smtp_ca_file", problem),
        },
    };
    let Some(url) = values.get("smtp_url") else {
        return Ok(None);
    };
    let limit = Duration::from_secs(u64::from(seconds));
    SmtpAddress::parse(url)
        .and_then(|address| SmtpServer::new(address, &roots, limit))
        .map_or_else(
            |problem| bad("smtp_url", problem),
            |server| Ok(Some(server)),
        )
}

pub(super) fn currency(values: &Values) -> Result<Currency, BadSetting> {
    let text = values.get("currency").unwrap_or_default();
    match Currency::parse(text) {
        Ok(currency) => Ok(currency),
        Err(_) => bad(
            "currency",
            format!("'{text}' must be a three-letter ISO 4217 code, for example USD, NPR or INR"),
        ),
    }
}

pub(super) fn timezone(values: &Values) -> Result<Tz, BadSetting> {
    let text = values.get("timezone").unwrap_or_default();
    match text.parse() {
        Ok(timezone) => Ok(timezone),
        Err(_) => bad(
            "timezone",
            format!("'{text}' must be a name of the IANA list, for example Asia/Kathmandu"),
        ),
    }
}

pub(super) fn cancellation_policy(values: &Values) -> Result<RefundPolicy, BadSetting> {
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
            format!("'{text}' must be days:percent pairs, for example 30:100,7:50"),
        );
    };
    Ok(RefundPolicy::new(steps))
}

pub(super) fn exchange_rate_url(values: &Values) -> Result<Option<String>, BadSetting> {
    match values.get("exchange_rate_url") {
        None | Some("off") => Ok(None),
        Some(url) if url.starts_with("https://") || url.starts_with("http://") => {
            Ok(Some(url.to_owned()))
        }
        Some(_) => bad(
            "exchange_rate_url",
            "must be an http:// or https:// URL, or off",
        ),
    }
}

pub(super) fn rate_source(values: &Values) -> Result<Option<RateSource>, BadSetting> {
    let Some(text) = values.get("rate_source") else {
        return Ok(None);
    };
    match RateSource::parse(text) {
        Some(source) => Ok(Some(source)),
        None => bad(
            "rate_source",
            format!("'{text}' must be nrb, exchange or typed"),
        ),
    }
}

pub(super) fn map_tiles(values: &Values) -> Result<MapTiles, BadSetting> {
    let text = values.get("map_tiles").unwrap_or_default();
    // The message omits the value, which may contain a key.
    let tiles = MapTiles::parse(text).map_or_else(|| bad("map_tiles", map_tiles::MAY_BE), Ok)?;
    let consent = match word(values, "map_consent", &["none", "ask"])?.as_str() {
        "ask" => MapConsent::Ask,
        _ => MapConsent::None,
    };
    Ok(MapTiles { consent, ..tiles })
}

pub(super) fn sandbox_faults(values: &Values) -> Result<Faults, BadSetting> {
    let text = values.get("sandbox_faults").unwrap_or_default();
    Faults::parse(text).or_else(|may_be| bad("sandbox_faults", may_be))
}

pub(super) fn number(
    values: &Values,
    name: &'static str,
    least: u32,
    most: u32,
) -> Result<u32, BadSetting> {
    let text = values.get(name).unwrap_or_default();
    match text.parse() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => bad(
            name,
            format!("'{text}' must be a whole number from {least} to {most}"),
        ),
    }
}

/// Days before the decision date of a departure.
pub(super) fn decide_reminder_days(values: &Values) -> Result<Vec<u32>, BadSetting> {
    let name = "decide_reminder_days";
    let text = values.get(name).unwrap_or_default();
    if text == "off" {
        return Ok(Vec::new());
    }
    let day = |text: &str| text.trim().parse().ok().filter(|day: &u32| *day <= 365);
    let days: Option<Vec<u32>> = text.split(',').map(day).collect();
    match days {
        Some(days) => Ok(days),
        None => bad(
            name,
            format!("'{text}' must be days from 0 to 365, for example 14,7,0, or off"),
        ),
    }
}

/// Days before a balance is due, negative after it.
pub(super) fn balance_reminders(values: &Values) -> Result<Vec<i32>, BadSetting> {
    let name = "balance_reminders";
    let text = values.get(name).unwrap_or_default().trim();
    if text == "off" {
        return Ok(Vec::new());
    }
    let is_near = |day: &i32| (-365..=365).contains(day);
    let day = |text: &str| text.trim().parse().ok().filter(is_near);
    let days: Option<Vec<i32>> = text.split(',').map(day).collect();
    match days {
        Some(days) => Ok(days),
        None => bad(
            name,
            format!("'{text}' must be days from -365 to 365, for example 14,7,1,-1,-7, or off"),
        ),
    }
}

/// Days after the last day of a trip.
pub(super) fn review_request_days(values: &Values) -> Result<Option<u32>, BadSetting> {
    let name = "review_request_days";
    match values.get(name) {
        Some("off") => Ok(None),
        _ => number(values, name, 1, 60).map(Some),
    }
}

pub(super) fn switch(values: &Values, name: &'static str) -> Result<bool, BadSetting> {
    Ok(matches!(
        word(values, name, &["0", "1", "false", "true"])?.as_str(),
        "1" | "true"
    ))
}

pub(super) fn word(
    values: &Values,
    name: &'static str,
    words: &[&str],
) -> Result<String, BadSetting> {
    let text = values.get(name).unwrap_or_default();
    if words.contains(&text) {
        Ok(text.to_owned())
    } else {
        bad(name, format!("'{text}' must be {}", words.join(", ")))
    }
}

pub(super) fn is_loopback(url: &str) -> bool {
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
