//! The part of `chautari ledger check` that compares bookings with travel credits.

use std::collections::HashMap;

use domain::booking::{Booking, PaymentStatus};
use domain::money::Money;
use store::{StoreResult, Tx, travel_credits};
use uuid::Uuid;

use super::wallet_check::amount;

/// Describes every booking whose account of the credits that it gave or used differs from the credits themselves.
pub(crate) async fn compare_credits(tx: &Tx, bookings: &[Booking]) -> StoreResult<Vec<String>> {
    let ids: Vec<Uuid> = bookings.iter().map(|booking| booking.id).collect();
    let mut given: HashMap<Uuid, Money> = HashMap::new();
    for credit in travel_credits::list_for_bookings(tx, &ids).await? {
        let sum = given.entry(credit.booking_id).or_default();
        *sum = sum.plus(credit.amount);
    }
    let mut differences = Vec::new();
    for booking in bookings {
        let (id, payment) = (booking.id, &booking.payment);
        let text = |money| amount(money, booking.quote.currency);
        let given = given.get(&id).copied().unwrap_or_default();
        if given != payment.credited {
            differences.push(format!(
                "booking {id}: {} kept as travel credits by its own account, {} in travel credits",
                text(payment.credited),
                text(given)
            ));
        }
        let is_paid = matches!(
            payment.status,
            PaymentStatus::Confirmed | PaymentStatus::Refunded
        );
        let Some(used) = payment.credit_used.as_ref().filter(|_| is_paid) else {
            continue;
        };
        let credit = travel_credits::find_used_by(tx, id).await?;
        let credit = credit.filter(|it| it.used_at.is_some() && it.number == used.number);
        if credit.is_none_or(|credit| credit.amount != used.amount) {
            differences.push(format!(
                "booking {id}: {} paid with travel credit {}, which was not used for it",
                text(used.amount),
                used.number
            ));
        }
    }
    Ok(differences)
}
