//! Compares the books with what travellers and the clerk noted themselves, and with what the stand-ins took.

use std::collections::{BTreeMap, HashSet};

use domain::booking::BookingStatus;
use serde_json::Value;
use store::ledger::Actor;
use store::payments::Payment;
use store::refunds::{Cause, Refund, State};
use uuid::Uuid;

use crate::books::Books;
use crate::over_time::cents;

/// What is known of one booking apart from the books, in cents.
#[derive(Clone, Debug)]
pub struct Notes {
    pub booking_id: Uuid,
    pub price: i64,
    /// What the clerk recorded, less what was reversed.
    pub cash: i64,
    /// How many payments the clerk recorded. Each was sent once or twice with its key.
    pub receipts: usize,
    /// What an administrator refunded without cancelling.
    pub refunded: i64,
    pub paid_out: i64,
    pub is_cancelled: bool,
}

impl Notes {
    pub fn new(booking: &Value) -> Self {
        let id = booking["_id"].as_str().expect("an id");
        Self {
            booking_id: id.parse().expect("an id"),
            price: cents(&booking["amount"]),
            cash: 0,
            receipts: 0,
            refunded: 0,
            paid_out: 0,
            is_cancelled: false,
        }
    }
}

/// Payments of the demo have no receipts.
pub fn breaches(books: &Books, all: &[Notes], of_the_demo: &HashSet<Uuid>) -> Vec<String> {
    let mut found = receipts(books, of_the_demo);
    found.extend(all.iter().flat_map(|notes| of_booking(books, notes)));
    found
}

fn of_booking(books: &Books, notes: &Notes) -> Vec<String> {
    let id = notes.booking_id;
    let Some(booking) = books.booking(id) else {
        return vec![format!("{id}: not stored, {notes:?}")];
    };
    let refunds: Vec<&Refund> = books
        .refunds
        .iter()
        .filter(|refund| refund.booking_id == id)
        .collect();
    let sum = |is: &dyn Fn(&Refund) -> bool| -> i64 {
        let counted = refunds.iter().filter(|refund| is(refund));
        counted.map(|refund| refund.amount.minor()).sum()
    };
    let cards = books.captured().filter(|payment| payment.booking_id == id);
    let (by_card, back_by_card) = cards.fold((0, 0), |(paid, back), payment| {
        (paid + payment.amount, back + books.given_back(&payment.id))
    });
    let at_wallets: i64 = (books.at_wallets.iter())
        .filter(|payment| payment.booking_id == id)
        .map(|payment| payment.booking_amount.minor())
        .sum();
    let received = by_card + at_wallets + notes.cash;
    let payment = &booking.payment;
    let (refunded, refunding) = (payment.refunded.minor(), payment.refunding.minor());
    let kept = booking.paid().minor() - refunded - refunding;
    let owed = sum(&|refund| refund.state == State::Owed);
    let mut figures = vec![(
        "kept",
        kept,
        received - back_by_card - notes.paid_out - owed,
    )];
    let staff_rows = books.payments.iter().filter(|row| is_by_staff(row, id));
    let rows = i64::try_from(staff_rows.count()).expect("few");
    figures.push((
        "payments by hand",
        rows,
        i64::try_from(notes.receipts).expect("few"),
    ));
    if notes.is_cancelled {
        let is_cancelled = booking.status == BookingStatus::Cancelled;
        figures.push(("cancelled", i64::from(is_cancelled), 1));
        figures.push(("back", refunded + refunding, booking.paid().minor()));
        figures.push(("balance", booking.balance().minor(), 0));
    } else {
        let late = sum(&|refund| refund.cause == Cause::Late);
        let paid = received - late;
        figures.push(("paid", booking.paid().minor(), paid));
        figures.push(("balance", booking.balance().minor(), notes.price - paid));
        figures.push(("refunds", refunded + refunding, notes.refunded));
    }
    let wrong = figures.into_iter().filter(|(_, is, should)| is != should);
    wrong
        .map(|(what, is, should)| format!("{id}: {what} {is} instead of {should}, {notes:?}"))
        .collect()
}

fn is_by_staff(row: &Payment, booking_id: Uuid) -> bool {
    row.booking_id == booking_id && row.received_by != Actor::System && row.reverses.is_none()
}

/// Every payment has a receipt of its own, and the numbers run 1, 2, 3 …
fn receipts(books: &Books, of_the_demo: &HashSet<Uuid>) -> Vec<String> {
    let mut series: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut found = Vec::new();
    for row in &books.payments {
        match (&row.receipt_number, row.reverses) {
            (Some(number), None) => {
                let (year, count) = number.rsplit_once('-').expect("a number");
                let count = count.parse().expect("a number");
                series.entry(year).or_default().push(count);
            }
            (None, Some(_)) => {}
            (None, None) if of_the_demo.contains(&row.booking_id) => {}
            _ => found.push(format!("the receipt of {row:?}")),
        }
    }
    for (year, mut numbers) in series {
        numbers.sort_unstable();
        if !numbers.iter().copied().eq(1..=numbers.len()) {
            found.push(format!(
                "receipts {year}: gaps or repetitions in {numbers:?}"
            ));
        }
    }
    found
}

pub fn figures(books: &Books, all: &[Notes]) -> String {
    let count = |is: &dyn Fn(&Notes) -> bool| all.iter().filter(|notes| is(notes)).count();
    let receipts: usize = all.iter().map(|notes| notes.receipts).sum();
    let cash: i64 = all.iter().map(|notes| notes.cash).sum();
    let paid_out: i64 = all.iter().map(|notes| notes.paid_out).sum();
    let reversed = books.payments.iter().filter(|row| row.reverses.is_some());
    format!(
        "{} bookings paid over time ({} paid in full, {} cancelled), {receipts} payments by hand ({} reversed), \
         {} at wallets, {} receipts, {cash} cents by hand, {paid_out} cents paid out",
        all.len(),
        count(&|notes| {
            let booking = books.booking(notes.booking_id);
            !notes.is_cancelled && booking.is_some_and(|booking| booking.balance().is_zero())
        }),
        count(&|notes| notes.is_cancelled),
        reversed.count(),
        books.at_wallets.len(),
        books
            .payments
            .iter()
            .filter(|row| row.receipt_number.is_some())
            .count(),
    )
}
