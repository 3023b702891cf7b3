//! The wallets of Nepal: payment providers that send the payer to a page of their own and are asked afterwards
//! (operations §3). What the payer's browser brings back proves nothing; the inquiry does.

use domain::money::{Currency, Money};

use super::payment_provider::{PaymentError, PaymentOrder};

/// Wallets take Nepalese rupees only. The caller converts the price.
pub const CURRENCY: &str = "NPR";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wallet {
    Esewa,
    Khalti,
}

impl Wallet {
    pub const ALL: [Self; 2] = [Self::Esewa, Self::Khalti];

    /// The method of its payments, and the prefix of their ids before `_`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Esewa => "esewa",
            Self::Khalti => "khalti",
        }
    }

    /// The name that travellers know.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Esewa => "eSewa",
            Self::Khalti => "Khalti",
        }
    }

    /// The wallet of a payment or refund. `None`: the card provider's.
    #[must_use]
    pub fn of(id: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|wallet| wallet.own_part(id).is_some())
    }

    /// The id without the prefix.
    pub(super) fn own_part(self, id: &str) -> Option<&str> {
        id.strip_prefix(self.as_str())?.strip_prefix('_')
    }

    /// The smallest payment, in paisa.
    #[must_use]
    pub fn min_amount(self) -> Money {
        Money::from_minor(match self {
            Self::Esewa => 1,
            // "Amount should be greater than Rs. 10, that is 1000 paisa."
            Self::Khalti => 1_000,
        })
    }

    pub(super) fn check_order(self, order: &PaymentOrder) -> Result<(), PaymentError> {
        if order.currency.code() != CURRENCY {
            let text = format!("{} takes {CURRENCY}, not {}", self.name(), order.currency);
            return Err(PaymentError::Refused(text));
        }
        if order.amount < self.min_amount() {
            let least = self.min_amount().to_major_string(order.currency);
            let text = format!("{} takes {CURRENCY} {least} or more", self.name());
            return Err(PaymentError::Refused(text));
        }
        Ok(())
    }

    /// Neither wallet documents a call for refunds.
    pub(super) fn refuse_refund(self) -> PaymentError {
        PaymentError::Refused(format!(
            "{} cannot be asked for a refund: refund the payment in its merchant account",
            self.name()
        ))
    }

    /// The currency of its payments.
    pub(super) fn currency(self) -> Result<Currency, PaymentError> {
        Currency::parse(CURRENCY).map_err(|_| PaymentError::Currency)
    }
}
