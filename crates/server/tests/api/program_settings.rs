//! Settings of the binary: sources, precedence and error messages.

use std::path::Path;

use chautari::platform::settings::SETTINGS;

use crate::program::{Running, chautari, folder, stderr_of, stdout_of};

#[test]
fn the_help_lists_every_setting_with_its_variable() {
    let output = chautari(&folder(), &["serve", "--help"])
        .output()
        .expect("it runs");
    let help = stdout_of(&output);
    for setting in SETTINGS {
        assert!(
            help.contains(&format!("--{}", setting.flag())),
            "{}",
            setting.name
        );
        assert!(help.contains(&setting.variable()), "{}", setting.name);
    }
}

#[test]
fn the_default_file_documents_every_setting_with_its_default() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../chautari.default.toml");
    let file: toml::Table = std::fs::read_to_string(path)
        .expect("the file")
        .parse()
        .expect("TOML");
    let names: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
    for name in file.keys() {
        assert!(names.contains(&name.as_str()), "{name} is no setting");
    }
    for setting in SETTINGS {
        let text = match &file[setting.name] {
            toml::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        assert_eq!(text, setting.default, "{}", setting.name);
    }
}

#[test]
fn an_invalid_setting_stops_the_start_with_one_line_that_names_its_valid_values() {
    let cases = [
        ("CHAUTARI_LISTEN", "everywhere", "host:port"),
        ("CHAUTARI_PUBLIC_URL", "treks.example", "https://"),
        ("CHAUTARI_PUBLIC_URL", "https://a@treks.example", "https://"),
        (
            "CHAUTARI_DATABASE_URL",
            "mysql://user:secret-word@host/db",
            "postgres://",
        ),
        ("CHAUTARI_MODE", "staging", "development, production"),
        ("CHAUTARI_DATABASE_TLS", "require", "PostgreSQL only"),
        ("CHAUTARI_MAX_CONNECTIONS", "1", "16 to 1000000"),
        ("CHAUTARI_IDLE_TIMEOUT_SECONDS", "0", "1 to 3600"),
        ("CHAUTARI_SECRET_KEY", "short-secret", "32 characters"),
        ("CHAUTARI_CONTACT_EMAIL", "nobody", "name@host.example"),
        ("CHAUTARI_MAIL_FROM", "nobody", "Name <name@host.example>"),
        ("CHAUTARI_CURRENCY", "DOLLAR", "ISO 4217"),
        ("CHAUTARI_TIMEZONE", "Kathmandu", "Asia/Kathmandu"),
        ("CHAUTARI_CANCELLATION_POLICY", "30", "days:percent"),
        ("CHAUTARI_CANCELLATION_POLICY", "30:101", "days:percent"),
        ("CHAUTARI_DEFAULT_TAX_PERCENT", "101", "0 to 100"),
        ("CHAUTARI_DEFAULT_SERVICE_FEE_PERCENT", "5%", "0 to 100"),
        (
            "CHAUTARI_DEFAULT_INSURANCE_PER_PERSON",
            "9.999",
            "USD from 0",
        ),
        ("CHAUTARI_DEFAULT_BOOKING_FEE", "-1", "USD from 0"),
        ("CHAUTARI_OTP_TTL_SECONDS", "0", "10 to 3600"),
        ("CHAUTARI_OTP_TTL_SECONDS", "soon", "10 to 3600"),
        ("CHAUTARI_EXCHANGE_RATE_URL", "ftp://x", "https://"),
        (
            "CHAUTARI_MAP_TILES",
            "roadmap=https://t.example/?key=secret-word",
            "google:KEY",
        ),
        ("CHAUTARI_MAP_CONSENT", "maybe", "none, ask"),
        ("CHAUTARI_ARGON2_MEMORY_KIB", "1", "8 to 1048576"),
        ("CHAUTARI_ARGON2_PARALLELISM", "0", "1 to 16"),
        ("CHAUTARI_ARGON2_AT_ONCE", "0", "1 to 256"),
        ("CHAUTARI_ARGON2_WAITING", "many", "0 to 10000"),
        ("CHAUTARI_ALLOW_SANDBOX", "maybe", "0, 1"),
        ("CHAUTARI_LOG", "a=b=c", "error, warn, info"),
        ("CHAUTARI_LOG_FORMAT", "xml", "text, json"),
        ("CHAUTARI_NAME", "Treks\r\nBcc: x@example.com", "one line"),
        ("CHAUTARI_MAIL_FROM", "Treks\n<x@example.com>", "one line"),
    ];
    for (name, value, may_be) in cases {
        let folder = folder();
        let output = chautari(&folder, &["serve"])
            .env(name, value)
            .output()
            .expect("it runs");
        let said = stderr_of(&output);
        assert!(!output.status.success(), "{name}={value} was taken");
        assert_eq!(said.lines().count(), 1, "{name}: {said}");
        assert!(
            said.contains(name) && said.contains(may_be),
            "{name}={value}: {said}"
        );
        assert!(
            !said.contains("secret-word") && !said.contains("short-secret"),
            "{said}"
        );
        assert!(
            !folder.path().join("data").exists(),
            "{name}: something was written"
        );
    }
}

#[test]
fn a_flag_wins_over_a_variable_and_a_variable_over_the_file() {
    let folder = folder();
    std::fs::write(
        folder.path().join("chautari.toml"),
        "currency = \"three\"\nmode = \"x\"\n",
    )
    .expect("written");
    let run = |arguments: &[&str], variable: Option<&str>| {
        let mut command = chautari(&folder, arguments);
        if let Some(value) = variable {
            command
                .env("CHAUTARI_CURRENCY", value)
                .env("CHAUTARI_MODE", "development");
        }
        command.output().expect("it runs")
    };
    assert!(stderr_of(&run(&["serve"], None)).contains("CHAUTARI_MODE: 'x'"));
    assert!(stderr_of(&run(&["serve"], Some("two"))).contains("'two'"));
    assert!(stderr_of(&run(&["serve", "--currency", "one"], Some("two"))).contains("'one'"));

    std::fs::write(folder.path().join("chautari.toml"), "colour = \"red\"\n").expect("written");
    let said = stderr_of(&run(&["serve"], None));
    assert!(
        said.contains("'colour'") && said.contains("chautari.default.toml"),
        "{said}"
    );
    let said = stderr_of(
        &chautari(&folder, &["serve", "--config", "none.toml"])
            .output()
            .expect("it runs"),
    );
    assert!(
        said.contains("none.toml") && said.contains("cannot be read"),
        "{said}"
    );
}

#[test]
fn production_requires_https_and_the_sandbox_requires_loopback_or_a_setting() {
    let serve = |settings: &[(&str, &str)]| {
        let output = chautari(&folder(), &["check"])
            .envs(settings.iter().copied())
            .output();
        let output = output.expect("it runs");
        (output.status.success(), stdout_of(&output))
    };
    let production = ("CHAUTARI_MODE", "production");
    let (well, said) = serve(&[production, ("CHAUTARI_PUBLIC_URL", "http://localhost:80")]);
    assert!(
        !well && said.contains("CHAUTARI_PUBLIC_URL") && said.contains("https://"),
        "{said}"
    );
    let outside = [
        ("CHAUTARI_PUBLIC_URL", "https://treks.example"),
        ("CHAUTARI_LISTEN", "0.0.0.0:0"),
        ("CHAUTARI_PUBLIC_URL", "http://localhost.treks.example"),
        ("CHAUTARI_PUBLIC_URL", "http://10.0.0.1"),
    ];
    for setting in outside {
        let (well, said) = serve(&[setting]);
        assert!(
            !well && said.contains("CHAUTARI_ALLOW_SANDBOX=1"),
            "{setting:?}: {said}"
        );
        let (well, said) = serve(&[setting, ("CHAUTARI_ALLOW_SANDBOX", "1")]);
        assert!(well, "{setting:?}: {said}");
    }
    for url in ["http://127.0.0.1:9", "http://[::1]:9", "http://localhost:9"] {
        let (well, said) = serve(&[("CHAUTARI_PUBLIC_URL", url)]);
        assert!(well, "{url}: {said}");
    }
    let public = [production, ("CHAUTARI_PUBLIC_URL", "https://treks.example")];
    let (well, said) = serve(&public);
    assert!(!well && said.contains("CHAUTARI_PAY_BY_BANK"), "{said}");
    let bank = [
        ("CHAUTARI_PAY_BY_BANK", "1"),
        ("CHAUTARI_BANK_ACCOUNT_NAME", "Chautari Treks"),
        ("CHAUTARI_BANK_ACCOUNT_NUMBER", "0123456789"),
    ];
    let (well, said) = serve(&[&public[..], &bank[..]].concat());
    assert!(!well && said.contains("CHAUTARI_BANK_NAME"), "{said}");
    let name = [("CHAUTARI_BANK_NAME", "Himalayan Bank")];
    let (well, said) = serve(&[&public[..], &bank[..], &name[..]].concat());
    let has = |text: &str| said.contains(text);
    assert!(
        well && has("no cards") && has("0123456789") && !has("sandbox"),
        "{said}"
    );
    let arrival = [
        ("CHAUTARI_PAY_ON_ARRIVAL", "1"),
        ("CHAUTARI_PAY_ON_ARRIVAL_HOURS", "0"),
    ];
    let (well, said) = serve(&[&public[..], &arrival[..]].concat());
    assert!(!well && said.contains("1 to 8760"), "{said}");
    let (well, said) = serve(&[&public[..], &arrival[..1]].concat());
    assert!(well && said.contains("bookings wait 168 h"), "{said}");
    // Outside production the sandbox takes cards beside the other ways.
    let (well, said) = serve(&arrival[..1]);
    assert!(well && said.contains("sandbox"), "{said}");
    let output = chautari(&folder(), &["serve", "--demo"])
        .envs(public)
        .envs(arrival[..1].iter().copied())
        .output();
    assert!(stderr_of(&output.expect("it runs")).contains("CHAUTARI_ALLOW_SANDBOX"));
    let output = chautari(&folder(), &["serve", "--demo"])
        .env("CHAUTARI_LISTEN", "0.0.0.0:0")
        .output();
    assert!(stderr_of(&output.expect("it runs")).contains("CHAUTARI_ALLOW_SANDBOX"));
}

/// Variables and their values.
pub type Given<'a> = &'a [(&'a str, &'a str)];

/// Asserts that each case stops the start with one line that contains both texts, and writes nothing.
pub fn refused(cases: &[(Given, &str, &str)]) {
    for (settings, says, names) in cases {
        let folder = folder();
        let output = chautari(&folder, &["serve"])
            .envs(settings.iter().copied())
            .output()
            .expect("it runs");
        let said = stderr_of(&output);
        assert!(!output.status.success(), "{settings:?} was taken");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(says) && said.contains(names), "{said}");
        assert!(!said.contains("secret-word"), "{said}");
        assert!(!folder.path().join("data").exists(), "{settings:?}");
        let check = chautari(&folder, &["check"])
            .envs(settings.iter().copied())
            .output()
            .expect("it runs");
        assert!(!check.status.success() && stdout_of(&check).contains(names));
    }
}

#[test]
fn an_invalid_storage_stops_the_start() {
    let cases: [(Given, &str, &str); 2] = [
        (
            &[("CHAUTARI_STORAGE_URL", "ftp://treks")],
            "CHAUTARI_STORAGE_URL",
            "file://",
        ),
        (
            &[("CHAUTARI_STORAGE_URL", "uploads")],
            "CHAUTARI_STORAGE_URL",
            "s3://bucket",
        ),
    ];
    refused(&cases);
}

// Two servers with different keys would refuse each other's sessions and codes.
#[test]
fn a_server_with_another_secret_key_does_not_start_on_the_same_database() {
    let folder = folder();
    let database = format!("sqlite://{}", folder.path().join("shared.db").display());
    let (ours, others) = ("o".repeat(40), "x".repeat(40));
    let program = |arguments: &[&str], key: &str| {
        let mut command = chautari(&folder, arguments);
        command
            .env("CHAUTARI_DATABASE_URL", &database)
            .env("CHAUTARI_SECRET_KEY", key);
        command
    };
    let check = |key: &str| stdout_of(&program(&["check"], key).output().expect("it runs"));
    assert!(check(&ours).contains("ok      secret"), "{}", check(&ours));
    drop(Running::start(program(&["serve"], &ours)));
    drop(Running::start(program(&["serve"], &ours)));
    assert!(check(&ours).contains("ok      secret"));
    assert!(check(&others).contains("FAILED  secret"));

    let refused = program(&["serve"], &others).output().expect("it ends");
    let said = stderr_of(&refused);
    assert!(!refused.status.success());
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("CHAUTARI_SECRET_KEY"), "{said}");
    assert!(!said.contains(&others), "{said}");

    drop(Running::start(program(
        &["serve", "--new-secret-key"],
        &others,
    )));
    drop(Running::start(program(&["serve"], &others)));
    assert!(check(&ours).contains("FAILED  secret"));
}

#[test]
fn check_reports_whether_the_connection_to_postgresql_is_encrypted() {
    let folder = folder();
    let check = |url: &str, tls: &str| {
        let mut command = chautari(&folder, &["check"]);
        command
            .env("CHAUTARI_DATABASE_URL", url)
            .env("CHAUTARI_DATABASE_TLS", tls);
        let output = command.output().expect("it runs");
        stdout_of(&output)
    };
    let sqlite = format!("sqlite://{}", folder.path().join("a.db").display());
    assert!(check(&sqlite, "require").contains("CHAUTARI_DATABASE_TLS"));
    assert!(check("postgres://u@h/d", "always").contains("verify-full"));
    let Ok(server) = std::env::var("CHAUTARI_TEST_PG_URL") else {
        return;
    };
    let said = check(&server, "prefer");
    assert!(said.contains("not encrypted (TLS mode prefer)"), "{said}");
    // The test server has no TLS; the setting overrides the URL.
    let separator = if server.contains('?') { '&' } else { '?' };
    let said = check(&format!("{server}{separator}sslmode=disable"), "require");
    assert!(said.contains("FAILED  database"), "{said}");
}
