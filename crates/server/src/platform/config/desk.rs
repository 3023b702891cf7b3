//! The settings that an owner changed at the desk, over those of the operator (operations §6). The same reader validates
//! both.

use std::collections::BTreeMap;

use super::Config;
use crate::platform::settings::{BadSetting, variable};

/// Values of the desk by name.
pub type DeskValues = BTreeMap<&'static str, String>;

/// A value of the desk that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    pub name: &'static str,
    /// It may name another setting, for example one that is missing.
    pub problem: BadSetting,
}

impl Config {
    /// These settings with values of the desk, where the operator set none. Values that cannot be used are left out, and
    /// returned with the reason.
    #[must_use]
    pub fn with_desk(&self, desk: &DeskValues) -> (Self, Vec<Refused>) {
        let mut used = desk.clone();
        used.retain(|name, _| self.values.given(name).is_none());
        let mut refused = Vec::new();
        loop {
            match self.read_desk(&used) {
                Ok(config) => return (config, refused),
                Err(problem) => {
                    let Some(name) = self.cause(&used, &problem) else {
                        return (self.clone(), refused);
                    };
                    used.remove(name);
                    refused.push(Refused { name, problem });
                }
            }
        }
    }

    /// The value of the desk to leave out because of a problem: its own, or another without which the problem is gone. If
    /// no single value is the cause, any of them; none if the desk has no values.
    fn cause(&self, used: &DeskValues, problem: &BadSetting) -> Option<&'static str> {
        let is_cause = |name: &'static str| {
            let mut rest = used.clone();
            rest.remove(name);
            match self.read_desk(&rest) {
                Ok(_) => true,
                // Not one that is now missing itself.
                Err(other) => other != *problem && other.name != variable(name),
            }
        };
        let names = || used.keys().copied();
        names()
            .find(|name| variable(name) == problem.name)
            .or_else(|| names().find(|name| is_cause(name)))
            .or_else(|| names().next_back())
    }

    /// Only these fields can be changed while the server runs; all others keep the values of the start.
    fn read_desk(&self, used: &DeskValues) -> Result<Self, BadSetting> {
        let read = Self::from_values(&self.values.with_desk(used.clone()))?;
        Ok(Self {
            name: read.name,
            contact_email: read.contact_email,
            contact_phone: read.contact_phone,
            whatsapp_number: read.whatsapp_number,
            agency_email: read.agency_email,
            company: read.company,
            invoice_vat: read.invoice_vat,
            default_charges: read.default_charges,
            default_terms: read.default_terms,
            cancellation_policy: read.cancellation_policy,
            hold_for: read.hold_for,
            decide_days: read.decide_days,
            decide_reminder_days: read.decide_reminder_days,
            balance_reminders: read.balance_reminders,
            review_request_days: read.review_request_days,
            bank_transfer: read.bank_transfer,
            pay_on_arrival: read.pay_on_arrival,
            map_tiles: read.map_tiles,
            mail_from: read.mail_from,
            staff_needs_second_step: read.staff_needs_second_step,
            staff_refund_limit: read.staff_refund_limit,
            values: read.values,
            ..self.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::settings::Values;
    use crate::platform::settings::desk::DESK_SETTINGS;

    fn config(given: &[(&'static str, &str)]) -> Config {
        let owned = |(name, value): &(&'static str, &str)| (*name, (*value).to_owned());
        let given: Vec<_> = given.iter().map(owned).collect();
        Config::from_values(&Values::from_pairs(&given)).expect("settings")
    }

    fn desk(values: &[(&'static str, &str)]) -> DeskValues {
        let owned = |(name, value): &(&'static str, &str)| (*name, (*value).to_owned());
        values.iter().map(owned).collect()
    }

    #[test]
    fn the_file_wins_over_the_desk_and_the_desk_over_the_default() {
        let file = config(&[("name", "From the file")]);
        let values = desk(&[("name", "From the desk"), ("hold_minutes", "45")]);
        let (merged, refused) = file.with_desk(&values);
        assert_eq!(refused, []);
        assert_eq!(merged.name, "From the file");
        assert_eq!(merged.hold_for.num_minutes(), 45);
        assert_eq!(merged.company.address, "Thamel, Kathmandu, Nepal");
    }

    #[test]
    fn every_setting_of_the_desk_changes_the_configuration() {
        let others = [
            ("name", "Other"),
            ("contact_email", "other@treks.example"),
            ("contact_phone", "+977 1"),
            ("whatsapp_number", "+977 9841234567"),
            ("agency_email", "desk@treks.example"),
            ("company_name", "Other Ltd"),
            ("company_address", "Pokhara"),
            ("company_registration", "12"),
            ("company_licence", "34"),
            ("invoice_mode", "plain"),
            ("invoice_pan", "609812346"),
            ("invoice_vat_percent", "10"),
            ("invoice_vat", "on_top"),
            (
                "invoice_lines",
                "base_price:taxable,service_fee:taxable,insurance:taxable,booking_fee:taxable",
            ),
            ("invoice_zero_rated_reason", "Export"),
            ("default_tax_percent", "1"),
            ("default_service_fee_percent", "1"),
            ("default_insurance_per_person", "1"),
            ("default_booking_fee", "1"),
            ("default_deposit_percent", "30"),
            ("default_balance_days", "40"),
            ("cancellation_policy", "10:10"),
            ("hold_minutes", "5"),
            ("decide_days", "5"),
            ("decide_reminder_days", "off"),
            ("balance_reminders", "off"),
            ("review_request_days", "off"),
            ("pay_by_bank", "0"),
            ("pay_by_bank_hours", "5"),
            ("bank_account_name", "Other"),
            ("bank_account_number", "56"),
            ("bank_name", "Other"),
            ("bank_swift", "OTHER"),
            ("bank_note", "Other"),
            ("pay_on_arrival", "0"),
            ("pay_on_arrival_hours", "5"),
            ("map_tiles", "off"),
            ("map_consent", "ask"),
            ("mail_from", "Other <other@treks.example>"),
            ("staff_second_step", "required"),
            ("staff_refund_limit", "100"),
        ];
        // Switches are on and modes are set, so that each value below matters.
        let before = desk(&[
            ("invoice_mode", "nepal"),
            ("invoice_pan", "609812345"),
            ("pay_by_bank", "1"),
            ("bank_account_name", "A"),
            ("bank_account_number", "1"),
            ("bank_name", "B"),
            ("pay_on_arrival", "1"),
            ("default_deposit_percent", "20"),
        ]);
        let base = config(&[]);
        let names: Vec<_> = others.iter().map(|(name, _)| *name).collect();
        let known: Vec<_> = DESK_SETTINGS.iter().map(|setting| setting.name).collect();
        assert_eq!(names, known);
        let (with_before, refused) = base.with_desk(&before);
        assert_eq!(refused, []);
        for (name, value) in others {
            let mut after = before.clone();
            after.insert(name, value.to_owned());
            let (with_after, refused) = base.with_desk(&after);
            assert_eq!(refused, [], "{name}");
            assert_ne!(with_after.described(), with_before.described(), "{name}");
        }
    }

    impl Config {
        fn described(&self) -> String {
            format!(
                "{:?}",
                (
                    (&self.name, &self.contact_email, &self.contact_phone),
                    (&self.agency_email, &self.company, &self.invoice_vat),
                    (
                        &self.whatsapp_number,
                        self.review_request_days,
                        self.staff_needs_second_step,
                        &self.staff_refund_limit,
                    ),
                    (
                        &self.default_charges,
                        &self.default_terms,
                        &self.cancellation_policy,
                    ),
                    (self.hold_for, self.decide_days, &self.decide_reminder_days),
                    (&self.balance_reminders, &self.bank_transfer),
                    (&self.pay_on_arrival, &self.map_tiles, &self.mail_from),
                )
            )
        }
    }

    #[test]
    fn a_value_that_cannot_be_used_is_left_out_and_the_others_are_kept() {
        let values = desk(&[
            ("hold_minutes", "soon"),
            ("cancellation_policy", "30"),
            ("name", "Kept"),
        ]);
        let (merged, refused) = config(&[]).with_desk(&values);
        let names: Vec<_> = refused.iter().map(|one| one.name).collect();
        assert_eq!(names, ["cancellation_policy", "hold_minutes"]);
        assert_eq!(merged.name, "Kept");
        assert_eq!(merged.hold_for.num_minutes(), 20);
    }

    #[test]
    fn a_switch_that_misses_another_setting_is_left_out() {
        let values = desk(&[("pay_by_bank", "1"), ("bank_account_name", "A")]);
        let (merged, refused) = config(&[("bank_name", "B")]).with_desk(&values);
        assert_eq!(refused.len(), 1);
        assert_eq!(refused[0].name, "pay_by_bank");
        assert_eq!(refused[0].problem.name, "CHAUTARI_BANK_ACCOUNT_NUMBER");
        assert!(merged.bank_transfer.is_none());
    }
}
