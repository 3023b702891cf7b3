//! `chautari ledger check`: compares the ledger with the payment provider and with the bookings, line by line, and
//! reports every difference. It changes nothing.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Write;

use domain::booking::Booking;
use domain::money::{Currency, Money};
use store::ledger::{Kind, Line};
use uuid::Uuid;

use super::credit_check::compare_credits;
use super::wallet_check::{WalletLines, amount, owed_besides};
use crate::cli::backup::before_migration;
use crate::features::report::payment_sums::{PaymentSums, sum_payments};
use crate::platform::adapters::clock::Clock;
use crate::platform::adapters::payments::Movement;
use crate::platform::app::App;
use crate::platform::config::Config;

type Failed = Box<dyn std::error::Error + Send + Sync>;

const BATCH_SIZE: u64 = 500;
/// The kind of captures at wallets in the sums.
const WALLETS: &str = "wallets";

/// Result of the comparison.
#[derive(Debug, Default)]
pub struct Report {
    /// One line per currency and kind: the sum in the ledger and the sum at the provider.
    pub sums: Vec<String>,
    /// One line per difference.
    pub differences: Vec<String>,
}

/// Prints the report. Returns whether there are no differences.
pub async fn check(config: Config) -> Result<bool, Failed> {
    let app = before_migration::start(config, Clock::System).await?;
    let report = compare(&app).await?;
    let mut out = std::io::stdout().lock();
    for line in &report.sums {
        writeln!(out, "{line}")?;
    }
    for line in &report.differences {
        writeln!(out, "DIFFERENT  {line}")?;
    }
    match report.differences.len() {
        0 => writeln!(out, "ok  the ledger and the provider agree")?,
        number => writeln!(out, "FAILED  {number} differences")?,
    }
    Ok(report.differences.is_empty())
}

/// Reads the provider first: a movement that happens in between is then in the ledger, or is reported as a
/// difference. Ledger and bookings are read in one snapshot, in batches, because all bookings at once would fill the
/// memory.
pub async fn compare(app: &App) -> Result<Report, Failed> {
    let movements = app.payments.movements().await?;
    let tx = app.db.begin_snapshot().await?;
    let mut books = Books::new(movements);
    let mut after = Uuid::nil();
    loop {
        let lines = store::ledger::list_after(&tx, after, BATCH_SIZE).await?;
        let Some(last) = lines.last() else { break };
        after = last.id;
        lines.iter().for_each(|line| books.add(line));
    }
    books.name_unknown_movements();
    let open = store::refunds::list_booking_ids_with_requested(&tx).await?;
    books.unfinished.extend(open);
    let mut after = Uuid::nil();
    loop {
        let bookings = store::bookings::list_after(&tx, after, BATCH_SIZE).await?;
        let Some(last) = bookings.last() else { break };
        after = last.id;
        let ids: Vec<Uuid> = bookings.iter().map(|booking| booking.id).collect();
        let mut received: HashMap<Uuid, i64> = HashMap::new();
        for payment in store::payments::list_for_bookings(&tx, &ids).await? {
            *received.entry(payment.booking_id).or_default() += payment.booking_amount.minor();
        }
        let refunds = store::refunds::list_for_bookings(&tx, &ids).await?;
        for booking in &bookings {
            let payments = received.get(&booking.id).copied().unwrap_or_default();
            books.compare_payments(booking, payments);
        }
        let credits = compare_credits(&tx, &bookings).await?;
        books.differences.extend(credits);
        for booking in &bookings {
            let owed = owed_besides(booking, &refunds);
            if !booking.paid().is_zero() || owed > 0 {
                books.compare(booking, owed);
            }
        }
    }
    let at_wallets = std::mem::take(&mut books.wallet_lines);
    let at_wallets = at_wallets.read_asked(&tx).await?;
    books.compare_report(&sum_payments(&tx, app.config.timezone, None).await?);
    for id in store::bookings::list_payable_ids(&tx).await? {
        let booking = store::bookings::find(&tx, id).await?;
        books
            .differences
            .extend(booking.as_ref().and_then(mismatch));
    }
    // The wallets may be slow: the snapshot does not wait for them.
    drop(tx);
    let compared = at_wallets.compare(app).await?;
    books.differences.extend(compared.differences);
    for (taken, currency) in compared.taken {
        books.sum(currency, WALLETS).provider += taken.minor();
    }
    Ok(books.finish())
}

/// Describes a booking with a mismatched payment, which the agency has to resolve.
fn mismatch(booking: &Booking) -> Option<String> {
    let taken = booking.payment.mismatch.as_ref()?;
    Some(format!(
        "booking {} ({}): payment {} is {} at the provider, the price is {}; nothing is confirmed",
        booking.id,
        booking.reference,
        taken.intent_id,
        amount(taken.amount, taken.currency),
        amount(booking.quote.total, booking.quote.currency)
    ))
}

/// Whether the movement did not go through the provider.
fn is_by_hand(line: &Line) -> bool {
    line.reference.starts_with("manual:")
}

/// In minor units.
struct Sum {
    currency: Currency,
    ledger: i64,
    provider: i64,
}

/// The comparison in progress. For each movement and booking it keeps only the sum.
#[derive(Default)]
struct Books {
    sums: BTreeMap<(&'static str, &'static str), Sum>,
    /// Movements at the provider without a ledger line so far, by reference.
    provider: HashMap<String, (bool, Money, Currency)>,
    bookings: HashMap<Uuid, i64>,
    /// The sum of all lines of money by currency.
    totals: BTreeMap<&'static str, (i64, Currency)>,
    /// Bookings with a pending refund, which is not in the ledger yet.
    unfinished: HashSet<Uuid>,
    wallet_lines: WalletLines,
    differences: Vec<String>,
}

impl Books {
    fn new(movements: Vec<Movement>) -> Self {
        let mut books = Self::default();
        for movement in movements {
            let kind = kind_of(movement.is_refund);
            books.sum(movement.currency, kind).provider += movement.amount.minor();
            let found = (movement.is_refund, movement.amount, movement.currency);
            books.provider.insert(movement.reference, found);
        }
        books
    }

    fn sum(&mut self, currency: Currency, kind: &'static str) -> &mut Sum {
        self.sums.entry((currency.code(), kind)).or_insert(Sum {
            currency,
            ledger: 0,
            provider: 0,
        })
    }

    fn add(&mut self, line: &Line) {
        *self.bookings.entry(line.booking_id).or_default() += line.signed();
        if line.kind.is_credit() {
            self.sum(line.currency, Kind::Credit.as_str()).ledger += line.signed();
            return;
        }
        let total = self.totals.entry(line.currency.code());
        total.or_insert((0, line.currency)).0 += line.signed();
        if is_by_hand(line) {
            self.wallet_lines.add(line);
            // Payments and refunds by hand are netted into one sum.
            self.sum(line.currency, "by hand").ledger += line.signed();
            return;
        }
        if self.wallet_lines.add(line) {
            self.sum(line.currency, WALLETS).ledger += line.amount.minor();
            return;
        }
        self.sum(line.currency, line.kind.as_str()).ledger += line.amount.minor();
        let what = format!(
            "{} {} of booking {}",
            line.kind.as_str(),
            line.reference,
            line.booking_id
        );
        let ours = amount(line.amount, line.currency);
        let Some((is_refund, money, currency)) = self.provider.remove(&line.reference) else {
            let text = format!("{what}: {ours} in the ledger, unknown to the provider");
            self.differences.push(text);
            return;
        };
        let theirs = amount(money, currency);
        if (ours.as_str(), line.kind == Kind::Refund) != (theirs.as_str(), is_refund) {
            let text = format!("{what}: {ours} in the ledger, {theirs} at the provider");
            self.differences.push(text);
        }
    }

    fn name_unknown_movements(&mut self) {
        let mut left: Vec<_> = self.provider.drain().collect();
        left.sort_by(|(one, _), (other, _)| one.cmp(other));
        for (reference, (is_refund, money, currency)) in left {
            self.differences.push(format!(
                "{} {reference}: {} at the provider, not in the ledger",
                kind_of(is_refund),
                amount(money, currency)
            ));
        }
    }

    /// Compares the total of the payments report with that of the ledger, by currency.
    fn compare_report(&mut self, report: &PaymentSums) {
        let mut totals: BTreeMap<&str, (i64, i64, Currency)> = BTreeMap::new();
        for (code, sum) in report.group(|line| line.codes.0) {
            totals.entry(code).or_insert((0, 0, sum.currency)).0 += sum.amount;
        }
        for (code, (ledger, currency)) in &self.totals {
            totals.entry(code).or_insert((0, 0, *currency)).1 += ledger;
        }
        for (reported, ledger, currency) in totals.into_values() {
            if reported != ledger {
                let text = |minor| amount(Money::from_minor(minor), currency);
                self.differences.push(format!(
                    "payments report: {} in all, {} in the ledger",
                    text(reported),
                    text(ledger)
                ));
            }
        }
    }

    /// Compares what a booking says it received with the sum of its payments.
    fn compare_payments(&mut self, booking: &Booking, payments: i64) {
        if booking.paid().minor() != payments {
            let text = |minor| amount(Money::from_minor(minor), booking.quote.currency);
            self.differences.push(format!(
                "booking {}: {} received by its own account, {} in payments",
                booking.id,
                text(booking.paid().minor()),
                text(payments)
            ));
        }
    }

    /// Compares the payment of a booking, and what is `owed` besides, with the sum of its ledger lines.
    fn compare(&mut self, booking: &Booking, owed: i64) {
        let kept = booking.paid().minor() - booking.payment.refunded.minor() + owed;
        let ours = self.bookings.remove(&booking.id).unwrap_or_default();
        if kept != ours && !self.unfinished.contains(&booking.id) {
            let text = |minor| amount(Money::from_minor(minor), booking.quote.currency);
            self.differences.push(format!(
                "booking {}: {} by its own account, {} in the ledger",
                booking.id,
                text(kept),
                text(ours)
            ));
        }
    }

    fn finish(mut self) -> Report {
        let mut left: Vec<_> = self.bookings.drain().filter(|(_, sum)| *sum != 0).collect();
        left.sort_unstable();
        for (id, _) in left {
            if !self.unfinished.contains(&id) {
                self.differences.push(format!(
                    "booking {id}: money in the ledger, none by its own account"
                ));
            }
        }
        let shown = |((code, kind), sum): (&(&str, &str), &Sum)| {
            let text = |minor| Money::from_minor(minor).to_major_string(sum.currency);
            format!(
                "{code}  {kind:<8} ledger {:>16}  provider {:>16}",
                text(sum.ledger),
                text(sum.provider)
            )
        };
        Report {
            sums: self.sums.iter().map(shown).collect(),
            differences: self.differences,
        }
    }
}

fn kind_of(is_refund: bool) -> &'static str {
    match is_refund {
        true => Kind::Refund.as_str(),
        false => Kind::Capture.as_str(),
    }
}
