//! The table of all settings; `chautari.default.toml` says the same at more length.

use super::Setting;

const fn setting(name: &'static str, default: &'static str, help: &'static str) -> Setting {
    Setting {
        name,
        default,
        help,
    }
}

pub const SETTINGS: &[Setting] = &[
    setting(
        "listen",
        "127.0.0.1:8080",
        "Address to listen on, host:port; port 0 takes a free one",
    ),
    setting(
        "public_url",
        "",
        "What links and mails are made from; default http://localhost and the port that is listened on",
    ),
    setting(
        "data_dir",
        "./data",
        "Folder of database, outbox and generated secrets",
    ),
    setting(
        "database_url",
        "",
        "sqlite://path/to/file.db or postgres://user:password@host/name; default chautari.db in the data folder",
    ),
    setting(
        "database_tls",
        "",
        "TLS to PostgreSQL: disable, allow, prefer, require, verify-ca or verify-full; wins over an sslmode in the URL; default prefer",
    ),
    setting(
        "storage_url",
        "",
        "Where uploaded pictures lie: file:///folder, or s3://bucket/prefix with the usual AWS_* variables; default uploads in the data folder",
    ),
    setting(
        "mode",
        "development",
        "development or production; production refuses a public URL without https",
    ),
    setting(
        "allow_sandbox",
        "0",
        "1 lets the sandbox payment provider and the demo logins run on an address that others can reach",
    ),
    setting(
        "secret_key",
        "",
        "What tokens and codes are signed with, at least 32 characters; default a file in the data folder, made at the first start",
    ),
    setting("name", "Chautari", "The name that visitors see"),
    setting(
        "contact_email",
        "hello@chautari.example",
        "Where visitors write to",
    ),
    setting("contact_phone", "", "Where visitors call"),
    setting(
        "company_name",
        "",
        "Heading of the invoice; default the name",
    ),
    setting(
        "company_address",
        "Thamel, Kathmandu, Nepal",
        "Address on the invoice",
    ),
    setting(
        "company_registration",
        "",
        "Registration or tax number on the invoice",
    ),
    setting(
        "company_licence",
        "",
        "Trekking or tourism licence, shown at the checkout",
    ),
    setting(
        "agency_email",
        "",
        "Where the agency is mailed about paid bookings, cancellations and failed payments; off mails nobody; default the contact address",
    ),
    setting(
        "reference_prefix",
        "KD",
        "Letters before the number of a booking's reference, as KD-1207: two to four capitals",
    ),
    setting(
        "mail_from",
        "",
        "Sender of mails, as Name <address>; default the name and the contact address",
    ),
    setting(
        "smtp_url",
        "",
        "smtp:// or smtps://user:password@host:port; default none: each mail is a file in the outbox folder",
    ),
    setting(
        "smtp_ca_file",
        "",
        "PEM file of certificates that the mail server's may be signed by, beside the system's",
    ),
    setting(
        "smtp_timeout_seconds",
        "20",
        "How long the mail server may take for one mail, 1 to 45 seconds",
    ),
    setting(
        "currency",
        "USD",
        "ISO 4217 code of the currency that prices are kept and charged in",
    ),
    setting(
        "timezone",
        "Asia/Kathmandu",
        "What \"today\" means for start dates, as in the IANA list",
    ),
    setting(
        "cancellation_policy",
        "30:100,7:50",
        "days-before-start:percent-refunded, comma-separated",
    ),
    setting(
        "default_tax_percent",
        "18",
        "Tax that a new trek begins with, percent",
    ),
    setting(
        "default_service_fee_percent",
        "5",
        "Service fee that a new trek begins with, percent",
    ),
    setting(
        "default_insurance_per_person",
        "500",
        "Insurance per person that a new trek begins with, in the currency",
    ),
    setting(
        "default_booking_fee",
        "200",
        "Booking fee that a new trek begins with, in the currency",
    ),
    setting(
        "unpaid_hours",
        "24",
        "How long an unpaid booking is kept before it is cancelled, 1 to 720 hours",
    ),
    setting(
        "otp_ttl_seconds",
        "60",
        "Life of a one-time code, 10 to 3600 seconds; 600 is recommended where mail is slow",
    ),
    setting(
        "exchange_rate_url",
        "https://open.er-api.com/v6/latest/USD",
        "JSON with USD rates; off asks nobody",
    ),
    setting(
        "map_tiles",
        "public",
        "What lies over the embedded map: public, off, google:KEY, kind=URL pairs or a JSON list",
    ),
    setting(
        "map_consent",
        "none",
        "ask loads map tiles from other services only after the visitor has agreed; none loads them with the map",
    ),
    setting(
        "stripe_secret_key",
        "",
        "Stripe's secret key; with the next two payments go through Stripe, without all three through the sandbox",
    ),
    setting(
        "stripe_publishable_key",
        "",
        "Stripe's publishable key, which the browser is told",
    ),
    setting(
        "stripe_webhook_secret",
        "",
        "What Stripe signs its webhooks with; they go to /api/payments/stripe/webhook",
    ),
    setting(
        "stripe_api_url",
        "https://api.stripe.com",
        "Where Stripe is called; another than its own for tests only",
    ),
    setting(
        "stripe_timeout_ms",
        "4000",
        "How long a call of Stripe may take, 100 to 30000 milliseconds; it is made twice at most",
    ),
    setting(
        "sandbox_faults",
        "",
        "Makes the sandbox payment provider slow, failing, forgetful or answering twice, for tests",
    ),
    setting(
        "trusted_proxies",
        "",
        "Addresses or networks, comma-separated, whose X-Forwarded-For is believed; default none",
    ),
    setting(
        "max_connections",
        "4096",
        "Connections open at one time, 16 to 1000000; fewer where the system allows fewer open files",
    ),
    setting(
        "max_connections_of_client",
        "256",
        "Connections from one client address, 4 to 1000000; this machine and trusted_proxies are not counted",
    ),
    setting(
        "idle_timeout_seconds",
        "30",
        "How long a connection may send no request, or take nothing of an answer, 1 to 3600 seconds",
    ),
    setting(
        "google_client_id",
        "",
        "Who we are to the OpenID Connect provider that people sign in through, as Google; default nobody does",
    ),
    setting("google_client_secret", "", "What we prove it with"),
    setting(
        "google_issuer_url",
        "",
        "The provider; default https://accounts.google.com",
    ),
    setting(
        "limit_wrong_logins",
        "10/15m",
        "Wrong logins for an e-mail from one client address, as number/period; off lifts any limit",
    ),
    setting(
        "limit_wrong_logins_of_client",
        "100/15m",
        "Wrong logins from one client address",
    ),
    setting(
        "limit_wrong_logins_of_email",
        "50/15m",
        "Wrong logins for an e-mail from everywhere; over it each answer is slowed, none refused",
    ),
    setting(
        "limit_codes_an_hour",
        "5/1h",
        "One-time codes that are mailed to an e-mail",
    ),
    setting(
        "limit_codes_a_day",
        "10/1d",
        "One-time codes that are mailed to an e-mail, over a longer time",
    ),
    setting(
        "limit_wrong_codes",
        "20/1d",
        "Wrong one-time codes for an e-mail",
    ),
    setting(
        "limit_codes_of_client",
        "30/1h",
        "One-time codes that one client address asks for",
    ),
    setting(
        "limit_recovery_codes",
        "5/1h",
        "Password recoveries for an e-mail that one client address may request",
    ),
    setting(
        "limit_recovery_mails",
        "10/1d",
        "Recovery mails to an e-mail; above it a request is accepted and no mail is sent",
    ),
    setting(
        "limit_signups_of_client",
        "20/1h",
        "Sign-ups from one client address",
    ),
    setting(
        "limit_bookings_of_user",
        "300/1h",
        "Bookings that one user makes",
    ),
    setting(
        "limit_subscriptions_of_client",
        "10/1h",
        "Newsletter subscriptions from one client address",
    ),
    setting(
        "limit_newsletter_mails",
        "3/1d",
        "Welcome mails of the newsletter to an e-mail; over it one is subscribed without a mail",
    ),
    setting(
        "limit_custom_treks_of_client",
        "10/1h",
        "Requests for custom treks from one client address",
    ),
    setting(
        "limit_custom_trek_mails",
        "3/1d",
        "Answers by mail to requests with one e-mail; over it the request is kept and only the agency is mailed",
    ),
    setting(
        "argon2_memory_kib",
        "19456",
        "Memory of one password hash, 8 to 1048576 KiB",
    ),
    setting(
        "argon2_iterations",
        "2",
        "Passes of one password hash, 1 to 100",
    ),
    setting(
        "argon2_parallelism",
        "1",
        "Lanes of one password hash, 1 to 16",
    ),
    setting(
        "argon2_at_once",
        "",
        "Password hashes made at one time, 1 to 256; default as many as cores",
    ),
    setting(
        "argon2_waiting",
        "100",
        "Password hashes that wait for it, 0 to 10000; who comes after them gets 503 and may try again",
    ),
    setting(
        "log",
        "info,sea_orm_migration=warn",
        "What is logged: error, warn, info, debug, trace, or a tracing filter",
    ),
    setting("log_format", "text", "text or json"),
    setting(
        "metrics_listen",
        "",
        "Address of its own for GET /metrics, host:port; default none: on the site's address, for this machine only",
    ),
];
