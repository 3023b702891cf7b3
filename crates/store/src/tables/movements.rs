//! All money that came and went, for reports: the payments of bookings by the day on which they came, and the lines of
//! the ledger that are not payments of a booking, such as refunds.
//!
//! The amount is that of the payment; `ledger check` compares the sums with those of the ledger.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::money::Currency;
use sea_orm::sea_query::{
    Asterisk, Expr, ExprTrait as _, Func, Order, Query, SelectStatement, SubQueryStatement,
};
use sea_orm::{DbBackend, QueryResult};
use uuid::Uuid;

use crate::ledger::Kind;
use crate::payments::Method;
use crate::{Connection, StoreError, StoreResult};

/// Whether money came or went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    Payment,
    /// A payment that was recorded by mistake.
    Reversal,
    Refund,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    pub id: Uuid,
    pub booking_id: Uuid,
    pub trek_id: Uuid,
    /// When the money came or went.
    pub at: DateTime<Utc>,
    pub direction: Direction,
    pub method: Method,
    /// In minor units of the booking's currency. Negative for money that went.
    pub amount: i64,
    pub currency: Currency,
    /// What was handed over, in minor units of `tendered_currency`.
    pub tendered: i64,
    pub tendered_currency: Currency,
    /// Of the provider, of a travel credit, or what staff noted.
    pub reference: String,
    /// `None` for money that went, and for payments from before there were receipts.
    pub receipt_number: Option<String>,
}

/// From the first moment until before the second one. `None`: everything.
pub type Period = Option<(DateTime<Utc>, DateTime<Utc>)>;

/// A position in the list: time and id of the last movement.
type After<'a> = Option<&'a Movement>;

/// Payments with their bookings, without columns.
fn from_payments() -> SelectStatement {
    Query::select()
        .from("payments")
        .inner_join(
            "bookings",
            Expr::col(("bookings", "id")).equals(("payments", "booking_id")),
        )
        .to_owned()
}

/// The currency of a payment's booking. The ledger is read only for a payment in another currency, since a lookup for
/// each payment of a month takes longer than all else.
fn booking_currency() -> Expr {
    let of_ledger = Query::select()
        .column(("ledger", "currency"))
        .from("ledger")
        .and_where(Expr::col(("ledger", "id")).equals(("payments", "id")))
        .to_owned();
    let currency = Expr::case(
        Expr::col(("payments", "rate")).is_null(),
        Expr::col(("payments", "currency")),
    );
    let of_ledger = Expr::from(SubQueryStatement::SelectStatement(of_ledger));
    currency.finally(of_ledger).into()
}

/// Up to `limit` payments and reversals after a movement, by the time at which the money came.
pub async fn list_payments(
    db: &impl Connection,
    period: Period,
    after: After<'_>,
    limit: u64,
) -> StoreResult<Vec<Movement>> {
    let query = from_payments()
        .column(("payments", "id"))
        .expr_as(Expr::col(("payments", "received_at")), "moved_at")
        .columns([
            ("payments", "method"),
            ("payments", "amount"),
            ("payments", "booking_amount"),
            ("payments", "booking_id"),
            ("payments", "reference"),
            ("payments", "receipt_number"),
        ])
        .expr_as(Expr::col(("payments", "currency")), "tendered_currency")
        .expr_as(booking_currency(), "currency")
        .expr_as(Expr::col(("bookings", "trek_id")), "trek_id")
        .to_owned();
    let rows = page(db, query, ("payments", "received_at"), period, after, limit).await?;
    rows.iter().map(payment).collect()
}

/// Up to `limit` lines of the ledger that are not payments after a movement, oldest first: refunds, and payments that
/// came too late for their booking.
pub async fn list_others(
    db: &impl Connection,
    period: Period,
    after: After<'_>,
    limit: u64,
) -> StoreResult<Vec<Movement>> {
    let payment = Query::select()
        .expr(Expr::val(1))
        .from("payments")
        .and_where(Expr::col(("payments", "id")).equals(("ledger", "id")))
        .to_owned();
    let mut query = Query::select();
    query
        .column(("ledger", "id"))
        .expr_as(Expr::col(("ledger", "at")), "moved_at")
        .columns([
            ("ledger", "kind"),
            ("ledger", "booking_id"),
            ("ledger", "amount"),
            ("ledger", "currency"),
            ("ledger", "reference"),
            ("ledger", "reason"),
        ])
        .expr_as(Expr::col(("bookings", "trek_id")), "trek_id")
        .from("ledger")
        .inner_join(
            "bookings",
            Expr::col(("bookings", "id")).equals(("ledger", "booking_id")),
        )
        .and_where(Expr::exists(payment).not());
    let rows = page(db, query, ("ledger", "at"), period, after, limit).await?;
    rows.iter().map(other).collect()
}

/// The sum of payments, or of reversals, that have all of this in common. Amounts are in minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentSum {
    /// Whole days of 24 hours since the beginning of the period.
    pub day: u64,
    pub direction: Direction,
    pub method: Method,
    pub trek_id: Uuid,
    pub count: u64,
    pub amount: i64,
    pub currency: Currency,
    pub tendered: i64,
    pub tendered_currency: Currency,
}

impl From<&Movement> for PaymentSum {
    fn from(movement: &Movement) -> Self {
        Self {
            day: 0,
            direction: movement.direction,
            method: movement.method,
            trek_id: movement.trek_id,
            count: 1,
            amount: movement.amount,
            currency: movement.currency,
            tendered: movement.tendered,
            tendered_currency: movement.tendered_currency,
        }
    }
}

/// Sums the payments and reversals of a period.
pub async fn sum_payments(
    db: &impl Connection,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
) -> StoreResult<Vec<PaymentSum>> {
    let backend = db.get_database_backend();
    let second = from.timestamp();
    let hours_24 = Expr::cust(match backend {
        DbBackend::Postgres => {
            format!("floor((extract(epoch from received_at) - {second}) / 86400)::bigint")
        }
        _ => format!("(unixepoch(received_at) - {second}) / 86400"),
    });
    let received_at = || Expr::col(("payments", "received_at"));
    let sum = |column: &'static str| Func::sum(Expr::col(("payments", column))).cast_as("bigint");
    let in_common = [
        hours_24,
        Expr::col(("payments", "method")),
        Expr::col(("payments", "currency")),
        Expr::cust("booking_amount < 0"),
        booking_currency(),
        Expr::col(("bookings", "trek_id")),
    ];
    let columns_in_common = (1..=in_common.len()).map(|number| Expr::cust(number.to_string()));
    let query = from_payments()
        .exprs(in_common)
        .expr(Func::count(Expr::col(Asterisk)))
        .expr(sum("booking_amount"))
        .expr(sum("amount"))
        .and_where(received_at().gte(from))
        .and_where(received_at().lt(to))
        .add_group_by(columns_in_common)
        .to_owned();
    let rows = db.query_all_raw(backend.build(&query)).await?;
    rows.iter().map(payment_sum).collect()
}

fn payment_sum(row: &QueryResult) -> StoreResult<PaymentSum> {
    let text = |index: usize| row.try_get_by_index::<String>(index);
    let method = text(1)?;
    let unknown = || StoreError::Failed(format!("a payment has the unknown method '{method}'"));
    let counted = |index: usize| row.try_get_by_index::<i64>(index);
    Ok(PaymentSum {
        day: u64::try_from(counted(0)?).unwrap_or_default(),
        direction: direction_of(row.try_get_by_index::<bool>(3)?),
        method: Method::parse(&method).ok_or_else(unknown)?,
        trek_id: row.try_get_by_index(5)?,
        count: u64::try_from(counted(6)?).unwrap_or_default(),
        amount: counted(7)?,
        currency: currency(&text(4)?)?,
        tendered: counted(8)?,
        tendered_currency: currency(&text(2)?)?,
    })
}

/// Only the amount of a reversal is negative.
fn direction_of(is_reversal: bool) -> Direction {
    match is_reversal {
        true => Direction::Reversal,
        false => Direction::Payment,
    }
}

/// The bookings of which money was refunded, or kept as a travel credit, from a moment until before another one.
pub async fn list_bookings_given_back(
    db: &impl Connection,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
) -> StoreResult<BTreeSet<Uuid>> {
    let select = |table: &'static str, time: &'static str| {
        Query::select()
            .distinct()
            .column("booking_id")
            .from(table)
            .and_where(Expr::col(time).gte(from))
            .and_where(Expr::col(time).lt(to))
            .to_owned()
    };
    let refunded = select("ledger", "at")
        .and_where(Expr::col("kind").eq(Kind::Refund.as_str()))
        .to_owned();
    let mut ids = BTreeSet::new();
    for query in [refunded, select("travel_credits", "created_at")] {
        let statement = db.get_database_backend().build(&query);
        for row in db.query_all_raw(statement).await? {
            ids.insert(row.try_get_by_index(0)?);
        }
    }
    Ok(ids)
}

async fn page(
    db: &impl Connection,
    mut query: SelectStatement,
    (table, time): (&'static str, &'static str),
    period: Period,
    after: After<'_>,
    limit: u64,
) -> StoreResult<Vec<QueryResult>> {
    let moment = || Expr::col((table, time));
    if let Some((from, to)) = period {
        query.and_where(moment().gte(from));
        query.and_where(moment().lt(to));
    }
    if let Some(last) = after {
        let same_moment = moment()
            .eq(last.at)
            .and(Expr::col((table, "id")).gt(last.id));
        // The first condition lets the database begin in the index.
        query.and_where(moment().gte(last.at));
        query.and_where(moment().gt(last.at).or(same_moment));
    }
    query
        .order_by((table, time), Order::Asc)
        .order_by((table, "id"), Order::Asc)
        .limit(limit);
    let statement = db.get_database_backend().build(&query);
    Ok(db.query_all_raw(statement).await?)
}

fn currency(code: &str) -> StoreResult<Currency> {
    Currency::parse(code)
        .map_err(|error| StoreError::Unreadable(format!("currency {code}"), error.into()))
}

fn payment(row: &QueryResult) -> StoreResult<Movement> {
    let method: String = row.try_get("", "method")?;
    let (code, tendered_code): (String, String) = (
        row.try_get("", "currency")?,
        row.try_get("", "tendered_currency")?,
    );
    let id: Uuid = row.try_get("", "id")?;
    let amount: i64 = row.try_get("", "booking_amount")?;
    let unknown = || StoreError::Failed(format!("payment {id} has an unknown method"));
    Ok(Movement {
        id,
        booking_id: row.try_get("", "booking_id")?,
        trek_id: row.try_get("", "trek_id")?,
        at: row.try_get("", "moved_at")?,
        direction: direction_of(amount < 0),
        method: Method::parse(&method).ok_or_else(unknown)?,
        amount,
        currency: currency(&code)?,
        tendered: row.try_get("", "amount")?,
        tendered_currency: currency(&tendered_code)?,
        reference: row.try_get("", "reference")?,
        receipt_number: row.try_get("", "receipt_number")?,
    })
}

fn other(row: &QueryResult) -> StoreResult<Movement> {
    let (kind, code): (String, String) = (row.try_get("", "kind")?, row.try_get("", "currency")?);
    let (reference, reason): (String, String) =
        (row.try_get("", "reference")?, row.try_get("", "reason")?);
    let direction = match kind.as_str() {
        word if word == Kind::Refund.as_str() => Direction::Refund,
        word if word == Kind::Reversal.as_str() => Direction::Reversal,
        _ => Direction::Payment,
    };
    let amount: i64 = row.try_get("", "amount")?;
    let signed = match direction {
        Direction::Payment => amount,
        Direction::Reversal | Direction::Refund => -amount,
    };
    let currency = currency(&code)?;
    Ok(Movement {
        id: row.try_get("", "id")?,
        booking_id: row.try_get("", "booking_id")?,
        trek_id: row.try_get("", "trek_id")?,
        at: row.try_get("", "moved_at")?,
        direction,
        method: method_of(&reference, &reason),
        amount: signed,
        currency,
        tendered: signed,
        tendered_currency: currency,
        reference,
        receipt_number: None,
    })
}

/// A payout by hand names its method at the end of its reason: `Cancelled (cash)`.
#[must_use]
pub fn method_of(reference: &str, reason: &str) -> Method {
    if !reference.starts_with("manual:") {
        return Method::Card;
    }
    let named = reason.strip_suffix(')').and_then(|it| it.rsplit_once('('));
    let method = named.and_then(|(_, word)| Method::parse(word));
    method.unwrap_or(Method::Other)
}
