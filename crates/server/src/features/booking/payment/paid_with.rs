//! With what a booking was paid, as texts of emails.

use domain::booking::Booking;
use store::StoreResult;
use store::travel_credits::{self, TravelCredit};

use crate::platform::app::App;
use crate::platform::format::{amount, day};

/// The card and the travel credit that paid, after the amount: ` with Visa ending in 4242`.
pub(crate) async fn paid_with(app: &App, booking: &Booking) -> StoreResult<String> {
    let payment = &booking.payment;
    let brand = payment.card_brand.as_deref();
    let mut text = match brand.zip(payment.card_last4.as_deref()) {
        Some((brand, last4)) => format!(" with {} ending in {last4}", card_name(brand)),
        None => String::new(),
    };
    if let Some(used) = &payment.credit_used {
        let of_it = match used.amount == booking.paid_of_price() {
            true => String::new(),
            false => format!(", {} of it", amount(used.amount, booking.quote.currency)),
        };
        text.push_str(&format!("{of_it} with travel credit {}", used.number));
    }
    let credit = travel_credits::find_used_by(&app.db, booking.id).await?;
    if let Some(credit) = credit {
        let all = travel_credits::list_for_bookings(&app.db, &[credit.booking_id]).await?;
        let rest = all
            .iter()
            .find(|it| it.id != credit.id && Some(it.created_at) == credit.used_at);
        let rest = rest.map(|rest| format!(". Left of it: {}", credit_line(rest)));
        text.push_str(&rest.unwrap_or_default());
    }
    Ok(text)
}

/// Number, amount and last day of a travel credit.
pub fn credit_line(credit: &TravelCredit) -> String {
    let amount = amount(credit.amount, credit.currency);
    let until = day(credit.expires_on);
    format!("{}, {amount}, valid until {until}", credit.number)
}

/// Display name of the provider's brand code.
fn card_name(brand: &str) -> &str {
    match brand {
        "visa" => "Visa",
        "mastercard" => "Mastercard",
        "amex" => "American Express",
        "discover" => "Discover",
        "diners" => "Diners Club",
        "jcb" => "JCB",
        "unionpay" => "UnionPay",
        _ => "a card",
    }
}
