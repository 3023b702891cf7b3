//! Conversion between plain values and database values.

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, SimpleExpr};
use sea_orm::{DbBackend, DbErr, QueryResult, Value};
use serde_json::Value as Plain;
use uuid::Uuid;

use super::{Column, Kind};
use crate::{StoreError, StoreResult};

/// The expression that selects a column, so that both databases return the same type.
pub(super) fn selected(column: &Column) -> SimpleExpr {
    let name = Expr::col(Alias::new(column.name.clone()));
    match column.kind {
        Kind::Number => name.cast_as("bigint"),
        Kind::Document => name.cast_as("text"),
        _ => name,
    }
}

pub(super) fn read(row: &QueryResult, index: usize, kind: Kind) -> Result<Plain, DbErr> {
    Ok(match kind {
        Kind::Uuid => text(get::<Uuid>(row, index)?.map(|id| id.to_string())),
        Kind::Text | Kind::Document => text(get::<String>(row, index)?),
        Kind::Number => get::<i64>(row, index)?.map_or(Plain::Null, Plain::from),
        Kind::Boolean => get::<bool>(row, index)?.map_or(Plain::Null, Plain::Bool),
        Kind::Bytes => text(get::<Vec<u8>>(row, index)?.map(hex::encode)),
        Kind::Moment => text(
            get::<DateTime<Utc>>(row, index)?
                .map(|at| at.to_rfc3339_opts(SecondsFormat::AutoSi, true)),
        ),
        Kind::Day => text(get::<NaiveDate>(row, index)?.map(|day| day.to_string())),
    })
}

fn get<T>(row: &QueryResult, index: usize) -> Result<Option<T>, DbErr>
where
    Option<T>: sea_orm::TryGetable,
{
    row.try_get_by_index(index)
}

fn text(found: Option<String>) -> Plain {
    found.map_or(Plain::Null, Plain::String)
}

/// Whether a value fits the type of a column. Null always fits here: the database checks whether the column is
/// nullable.
#[must_use]
pub fn is_of(kind: Kind, plain: &Plain) -> bool {
    bound(kind, plain).is_some()
}

fn bound(kind: Kind, plain: &Plain) -> Option<Value> {
    let text = plain.as_str();
    if plain.is_null() {
        return Some(match kind {
            Kind::Uuid => Value::Uuid(None),
            Kind::Text | Kind::Document => Value::String(None),
            Kind::Number => Value::BigInt(None),
            Kind::Boolean => Value::Bool(None),
            Kind::Bytes => Value::Bytes(None),
            Kind::Moment => Value::ChronoDateTimeUtc(None),
            Kind::Day => Value::ChronoDate(None),
        });
    }
    Some(match kind {
        Kind::Uuid => Uuid::parse_str(text?).ok()?.into(),
        Kind::Text => text?.into(),
        Kind::Document => {
            serde_json::from_str::<serde::de::IgnoredAny>(text?).ok()?;
            text?.into()
        }
        Kind::Number => plain.as_i64()?.into(),
        Kind::Boolean => plain.as_bool()?.into(),
        Kind::Bytes => hex::decode(text?).ok()?.into(),
        Kind::Moment => {
            let at = DateTime::parse_from_rfc3339(text?).ok()?;
            at.with_timezone(&Utc).into()
        }
        Kind::Day => text?.parse::<NaiveDate>().ok()?.into(),
    })
}

/// The SQL expression for a value.
pub(super) fn expression(
    backend: DbBackend,
    column: &Column,
    plain: &Plain,
) -> StoreResult<SimpleExpr> {
    let Some(value) = bound(column.kind, plain) else {
        let problem = format!("{} holds what is no {:?}", column.name, column.kind);
        return Err(StoreError::Failed(problem));
    };
    let value = Expr::value(value);
    // SQLite stores a document as text. PostgreSQL needs a cast from text to JSON.
    Ok(match (column.kind, backend) {
        (Kind::Document, DbBackend::Postgres) => value.cast_as("jsonb"),
        _ => value,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_value_is_of_its_kind_or_refused() {
        for (kind, good, bad) in [
            (
                Kind::Uuid,
                json!("019a0000-0000-7000-8000-000000000001"),
                json!("019a"),
            ),
            (Kind::Text, json!("यात्रा"), json!(1)),
            (Kind::Number, json!(-9_007_199_254_740_993_i64), json!(1.5)),
            (Kind::Boolean, json!(true), json!(1)),
            (Kind::Bytes, json!("00ff"), json!("0é")),
            (
                Kind::Moment,
                json!("2026-11-20T03:30:00.000001Z"),
                json!("2026-11-20"),
            ),
            (Kind::Day, json!("2026-11-20"), json!("2026-11-31")),
            (Kind::Document, json!("{\"a\":1.10}"), json!("{a")),
        ] {
            assert!(is_of(kind, &good), "{kind:?} {good}");
            assert!(is_of(kind, &Plain::Null), "{kind:?}");
            assert!(!is_of(kind, &bad), "{kind:?} {bad}");
        }
        assert!(!is_of(Kind::Bytes, &json!("0")));
    }
}
