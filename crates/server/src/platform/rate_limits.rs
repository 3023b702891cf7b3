//! The rate limits that an operator can set: the number of attempts in a time window (decisions §4 and §10, Limits).
//! `http::rate_limit` counts the attempts.

use chrono::TimeDelta;

use crate::platform::settings::{BadSetting, Values, variable};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    WrongLogins,
    WrongLoginsOfClient,
    WrongLoginsOfEmail,
    CodesAnHour,
    CodesADay,
    WrongCodes,
    CodesOfClient,
    RecoveryCodes,
    RecoveryMails,
    SignupsOfClient,
    BookingsOfUser,
    RequestsOfApiKey,
    SubscriptionsOfClient,
    NewsletterMails,
    CustomTreksOfClient,
    CustomTrekMails,
    EnquiriesOfClient,
    EnquiryMails,
    EnquiryMessages,
    PromotionCodes,
}

impl Limit {
    pub const ALL: [Self; 20] = [
        Self::WrongLogins,
        Self::WrongLoginsOfClient,
        Self::WrongLoginsOfEmail,
        Self::CodesAnHour,
        Self::CodesADay,
        Self::WrongCodes,
        Self::CodesOfClient,
        Self::RecoveryCodes,
        Self::RecoveryMails,
        Self::SignupsOfClient,
        Self::BookingsOfUser,
        Self::RequestsOfApiKey,
        Self::SubscriptionsOfClient,
        Self::NewsletterMails,
        Self::CustomTreksOfClient,
        Self::CustomTrekMails,
        Self::EnquiriesOfClient,
        Self::EnquiryMails,
        Self::EnquiryMessages,
        Self::PromotionCodes,
    ];

    /// The label of the metric.
    #[must_use]
    pub fn name(self) -> &'static str {
        let setting = self.setting();
        setting.strip_prefix("limit_").unwrap_or(setting)
    }

    #[must_use]
    pub fn setting(self) -> &'static str {
        match self {
            Self::WrongLogins => "limit_wrong_logins",
            Self::WrongLoginsOfClient => "limit_wrong_logins_of_client",
            Self::WrongLoginsOfEmail => "limit_wrong_logins_of_email",
            Self::CodesAnHour => "limit_codes_an_hour",
            Self::CodesADay => "limit_codes_a_day",
            Self::WrongCodes => "limit_wrong_codes",
            Self::CodesOfClient => "limit_codes_of_client",
            Self::RecoveryCodes => "limit_recovery_codes",
            Self::RecoveryMails => "limit_recovery_mails",
            Self::SignupsOfClient => "limit_signups_of_client",
            Self::BookingsOfUser => "limit_bookings_of_user",
            Self::RequestsOfApiKey => "limit_requests_of_api_key",
            Self::SubscriptionsOfClient => "limit_subscriptions_of_client",
            Self::NewsletterMails => "limit_newsletter_mails",
            Self::CustomTreksOfClient => "limit_custom_treks_of_client",
            Self::CustomTrekMails => "limit_custom_trek_mails",
            Self::EnquiriesOfClient => "limit_enquiries_of_client",
            Self::EnquiryMails => "limit_enquiry_mails",
            Self::EnquiryMessages => "limit_enquiry_messages",
            Self::PromotionCodes => "limit_promotion_codes",
        }
    }
}

/// A number of attempts in a time window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    pub most: u32,
    pub window: TimeDelta,
}

/// The rule of each limit; `None` if it is off.
#[derive(Debug, Clone)]
pub struct Limits([Option<Rule>; Limit::ALL.len()]);

impl Limits {
    pub fn from_values(values: &Values) -> Result<Self, BadSetting> {
        let mut rules = [None; Limit::ALL.len()];
        for limit in Limit::ALL {
            let text = values.get(limit.setting()).unwrap_or_default();
            rules[limit as usize] = match text {
                "off" => None,
                text => Some(parse(text).ok_or_else(|| {
                    let may_be =
                        format!("'{text}' may be number/period, as 10/15m (s, m, h, d), or off");
                    BadSetting::new(variable(limit.setting()), may_be)
                })?),
            };
        }
        Ok(Self(rules))
    }

    #[must_use]
    pub fn of(&self, limit: Limit) -> Option<Rule> {
        self.0[limit as usize]
    }
}

fn parse(text: &str) -> Option<Rule> {
    let (most, period) = text.split_once('/')?;
    let most = most
        .parse()
        .ok()
        .filter(|most| (1..=1_000_000).contains(most))?;
    let unit = match period.chars().last()? {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        'd' => 86400,
        _ => return None,
    };
    let number: u32 = period[..period.len() - 1].parse().ok()?;
    let seconds = i64::from(number) * unit;
    (1..=31 * 86400).contains(&seconds).then(|| Rule {
        most,
        window: TimeDelta::seconds(seconds),
    })
}

/// Normalises an address for counting: lower case and trimmed. It need not be valid.
#[must_use]
pub fn typed_email(text: &str) -> String {
    text.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_a_number_and_a_period() {
        let minutes = |most, minutes| {
            Some(Rule {
                most,
                window: TimeDelta::minutes(minutes),
            })
        };
        assert_eq!(parse("10/15m"), minutes(10, 15));
        assert_eq!(parse("1/60s"), minutes(1, 1));
        assert_eq!(parse("300/1h"), minutes(300, 60));
        assert_eq!(parse("20/1d"), minutes(20, 1440));
        for text in [
            "", "10", "/1h", "0/1h", "10/", "10/1", "10/0m", "10/1y", "-1/1h", "10/1é", "10/99d",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
