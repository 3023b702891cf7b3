//! Invoices as they were issued.

use chrono::NaiveDate;
use domain::invoice::Invoice;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query};
use sea_orm::{Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set};

use crate::{Connection, StoreError, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "invoices")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
        pub number: String,
        pub booking_id: Uuid,
        pub issued_on: ChronoDate,
        pub has_vat: bool,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Json,
        pub prints: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

fn from_row(row: row::Model) -> StoreResult<Invoice> {
    Ok(serde_json::from_value(row.document)?)
}

/// Stores an invoice, unless one with its number is stored already.
pub async fn insert(db: &impl Connection, invoice: &Invoice) -> StoreResult<()> {
    let row = row::ActiveModel {
        number: Set(invoice.number.clone()),
        booking_id: Set(invoice.booking_id),
        issued_on: Set(invoice.issued_on),
        has_vat: Set(invoice.tax.is_some()),
        document: Set(serde_json::to_value(invoice)?),
        prints: Set(0),
    };
    let once = OnConflict::column(row::Column::Number)
        .do_nothing()
        .to_owned();
    row::Entity::insert(row)
        .on_conflict(once)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

pub async fn find(db: &impl Connection, number: &str) -> StoreResult<Option<Invoice>> {
    row::Entity::find_by_id(number.to_owned())
        .one(db)
        .await?
        .map(from_row)
        .transpose()
}

/// Counts a print. Returns how often the invoice was printed, this time included.
pub async fn count_print(db: &impl Connection, number: &str) -> StoreResult<i64> {
    let statement = Query::update()
        .table(row::Entity)
        .value(row::Column::Prints, Expr::col(row::Column::Prints).add(1))
        .and_where(Expr::col(row::Column::Number).eq(number))
        .returning_col(row::Column::Prints)
        .to_owned();
    let statement = db.get_database_backend().build(&statement);
    let counted = db.query_one_raw(statement).await?;
    let counted = counted.ok_or(StoreError::Missing)?;
    Ok(counted.try_get("", "prints")?)
}

/// The next `limit` invoices of these days, both included, by day and number. `after` is the last one of the previous
/// part.
pub async fn list_issued(
    tx: &Tx,
    days: (NaiveDate, NaiveDate),
    after: Option<&Invoice>,
    limit: u64,
) -> StoreResult<Vec<Invoice>> {
    list_part(tx, row::Entity::find(), days, after, limit).await
}

/// The same, without plain invoices.
pub async fn list_with_vat(
    tx: &Tx,
    days: (NaiveDate, NaiveDate),
    after: Option<&Invoice>,
    limit: u64,
) -> StoreResult<Vec<Invoice>> {
    let with_vat = row::Entity::find().filter(row::Column::HasVat.eq(true));
    list_part(tx, with_vat, days, after, limit).await
}

/// The invoices with these numbers. Numbers that do not exist are left out.
pub async fn find_many(db: &impl Connection, numbers: &[String]) -> StoreResult<Vec<Invoice>> {
    let rows = row::Entity::find()
        .filter(row::Column::Number.is_in(numbers))
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

async fn list_part(
    tx: &Tx,
    query: Select<row::Entity>,
    (from, to): (NaiveDate, NaiveDate),
    after: Option<&Invoice>,
    limit: u64,
) -> StoreResult<Vec<Invoice>> {
    use row::Column::{IssuedOn, Number};
    let mut query = query.filter(IssuedOn.between(from, to));
    if let Some(last) = after {
        let later_number = Condition::all()
            .add(IssuedOn.eq(last.issued_on))
            .add(Number.gt(last.number.as_str()));
        query = query.filter(
            Condition::any()
                .add(IssuedOn.gt(last.issued_on))
                .add(later_number),
        );
    }
    let rows = query
        .order_by_asc(IssuedOn)
        .order_by_asc(Number)
        .limit(limit)
        .all(tx)
        .await?;
    rows.into_iter().map(from_row).collect()
}
