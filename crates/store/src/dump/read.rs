//! Reads rows from the database in the order of their primary key.

use sea_orm::sea_query::{Alias, Expr, ExprTrait, Order, Query, SelectStatement, SimpleExpr};

use super::value::{expression, read, selected};
use super::{Column, Row, Table};
use crate::{Connection, StoreError, StoreResult};

/// Up to `limit` rows of a table after the given row, or from the beginning.
pub async fn rows(
    db: &impl Connection,
    table: &Table,
    after: Option<&Row>,
    limit: u64,
) -> StoreResult<Vec<Row>> {
    let backend = db.get_database_backend();
    let key = key(table)?;
    let mut query: SelectStatement = Query::select();
    query.from(Alias::new(table.name.clone())).limit(limit);
    for column in &table.columns {
        query.expr(selected(column));
    }
    for (_, column) in &key {
        query.order_by(Alias::new(column.name.clone()), Order::Asc);
    }
    if let Some(after) = after {
        let columns = key.iter().map(|(_, column)| name(column));
        let values = key.iter().map(|(index, column)| {
            let value = after.get(*index).unwrap_or(&serde_json::Value::Null);
            expression(backend, column, value)
        });
        let values = values.collect::<StoreResult<Vec<_>>>()?;
        query.and_where(Expr::tuple(columns).gt(Expr::tuple(values)));
    }
    let mut found = Vec::new();
    for row in db.query_all_raw(backend.build(&query)).await? {
        let columns = table.columns.iter().enumerate();
        let values = columns.map(|(index, column)| read(&row, index, column.kind));
        found.push(values.collect::<Result<Row, _>>()?);
    }
    Ok(found)
}

fn name(column: &Column) -> SimpleExpr {
    Expr::col(Alias::new(column.name.clone()))
}

fn key(table: &Table) -> StoreResult<Vec<(usize, &Column)>> {
    let columns = table.columns.iter().enumerate();
    let mut key: Vec<_> = columns.filter(|(_, column)| column.key > 0).collect();
    key.sort_by_key(|(_, column)| column.key);
    match key.is_empty() {
        false => Ok(key),
        true => Err(StoreError::Failed(format!(
            "{} has no primary key to be copied by",
            table.name
        ))),
    }
}
