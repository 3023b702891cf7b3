//! Converts amounts between ISO 4217 minor units and Stripe's units, which differ for a few currencies
//! (https://docs.stripe.com/currencies, "Special cases").

use domain::money::{Currency, Money};

/// Without decimals in ISO 4217; Stripe uses hundredths, which must be 00.
const TIMES_HUNDRED: [&str; 2] = ["ISK", "UGX"];
/// With hundredths in ISO 4217; Stripe uses whole units.
const WHOLE: [&str; 1] = ["MGA"];

/// The smallest difference between two amounts that Stripe accepts, in our minor units. With three decimals, the last
/// one must be 0.
#[must_use]
pub fn step(currency: Currency) -> i64 {
    if WHOLE.contains(&currency.code()) {
        100
    } else if currency.minor_digits() == 3 {
        10
    } else {
        1
    }
}

/// Returns `None` if Stripe cannot accept the amount.
#[must_use]
pub fn to_stripe(amount: Money, currency: Currency) -> Option<i64> {
    let minor = amount.minor();
    if minor % step(currency) != 0 {
        return None;
    }
    if TIMES_HUNDRED.contains(&currency.code()) {
        minor.checked_mul(100)
    } else if WHOLE.contains(&currency.code()) {
        Some(minor / 100)
    } else {
        Some(minor)
    }
}

/// Returns `None` if the amount cannot be represented in our minor units.
#[must_use]
pub fn from_stripe(amount: i64, currency: Currency) -> Option<Money> {
    let minor = if TIMES_HUNDRED.contains(&currency.code()) {
        (amount % 100 == 0).then_some(amount / 100)?
    } else if WHOLE.contains(&currency.code()) {
        amount.checked_mul(100)?
    } else {
        amount
    };
    Some(Money::from_minor(minor))
}

#[cfg(test)]
mod tests {
    use super::*;

    // PAY-01: an amount in another unit than the provider's is a wrong charge.
    #[test]
    fn amounts_are_counted_as_stripe_counts_them() {
        for (code, minor, stripe) in [
            ("USD", 305_618, Some(305_618)),
            ("JPY", 500, Some(500)),
            ("KWD", 5_120, Some(5_120)),
            ("KWD", 5_124, None),
            ("BHD", 1_001, None),
            ("ISK", 5, Some(500)),
            ("UGX", 70, Some(7_000)),
            ("MGA", 1_500, Some(15)),
            ("MGA", 1_550, None),
            ("ISK", i64::MAX, None),
        ] {
            let currency = Currency::parse(code).unwrap();
            let amount = Money::from_minor(minor);
            assert_eq!(to_stripe(amount, currency), stripe, "{code} {minor}");
            if let Some(stripe) = stripe {
                assert_eq!(from_stripe(stripe, currency), Some(amount), "{code}");
            }
        }
        assert_eq!(from_stripe(550, Currency::parse("ISK").unwrap()), None);
    }
}
