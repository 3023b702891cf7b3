//! The database URL, and the encryption of connections to PostgreSQL.

use std::path::Path;

use super::read::{bad, word};
use crate::platform::settings::{BadSetting, Values};

pub(super) fn url(values: &Values, data_dir: &Path) -> Result<String, BadSetting> {
    let url = match values.get("database_url") {
        None => format!("sqlite://{}", data_dir.join("chautari.db").display()),
        Some(url)
            if ["sqlite:", "postgres://", "postgresql://"]
                .iter()
                .any(|start| url.starts_with(start)) =>
        {
            url.to_owned()
        }
        // The message omits the value, which may contain a password.
        Some(_) => {
            return bad(
                "database_url",
                "must be sqlite://path/to/file.db or postgres://user:password@host/name",
            );
        }
    };
    match values.get("database_tls") {
        None => Ok(url),
        Some(_) if url.starts_with("sqlite:") => bad(
            "database_tls",
            "is for PostgreSQL only, and the database is a SQLite file",
        ),
        Some(_) => Ok(with_tls(&url, &word(values, "database_tls", &TLS_MODES)?)),
    }
}

/// The names of libpq.
const TLS_MODES: [&str; 6] = [
    "disable",
    "allow",
    "prefer",
    "require",
    "verify-ca",
    "verify-full",
];

/// The setting overrides an sslmode in the URL.
fn with_tls(url: &str, mode: &str) -> String {
    let (base, query) = url.split_once('?').unwrap_or((url, ""));
    let is_other = |pair: &&str| {
        let name = pair.split('=').next().unwrap_or_default();
        !pair.is_empty() && !matches!(name, "sslmode" | "ssl-mode")
    };
    let own = format!("sslmode={mode}");
    let pairs: Vec<&str> = query
        .split('&')
        .filter(is_other)
        .chain([own.as_str()])
        .collect();
    format!("{base}?{}", pairs.join("&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tls_setting_wins_over_the_address() {
        let host = "postgres://u:p@db/name";
        assert_eq!(with_tls(host, "require"), format!("{host}?sslmode=require"));
        assert_eq!(
            with_tls(
                &format!("{host}?sslmode=disable&sslrootcert=ca.pem"),
                "verify-full"
            ),
            format!("{host}?sslrootcert=ca.pem&sslmode=verify-full")
        );
    }
}
