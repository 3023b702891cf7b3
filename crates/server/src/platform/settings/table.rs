//! The table of all settings; `chautari.default.toml` explains them in more detail.

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
        "Address to listen on, as host:port; port 0 picks a free port",
    ),
    setting(
        "public_url",
        "",
        "Public address of the site, used in links and emails; default http://localhost with the port in use",
    ),
    setting(
        "data_dir",
        "./data",
        "Folder for the database, the outbox and generated secrets",
    ),
    setting(
        "database_url",
        "",
        "sqlite://path/to/file.db or postgres://user:password@host/name; default chautari.db in the data folder",
    ),
    setting(
        "database_tls",
        "",
        "TLS to PostgreSQL: disable, allow, prefer, require, verify-ca or verify-full; overrides an sslmode in the URL; default prefer",
    ),
    setting(
        "storage_url",
        "",
        "Storage for uploaded images: file:///folder, or s3://bucket/prefix with the usual AWS_* variables; default uploads in the data folder",
    ),
    setting(
        "mode",
        "development",
        "development or production; production requires an https public URL",
    ),
    setting(
        "allow_sandbox",
        "0",
        "1 allows the sandbox payment provider and the demo logins on an address that others can reach",
    ),
    setting(
        "secret_key",
        "",
        "Key that signs tokens and codes, at least 32 characters; default a file in the data folder, generated at the first start",
    ),
    setting("name", "Chautari", "Site name shown to visitors"),
    setting(
        "contact_email",
        "hello@chautari.example",
        "Contact email shown to visitors",
    ),
    setting("contact_phone", "", "Contact phone shown to visitors"),
    setting(
        "whatsapp_number",
        "",
        "WhatsApp number with country code, linked on the pages of treks; default none",
    ),
    setting(
        "enquiry_inbox",
        "",
        "Address whose emails the mail server passes to `chautari enquiry receive`, for replies of travellers; default none",
    ),
    setting(
        "company_name",
        "",
        "Company name on the invoice; default the site name",
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
        "Trekking or tourism licence number, shown at checkout",
    ),
    setting(
        "invoice_mode",
        "plain",
        "plain or nepal: PAN, VAT, numbers per Nepali fiscal year and Bikram Sambat dates on new invoices",
    ),
    setting(
        "invoice_pan",
        "",
        "PAN or VAT number of the company; required for invoice_mode = nepal",
    ),
    setting("invoice_vat_percent", "13", "VAT rate of new invoices"),
    setting(
        "invoice_vat",
        "included",
        "included: prices contain the VAT; on_top: the tax line of a price is the VAT of its base price",
    ),
    setting(
        "invoice_lines",
        "base_price:taxable,service_fee:taxable,insurance:pass_through,booking_fee:taxable",
        "How each line of the price is taxed: taxable, zero_rated or pass_through",
    ),
    setting(
        "invoice_zero_rated_reason",
        "",
        "Reason on the invoice for zero-rated lines; required if there are any",
    ),
    setting(
        "font_dir",
        "",
        "Folder of TTF or OTF fonts for the letters that the built-in fonts of invoices lack; default none",
    ),
    setting(
        "agency_email",
        "",
        "Address that gets emails about paid bookings, cancellations and failed payments; off sends none; default contact_email",
    ),
    setting(
        "reference_prefix",
        "KD",
        "Prefix of booking references such as KD-1207: two to four capital letters",
    ),
    setting(
        "mail_from",
        "",
        "Sender of emails, as Name <address>; default the site name and contact_email",
    ),
    setting(
        "smtp_url",
        "",
        "smtp:// or smtps://user:password@host:port; default none: each email is written as a file to the outbox folder",
    ),
    setting(
        "smtp_ca_file",
        "",
        "PEM file with the CA certificate of the mail server, in addition to the system's",
    ),
    setting(
        "smtp_timeout_seconds",
        "20",
        "Timeout for sending one email, 1 to 45 seconds",
    ),
    setting(
        "currency",
        "USD",
        "Currency in which prices are stored and charged, as an ISO 4217 code",
    ),
    setting(
        "timezone",
        "Asia/Kathmandu",
        "Time zone that decides what \"today\" is for start dates: an IANA name",
    ),
    setting(
        "cancellation_policy",
        "30:100,7:50",
        "Refunds as days-before-start:percent, comma-separated",
    ),
    setting(
        "default_tax_percent",
        "18",
        "Default tax of a new trek, in percent",
    ),
    setting(
        "default_service_fee_percent",
        "5",
        "Default service fee of a new trek, in percent",
    ),
    setting(
        "default_insurance_per_person",
        "500",
        "Default insurance per person of a new trek, in the currency",
    ),
    setting(
        "default_booking_fee",
        "200",
        "Default booking fee of a new trek, in the currency",
    ),
    setting(
        "default_deposit_percent",
        "0",
        "Default deposit of a new trek, in percent of the price; 0: the whole price is due with the booking",
    ),
    setting(
        "default_balance_days",
        "30",
        "Default number of days before the start on which the balance of a new trek is due, 0 to 365",
    ),
    setting(
        "hold_minutes",
        "20",
        "Minutes for which the seats of an unpaid booking on a group departure are held, 1 to 1440",
    ),
    setting(
        "decide_days",
        "42",
        "Days before the start by which a departure is guaranteed or cancelled, 0 to 365; the default of a new departure",
    ),
    setting(
        "decide_reminder_days",
        "14,7,0",
        "Days before that decision on which the agency is reminded, comma-separated, 0 to 365; off sends no reminders",
    ),
    setting(
        "balance_reminders",
        "14,7,1,-1,-7",
        "Days before a balance is due on which the customer is reminded, comma-separated, -365 to 365; negative days are after it; off sends no reminders",
    ),
    setting(
        "review_request_days",
        "3",
        "Days after the last day of a trip on which the customer is asked for a review by email, 1 to 60; off asks for none",
    ),
    setting(
        "unpaid_hours",
        "24",
        "Hours after which an unpaid booking is cancelled, 1 to 720",
    ),
    setting(
        "otp_ttl_seconds",
        "60",
        "Lifetime of a one-time code, 10 to 3600 seconds; use 600 if emails are slow to arrive",
    ),
    setting(
        "exchange_rate_url",
        "https://open.er-api.com/v6/latest/USD",
        "URL of JSON exchange rates for USD; off disables it",
    ),
    setting(
        "rate_source",
        "",
        "Source of the rate to NPR that is locked with a booking: nrb, exchange or typed; default none: no payments in NPR by hand",
    ),
    setting(
        "nrb_url",
        "https://www.nrb.org.np/api/forex/v1/rates",
        "Address of the rates of Nepal Rastra Bank; change it only for tests",
    ),
    setting(
        "map_tiles",
        "public",
        "Map tiles shown over the embedded map: public, off, google:KEY, kind=URL pairs or a JSON list",
    ),
    setting(
        "map_consent",
        "none",
        "ask loads map tiles from other services only after the visitor agrees; none loads them with the map",
    ),
    setting(
        "stripe_secret_key",
        "",
        "Stripe secret key; set it with the next two to use Stripe, or set none of them to use the sandbox",
    ),
    setting(
        "stripe_publishable_key",
        "",
        "Stripe publishable key, sent to the browser",
    ),
    setting(
        "stripe_webhook_secret",
        "",
        "Stripe webhook signing secret; webhooks go to /api/payments/stripe/webhook",
    ),
    setting(
        "stripe_api_url",
        "https://api.stripe.com",
        "Stripe API address; change it only for tests",
    ),
    setting(
        "stripe_timeout_ms",
        "4000",
        "Timeout of a Stripe call, 100 to 30000 milliseconds; a call is attempted at most twice",
    ),
    setting(
        "esewa_product_code",
        "",
        "Product code of the eSewa merchant; set it with the next one to accept eSewa",
    ),
    setting("esewa_secret_key", "", "Secret key of the eSewa merchant"),
    setting(
        "esewa_url",
        "https://epay.esewa.com.np",
        "Address of eSewa; https://rc-epay.esewa.com.np is its test server",
    ),
    setting(
        "khalti_secret_key",
        "",
        "Live secret key of the Khalti merchant; set it to accept Khalti",
    ),
    setting(
        "khalti_url",
        "https://khalti.com/api/v2",
        "Address of Khalti's API; https://dev.khalti.com/api/v2 is its test server",
    ),
    setting(
        "wallet_timeout_ms",
        "4000",
        "Timeout of a call to eSewa or Khalti, 100 to 30000 milliseconds",
    ),
    setting(
        "pay_by_bank",
        "0",
        "1 offers bank transfer at the checkout; set the bank account below",
    ),
    setting(
        "pay_by_bank_hours",
        "72",
        "Hours for which a booking waits for its bank transfer, 1 to 2160, at most until its first day is over",
    ),
    setting(
        "bank_account_name",
        "",
        "Holder of the bank account for transfers; required for pay_by_bank",
    ),
    setting(
        "bank_account_number",
        "",
        "Number or IBAN of that account; required for pay_by_bank",
    ),
    setting(
        "bank_name",
        "",
        "Bank and branch of that account; required for pay_by_bank",
    ),
    setting("bank_swift", "", "SWIFT code (BIC) of that bank"),
    setting(
        "bank_note",
        "",
        "One line for the payer, for example who pays the charges of the banks",
    ),
    setting(
        "pay_on_arrival",
        "0",
        "1 offers payment at the agency at the checkout",
    ),
    setting(
        "pay_on_arrival_hours",
        "168",
        "Hours for which a booking waits for its payment at the agency, 1 to 8760, at most until its first day is over",
    ),
    setting(
        "sandbox_faults",
        "",
        "For tests: makes the sandbox payment provider slow, fail, forget or answer twice",
    ),
    setting(
        "trusted_proxies",
        "",
        "Proxies whose X-Forwarded-For header is trusted: addresses or networks, comma-separated; default none",
    ),
    setting(
        "max_connections",
        "4096",
        "Maximum number of open connections, 16 to 1000000; fewer if the system allows fewer open files",
    ),
    setting(
        "max_connections_of_client",
        "256",
        "Maximum number of connections per client address, 4 to 1000000; this machine and trusted_proxies are not limited",
    ),
    setting(
        "idle_timeout_seconds",
        "30",
        "Seconds after which a connection that sends no request, or reads no response, is closed, 1 to 3600",
    ),
    setting(
        "google_client_id",
        "",
        "Client id for sign-in with Google or another OpenID Connect provider; default none: the sign-in is disabled",
    ),
    setting(
        "google_client_secret",
        "",
        "Client secret for that provider",
    ),
    setting(
        "google_issuer_url",
        "",
        "Issuer URL of that provider; default https://accounts.google.com",
    ),
    setting(
        "staff_second_step",
        "off",
        "off or required: staff and owners need an authenticator app to log in; until they set it up, they can do nothing else in the desk",
    ),
    setting(
        "staff_refund_limit",
        "0",
        "Amount that staff may refund of a booking; 0: only owners refund; off: no limit",
    ),
    setting(
        "limit_wrong_logins",
        "10/15m",
        "Failed logins per email and client address, as number/period; off disables a limit",
    ),
    setting(
        "limit_wrong_logins_of_client",
        "100/15m",
        "Failed logins per client address",
    ),
    setting(
        "limit_wrong_logins_of_email",
        "50/15m",
        "Failed logins per email from all addresses; above it logins are slowed down, never refused",
    ),
    setting(
        "limit_codes_an_hour",
        "5/1h",
        "One-time codes sent per email",
    ),
    setting(
        "limit_codes_a_day",
        "10/1d",
        "One-time codes sent per email over a longer period",
    ),
    setting(
        "limit_wrong_codes",
        "20/1d",
        "Wrong one-time codes per email",
    ),
    setting(
        "limit_codes_of_client",
        "30/1h",
        "One-time codes per client address",
    ),
    setting(
        "limit_recovery_codes",
        "5/1h",
        "Password recoveries per email and client address",
    ),
    setting(
        "limit_recovery_mails",
        "10/1d",
        "Recovery emails per recipient; above it requests are accepted but no email is sent",
    ),
    setting(
        "limit_signups_of_client",
        "20/1h",
        "Sign-ups per client address",
    ),
    setting("limit_bookings_of_user", "300/1h", "Bookings per user"),
    setting(
        "limit_requests_of_api_key",
        "600/1m",
        "Requests per API key",
    ),
    setting(
        "limit_subscriptions_of_client",
        "10/1h",
        "Newsletter subscriptions per client address",
    ),
    setting(
        "limit_newsletter_mails",
        "3/1d",
        "Newsletter welcome emails per recipient; above it the address is subscribed without an email",
    ),
    setting(
        "limit_custom_treks_of_client",
        "10/1h",
        "Custom trek requests per client address",
    ),
    setting(
        "limit_custom_trek_mails",
        "3/1d",
        "Custom trek confirmation emails per recipient; above it only the agency gets an email",
    ),
    setting(
        "campaign_mails_per_minute",
        "30",
        "Emails to many recipients that leave in a minute, 1 to 1000",
    ),
    setting(
        "limit_enquiries_of_client",
        "10/1h",
        "Enquiries per client address",
    ),
    setting(
        "limit_enquiry_mails",
        "3/1d",
        "Enquiry confirmation emails per recipient; above it only the agency gets an email",
    ),
    setting(
        "limit_enquiry_messages",
        "20/1h",
        "Messages of the traveller per enquiry",
    ),
    setting(
        "limit_promotion_codes",
        "20/15m",
        "Unknown promotion codes per client address, and per signed-in traveller",
    ),
    setting(
        "argon2_memory_kib",
        "19456",
        "Memory of a password hash, 8 to 1048576 KiB",
    ),
    setting(
        "argon2_iterations",
        "2",
        "Iterations of a password hash, 1 to 100",
    ),
    setting(
        "argon2_parallelism",
        "1",
        "Parallel lanes of a password hash, 1 to 16",
    ),
    setting(
        "argon2_at_once",
        "",
        "Password hashes computed at the same time, 1 to 256; default one per core",
    ),
    setting(
        "argon2_waiting",
        "100",
        "Password hashes that may wait, 0 to 10000; further requests get 503 and can try again",
    ),
    setting(
        "migration_backups",
        "3",
        "Backups of the database to keep that are made before an upgrade migrates it, in backups of the data folder; 0 makes none",
    ),
    setting(
        "log",
        "info,sea_orm_migration=warn",
        "Log level: error, warn, info, debug, trace, or levels by target, such as warn,store=debug",
    ),
    setting("log_format", "text", "Log format: text or json"),
    setting(
        "otlp_endpoint",
        "",
        "Address of an OpenTelemetry collector that traces are sent to over HTTP, for example http://127.0.0.1:4318; default OTEL_EXPORTER_OTLP_ENDPOINT, else none",
    ),
    setting(
        "metrics_listen",
        "",
        "Separate address for GET /metrics, as host:port; default none: on the site's address, for this machine only",
    ),
];
