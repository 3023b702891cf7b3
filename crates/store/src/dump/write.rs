//! Inserts rows into the database.

use sea_orm::ConnectionTrait;
use sea_orm::sea_query::{Alias, Query};

use super::value::expression;
use super::{Row, Table, catalog};
use crate::{Connection, StoreError, StoreResult, Tx};

/// Number of values in one statement. Both databases accept more.
const MAX_VALUES: usize = 8_000;

/// The first table that contains a row.
pub async fn first_with_rows(db: &impl Connection) -> StoreResult<Option<String>> {
    for name in catalog::names(db).await? {
        if name == super::MIGRATIONS {
            continue;
        }
        let quoted = name.replace('"', "\"\"");
        let sql = format!("select 1 as one from \"{quoted}\" limit 1");
        if !catalog::query(db, &sql).await?.is_empty() {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// Inserts rows whose values are in the order of the table's columns.
pub async fn insert(tx: &Tx, table: &Table, rows: &[Row]) -> StoreResult<()> {
    let backend = tx.get_database_backend();
    let together = (MAX_VALUES / table.columns.len().max(1)).max(1);
    for rows in rows.chunks(together) {
        let mut query = Query::insert();
        query.into_table(Alias::new(table.name.clone()));
        let names = table.columns.iter();
        query.columns(names.map(|column| Alias::new(column.name.clone())));
        for row in rows {
            let values = table.columns.iter().zip(row);
            let values = values.map(|(column, value)| expression(backend, column, value));
            let values = values.collect::<StoreResult<Vec<_>>>()?;
            query
                .values(values)
                .map_err(|error| StoreError::Unreadable(table.name.clone(), error.into()))?;
        }
        tx.execute_raw(backend.build(&query)).await?;
    }
    Ok(())
}
