//! `chautari ledger check`: holds the ledger against the payment provider and against the bookings, movement
//! by movement, and names every difference. It changes nothing.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

use domain::booking::Booking;
use domain::money::{Currency, Money};
use store::ledger::{Kind, Line};
use uuid::Uuid;

use crate::app::App;
use crate::config::Config;
use crate::ports::clock::Clock;
use crate::ports::payments::Movement;

type Failed = Box<dyn std::error::Error>;

/// What was found.
#[derive(Debug, Default)]
pub struct Report {
    /// A line for each currency and kind: what the ledger has, what the provider has.
    pub sums: Vec<String>,
    /// A line for each thing that does not fit.
    pub differences: Vec<String>,
}

/// Prints the report; whether everything fits.
pub async fn check(config: Config) -> Result<bool, Failed> {
    let app = App::start(config, Clock::System).await?;
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

/// The provider is asked first: what moves in between is in the ledger then, or is told as a difference.
pub async fn compare(app: &App) -> Result<Report, Failed> {
    let movements = app.payments.movements().await?;
    let lines = store::ledger::all(&app.db).await?;
    let mut report = Report {
        sums: sums(&lines, &movements),
        differences: Vec::new(),
    };
    hold_against_provider(&lines, &movements, &mut report.differences);
    let bookings = store::bookings::paid(&app.db).await?;
    let open = store::refunds::requested(&app.db).await?;
    let mut unfinished = Vec::new();
    for id in open {
        let refund = store::refunds::find(&app.db, id).await?;
        unfinished.extend(refund.map(|refund| refund.booking_id));
    }
    hold_against_bookings(&lines, &bookings, &unfinished, &mut report.differences);
    Ok(report)
}

/// What came by hand no provider knows.
fn is_by_hand(line: &Line) -> bool {
    line.reference.starts_with("manual:")
}

fn sums(lines: &[Line], movements: &[Movement]) -> Vec<String> {
    let mut sums: BTreeMap<(&str, &str), (Currency, i64, i64)> = BTreeMap::new();
    for line in lines {
        let kind = if is_by_hand(line) {
            "by hand"
        } else {
            line.kind.as_str()
        };
        let sum = sums
            .entry((line.currency.code(), kind))
            .or_insert((line.currency, 0, 0));
        sum.1 += line.amount.minor();
    }
    for movement in movements {
        let kind = if movement.is_refund {
            Kind::Refund
        } else {
            Kind::Capture
        };
        let sum = sums
            .entry((movement.currency.code(), kind.as_str()))
            .or_insert((movement.currency, 0, 0));
        sum.2 += movement.amount.minor();
    }
    let shown = |((code, kind), (currency, ours, theirs)): (_, (Currency, i64, i64))| {
        let text = |minor| Money::from_minor(minor).to_major_string(currency);
        format!(
            "{code}  {kind:<8} ledger {:>16}  provider {:>16}",
            text(ours),
            text(theirs)
        )
    };
    sums.into_iter().map(shown).collect()
}

fn hold_against_provider(lines: &[Line], movements: &[Movement], different: &mut Vec<String>) {
    let mut theirs: HashMap<&str, &Movement> = movements
        .iter()
        .map(|movement| (movement.reference.as_str(), movement))
        .collect();
    for line in lines.iter().filter(|line| !is_by_hand(line)) {
        let what = format!(
            "{} {} of booking {}",
            line.kind.as_str(),
            line.reference,
            line.booking_id
        );
        let ours = amount(line.amount, line.currency);
        match theirs.remove(line.reference.as_str()) {
            None => different.push(format!(
                "{what}: {ours} in the ledger, unknown to the provider"
            )),
            Some(movement) => {
                let provider = amount(movement.amount, movement.currency);
                let is_refund = line.kind == Kind::Refund;
                if (ours.as_str(), is_refund) != (provider.as_str(), movement.is_refund) {
                    let text = format!("{what}: {ours} in the ledger, {provider} at the provider");
                    different.push(text);
                }
            }
        }
    }
    let mut left: Vec<_> = theirs.into_values().collect();
    left.sort_by(|a, b| a.reference.cmp(&b.reference));
    for movement in left {
        let kind = if movement.is_refund {
            Kind::Refund
        } else {
            Kind::Capture
        };
        different.push(format!(
            "{} {}: {} at the provider, not in the ledger",
            kind.as_str(),
            movement.reference,
            amount(movement.amount, movement.currency)
        ));
    }
}

/// What a booking says of its money is what its lines add up to.
fn hold_against_bookings(
    lines: &[Line],
    bookings: &[Booking],
    unfinished: &[Uuid],
    different: &mut Vec<String>,
) {
    let mut sums: HashMap<Uuid, i64> = HashMap::new();
    for line in lines {
        *sums.entry(line.booking_id).or_default() += line.signed();
    }
    for booking in bookings {
        let kept = booking.paid().minor() - booking.payment.refunded.minor();
        let ours = sums.remove(&booking.id).unwrap_or_default();
        if kept != ours && !unfinished.contains(&booking.id) {
            let text = |minor| amount(Money::from_minor(minor), booking.quote.currency);
            different.push(format!(
                "booking {}: {} by its own account, {} in the ledger",
                booking.id,
                text(kept),
                text(ours)
            ));
        }
    }
    let mut left: Vec<_> = sums.into_iter().filter(|(_, sum)| *sum != 0).collect();
    left.sort_unstable();
    for (id, _) in left {
        if !unfinished.contains(&id) {
            different.push(format!(
                "booking {id}: money in the ledger, none by its own account"
            ));
        }
    }
}

fn amount(money: Money, currency: Currency) -> String {
    format!("{} {currency}", money.to_major_string(currency))
}
