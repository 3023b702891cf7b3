//! The settings that an owner changes at the desk, unless the operator set them (operations §6). All others are the
//! operator's.

use super::SETTINGS;

/// How the desk asks for a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// A text of several lines.
    Lines,
    Number,
    /// `0` or `1`.
    Switch,
    /// One of these values, with the text that the desk shows for it.
    Choice(&'static [(&'static str, &'static str)]),
}

pub struct DeskSetting {
    pub name: &'static str,
    pub group: &'static str,
    pub label: &'static str,
    pub kind: Kind,
    /// For the desk, where the help of the table speaks about the file. Empty: that of the table.
    own_help: &'static str,
}

impl DeskSetting {
    #[must_use]
    pub fn help(&self) -> &'static str {
        if !self.own_help.is_empty() {
            return self.own_help;
        }
        let setting = SETTINGS.iter().find(|setting| setting.name == self.name);
        setting.map_or("", |setting| setting.help)
    }
}

#[must_use]
pub fn find(name: &str) -> Option<&'static DeskSetting> {
    DESK_SETTINGS.iter().find(|setting| setting.name == name)
}

const fn setting(
    group: &'static str,
    name: &'static str,
    label: &'static str,
    kind: Kind,
) -> DeskSetting {
    DeskSetting {
        name,
        group,
        label,
        kind,
        own_help: "",
    }
}

impl DeskSetting {
    const fn help_at_desk(mut self, help: &'static str) -> Self {
        self.own_help = help;
        self
    }
}

const AGENCY: &str = "Agency";
const COMPANY: &str = "Company";
const INVOICES: &str = "Invoices and VAT";
const PRICES: &str = "Prices of new treks";
const BOOKINGS: &str = "Bookings and reminders";
const PAYMENT: &str = "Bank transfer and payment on arrival";
const MAPS: &str = "Maps";
const EMAIL: &str = "Email";
const STAFF: &str = "Staff";

const MODES: Kind = Kind::Choice(&[("plain", "Plain"), ("nepal", "Nepal")]);
const VAT: Kind = Kind::Choice(&[
    ("included", "Prices contain the VAT"),
    ("on_top", "The tax line is the VAT"),
]);
const SECOND_STEP: Kind = Kind::Choice(&[("off", "Not required"), ("required", "Required")]);
const CONSENT: Kind = Kind::Choice(&[
    ("none", "Load tiles with the map"),
    ("ask", "Ask the visitor first"),
]);

/// In the order of the screen.
pub const DESK_SETTINGS: &[DeskSetting] = &[
    setting(AGENCY, "name", "Name of the site", Kind::Text),
    setting(AGENCY, "contact_email", "Contact email", Kind::Text),
    setting(AGENCY, "contact_phone", "Contact phone", Kind::Text),
    setting(AGENCY, "whatsapp_number", "WhatsApp number", Kind::Text),
    setting(AGENCY, "agency_email", "Email for booking notices", Kind::Text),
    setting(COMPANY, "company_name", "Company name", Kind::Text),
    setting(COMPANY, "company_address", "Company address", Kind::Lines),
    setting(
        COMPANY,
        "company_registration",
        "Registration or tax number",
        Kind::Text,
    ),
    setting(COMPANY, "company_licence", "Licence number", Kind::Text),
    setting(INVOICES, "invoice_mode", "Kind of invoice", MODES)
        .help_at_desk("Nepal: PAN, VAT, numbers per Nepali fiscal year and Bikram Sambat dates. Invoices that exist keep what they say"),
    setting(INVOICES, "invoice_pan", "PAN or VAT number", Kind::Text)
        .help_at_desk("Required for invoices of the kind Nepal"),
    setting(INVOICES, "invoice_vat_percent", "VAT in percent", Kind::Number),
    setting(INVOICES, "invoice_vat", "VAT and prices", VAT)
        .help_at_desk("Whether prices contain the VAT, or the tax line of a price is the VAT of its base price"),
    setting(INVOICES, "invoice_lines", "Tax of each line", Kind::Text),
    setting(
        INVOICES,
        "invoice_zero_rated_reason",
        "Reason for zero-rated lines",
        Kind::Text,
    ),
    setting(PRICES, "default_tax_percent", "Tax in percent", Kind::Number),
    setting(
        PRICES,
        "default_service_fee_percent",
        "Service fee in percent",
        Kind::Number,
    ),
    setting(
        PRICES,
        "default_insurance_per_person",
        "Insurance per person",
        Kind::Number,
    ),
    setting(PRICES, "default_booking_fee", "Booking fee", Kind::Number),
    setting(
        PRICES,
        "default_deposit_percent",
        "Deposit in percent",
        Kind::Number,
    ),
    setting(
        PRICES,
        "default_balance_days",
        "Days before the start on which the balance is due",
        Kind::Number,
    ),
    setting(
        BOOKINGS,
        "cancellation_policy",
        "Cancellation policy",
        Kind::Text,
    )
    .help_at_desk("Refunds as days-before-start:percent, comma-separated. Bookings that exist keep the policy they were made with"),
    setting(BOOKINGS, "hold_minutes", "Minutes that seats are held", Kind::Number),
    setting(
        BOOKINGS,
        "decide_days",
        "Days before the start to guarantee or cancel a departure",
        Kind::Number,
    ),
    setting(
        BOOKINGS,
        "decide_reminder_days",
        "Reminders of that decision",
        Kind::Text,
    ),
    setting(
        BOOKINGS,
        "balance_reminders",
        "Reminders of balances",
        Kind::Text,
    ),
    setting(BOOKINGS, "review_request_days", "Days after a trip to ask for a review", Kind::Text),
    setting(PAYMENT, "pay_by_bank", "Offer bank transfer", Kind::Switch)
        .help_at_desk("Travellers can choose it at the checkout. It needs the bank account below"),
    setting(
        PAYMENT,
        "pay_by_bank_hours",
        "Hours to wait for a transfer",
        Kind::Number,
    ),
    setting(PAYMENT, "bank_account_name", "Account holder", Kind::Text)
        .help_at_desk("Required to offer bank transfer"),
    setting(
        PAYMENT,
        "bank_account_number",
        "Account number or IBAN",
        Kind::Text,
    )
    .help_at_desk("Required to offer bank transfer"),
    setting(PAYMENT, "bank_name", "Bank and branch", Kind::Text)
        .help_at_desk("Required to offer bank transfer"),
    setting(PAYMENT, "bank_swift", "SWIFT code (BIC)", Kind::Text),
    setting(PAYMENT, "bank_note", "Note for the payer", Kind::Text),
    setting(
        PAYMENT,
        "pay_on_arrival",
        "Offer payment on arrival",
        Kind::Switch,
    )
    .help_at_desk("Travellers can choose to pay at the agency"),
    setting(
        PAYMENT,
        "pay_on_arrival_hours",
        "Hours to wait for a payment on arrival",
        Kind::Number,
    ),
    setting(MAPS, "map_tiles", "Map tiles", Kind::Text),
    setting(MAPS, "map_consent", "Consent for map tiles", CONSENT)
        .help_at_desk("Whether the map of another service loads only after the visitor agrees"),
    setting(EMAIL, "mail_from", "Sender of emails", Kind::Text),
    setting(STAFF, "staff_second_step", "Second step of the login", SECOND_STEP)
        .help_at_desk("Staff and owners without an authenticator app can only set it up until they have one"),
    setting(STAFF, "staff_refund_limit", "Refunds by staff", Kind::Text)
        .help_at_desk("Most that staff refund of one booking. 0: only owners refund; off: no limit"),
];

/// Operator settings that are never shown: keys, and addresses that can contain a password or a key.
const SECRETS: &[&str] = &[
    "database_url",
    "secret_key",
    "smtp_url",
    "exchange_rate_url",
    "stripe_secret_key",
    "stripe_webhook_secret",
    "esewa_secret_key",
    "khalti_secret_key",
    "google_client_secret",
];

#[must_use]
pub fn is_secret(name: &str) -> bool {
    SECRETS.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_of_the_desk_is_one_of_the_table_and_has_help() {
        for setting in DESK_SETTINGS {
            let known = SETTINGS.iter().filter(|known| known.name == setting.name);
            assert_eq!(known.count(), 1, "{}", setting.name);
            assert!(!setting.help().is_empty(), "{}", setting.name);
            let same = DESK_SETTINGS.iter().filter(|one| one.name == setting.name);
            assert_eq!(same.count(), 1, "{}", setting.name);
            assert!(!is_secret(setting.name), "{}", setting.name);
        }
    }

    #[test]
    fn every_key_and_password_is_a_secret() {
        // Public keys, and names that only look like keys.
        let public = ["stripe_publishable_key", "limit_requests_of_api_key"];
        for setting in SETTINGS {
            let name = setting.name;
            let sounds_secret = ["key", "secret", "password", "token"]
                .iter()
                .any(|word| name.contains(word));
            if sounds_secret && !public.contains(&name) {
                assert!(is_secret(name), "{name}");
            }
        }
    }
}
