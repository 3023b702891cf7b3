//! Invariants of the money: the ledger has each movement of the provider once, with its amount and for one booking, and
//! nothing else.

use std::collections::{BTreeMap, HashMap};

use domain::booking::{Booking, BookingStatus, PaymentStatus};
use store::ledger::{Kind, Line};
use store::refunds::{Cause, State};

use crate::books::{Books, ProviderPayment};

pub fn breaches(books: &Books) -> Vec<String> {
    let mut found = Vec::new();
    for payment in books.captured() {
        found.extend(of_payment(books, payment));
    }
    found.extend(of_ledger(books));
    found.extend(of_refunds(books));
    for booking in &books.bookings {
        found.extend(of_booking(books, booking));
    }
    let (ledger, provider) = sums(books);
    if ledger != provider {
        found.push(format!(
            "the ledger sums up to {ledger:?}, the provider's books to {provider:?}"
        ));
    }
    found
}

/// A captured amount is a payment of one confirmed booking, or was refunded in full.
fn of_payment(books: &Books, payment: &ProviderPayment) -> Option<String> {
    let ProviderPayment {
        id,
        amount,
        currency,
        ..
    } = payment;
    let Some(booking) = books.booking(payment.booking_id) else {
        return Some(format!("{id}: captured, and there is no such booking"));
    };
    let lines: Vec<&Line> = books
        .ledger
        .iter()
        .filter(|line| line.reference == *id)
        .collect();
    if is_held(books, payment) && lines.is_empty() {
        return None;
    }
    let written = |line: &&Line| {
        let what = (
            line.kind,
            line.amount.minor(),
            line.currency.code(),
            line.booking_id,
        );
        what == (Kind::Capture, *amount, currency.as_str(), booking.id)
    };
    if lines.len() != 1 || !lines.iter().all(written) {
        return Some(format!("{id}: {amount} captured, the ledger has {lines:?}"));
    }
    let back = books.given_back(id);
    let is_counted = books.payments.iter().any(|row| row.id == lines[0].id);
    let is_of_price = is_counted && booking.invoice_number.is_some();
    (back > *amount || !(is_of_price || back == *amount)).then(|| {
        let (booked, status) = (booking.id, booking.status);
        format!("{id}: {amount} captured, {back} given back, and {booked} is {status:?}")
    })
}

/// The payment does not match its booking, which records the mismatch and waits for the agency. Until then the ledger
/// has no line of it.
fn is_held(books: &Books, payment: &ProviderPayment) -> bool {
    let booking = books.booking(payment.booking_id);
    let booking = booking.filter(|booking| booking.is_payable());
    let mismatch = booking.and_then(|booking| booking.payment.mismatch.as_ref());
    mismatch.is_some_and(|taken| {
        let noted = (
            &taken.intent_id,
            taken.amount.minor(),
            taken.currency.code(),
        );
        noted == (&payment.id, payment.amount, payment.currency.as_str())
    })
}

/// Every line is a movement of a provider or a manual one.
fn of_ledger(books: &Books) -> Vec<String> {
    let captured: HashMap<_, _> = books
        .captured()
        .map(|one| (one.id.as_str(), one.amount))
        .collect();
    let refunded: HashMap<_, _> = books
        .provider_refunds
        .iter()
        .map(|one| (one.id.as_str(), one.amount))
        .collect();
    let at_wallets: HashMap<_, _> = (books.at_wallets.iter())
        .map(|one| (one.intent_id.as_deref(), one.booking_amount.minor()))
        .collect();
    let is_movement = |line: &&Line| {
        let reference = line.reference.as_str();
        let moved = match line.kind {
            Kind::Capture if at_wallets.contains_key(&Some(reference)) => {
                at_wallets.get(&Some(reference))
            }
            Kind::Capture => captured.get(reference),
            Kind::Refund => refunded.get(reference),
            Kind::Manual | Kind::Reversal | Kind::Credit | Kind::CreditReversal => None,
        };
        moved == Some(&line.amount.minor()) || is_by_hand(line)
    };
    let strange = books.ledger.iter().filter(|line| !is_movement(line));
    let strange = strange.map(|line| format!("nothing moved for {line:?}"));
    strange.chain(of_rows(books)).collect()
}

/// Every payment has its line, of the same amount.
fn of_rows(books: &Books) -> impl Iterator<Item = String> {
    let lines: HashMap<_, _> = (books.ledger.iter())
        .map(|line| (line.id, (line.booking_id, line.signed())))
        .collect();
    let lost = books.payments.iter().filter(move |row| {
        let written = (row.booking_id, row.booking_amount.minor());
        lines.get(&row.id) != Some(&written)
    });
    lost.map(|row| format!("no line for {row:?}"))
}

fn is_by_hand(line: &Line) -> bool {
    line.kind != Kind::Capture && line.reference.starts_with("manual:")
}

/// Every refund of the provider has a promise of ours, is made and is recorded once; no promise stays open.
fn of_refunds(books: &Books) -> Vec<String> {
    let mut found = Vec::new();
    for made in &books.provider_refunds {
        let ours = books.refunds.iter().filter(|refund| {
            refund.id.to_string() == made.idempotency_key
                && refund.state == State::Made
                && refund.reference.as_ref() == Some(&made.id)
                && refund.amount.minor() == made.amount
        });
        let lines = books.ledger.iter().filter(|line| line.reference == made.id);
        let counts = (ours.count(), lines.count());
        if counts != (1, 1) {
            found.push(format!("{made:?} has {counts:?} promises and ledger lines"));
        }
    }
    let open = books
        .refunds
        .iter()
        .filter(|refund| refund.state == State::Requested);
    found.extend(open.map(|refund| format!("promised and not made: {refund:?}")));
    found
}

/// The sums of a booking equal those of its payments and refunds; a booking confirmed by hand has its manual line.
fn of_booking(books: &Books, booking: &Booking) -> Vec<String> {
    let (id, payment) = (booking.id, &booking.payment);
    let mut found = Vec::new();
    let rows = books.payments.iter().filter(|row| row.booking_id == id);
    let received: i64 = rows.map(|row| row.booking_amount.minor()).sum();
    let price = booking.quote.total.plus(payment.lowered_by);
    if booking.paid().minor() != received || booking.paid() > price {
        let says = booking.paid();
        found.push(format!("{id}: says {says:?} was paid, {received} was"));
    }
    let is_price = |refund: &&store::refunds::Refund| {
        refund.booking_id == id
            && (refund.cause != Cause::Late
                || (payment.by_hand.is_none()
                    && payment.status != PaymentStatus::Failed
                    && payment.intent_id == refund.intent_id))
    };
    let sum = |state: State| -> i64 {
        let of_price = books.refunds.iter().filter(is_price);
        let in_state = of_price.filter(|refund| refund.state == state);
        in_state.map(|refund| refund.amount.minor()).sum()
    };
    let (back, owed) = (sum(State::Made), sum(State::Owed));
    let says = (payment.refunded.minor(), payment.refunding.minor());
    if says != (back, owed) || back + owed > received {
        found.push(format!(
            "{id}: says {says:?} went back and goes back, {back} did, {owed} is owed"
        ));
    }
    let reference = format!("manual:{id}");
    let manual = books
        .ledger
        .iter()
        .filter(|line| line.booking_id == id && line.reference == reference);
    let confirmed_by_hand = payment.by_hand.is_some() && booking.invoice_number.is_some();
    let manual = manual.count();
    if manual != usize::from(confirmed_by_hand) {
        found.push(format!(
            "{id}: {manual} lines by hand, confirmed by hand {confirmed_by_hand}"
        ));
    }
    // What was paid above a lowered price has the credit note of the invoice that was replaced.
    let taken_back =
        back > payment.lowered_by.minor() || booking.status == BookingStatus::Cancelled;
    let noted = booking.credit_note_number.is_some();
    if noted != (taken_back && booking.invoice_number.is_some()) {
        found.push(format!(
            "{id}: {back} went back, {:?}, credit note {noted}",
            booking.status
        ));
    }
    found
}

/// The final balance by currency, in minor units.
pub fn balance(books: &Books) -> String {
    let (ledger, _) = sums(books);
    let each = ledger
        .iter()
        .map(|(currency, minor)| format!("{currency} {minor}"));
    each.collect::<Vec<_>>().join(", ")
}

type Sums = BTreeMap<String, i64>;

/// The balances of the ledger and of the provider by currency, without manual movements.
fn sums(books: &Books) -> (Sums, Sums) {
    let (mut ledger, mut provider) = (Sums::new(), Sums::new());
    for line in books.ledger.iter().filter(|line| !is_by_hand(line)) {
        *ledger.entry(line.currency.code().to_owned()).or_default() += line.signed();
    }
    for payment in books.captured().filter(|payment| !is_held(books, payment)) {
        *provider.entry(payment.currency.clone()).or_default() += payment.amount;
    }
    for payment in &books.at_wallets {
        let code = payment.booking_currency.code().to_owned();
        *provider.entry(code).or_default() += payment.booking_amount.minor();
    }
    for refund in &books.provider_refunds {
        *provider.entry(refund.currency.clone()).or_default() -= refund.amount;
    }
    (ledger, provider)
}
