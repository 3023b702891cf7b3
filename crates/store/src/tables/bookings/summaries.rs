//! What the calendar shows of private bookings, without reading their documents as a whole.

use domain::booking::BookingStatus;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{DbBackend, EntityTrait, QueryFilter, QuerySelect};
use uuid::Uuid;

use super::row;
use crate::{Connection, StoreError, StoreResult};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookingSummary {
    pub id: Uuid,
    pub reference: String,
    pub status: BookingStatus,
    /// The name of the primary guest.
    pub name: String,
}

/// The bookings with these ids, in no order. Ids that do not exist are left out.
pub async fn list_summaries(
    db: &impl Connection,
    ids: &[Uuid],
) -> StoreResult<Vec<BookingSummary>> {
    let name = match db.get_database_backend() {
        DbBackend::Postgres => "document -> 'party' -> 'primary' ->> 'name'",
        _ => "json_extract(document, '$.party.primary.name')",
    };
    let rows: Vec<(Uuid, Option<String>, String, Option<String>)> = row::Entity::find()
        .select_only()
        .columns([row::Column::Id, row::Column::Reference, row::Column::Status])
        .expr(Expr::cust(name))
        .filter(row::Column::Id.is_in(ids.iter().copied()))
        .into_tuple()
        .all(db)
        .await?;
    let summary =
        |(id, reference, status, name): (Uuid, Option<String>, String, Option<String>)| {
            let parsed = BookingStatus::parse(&status);
            let unknown = || StoreError::Failed(format!("booking {id} has the status '{status}'"));
            Ok(BookingSummary {
                id,
                reference: reference.unwrap_or_default(),
                status: parsed.ok_or_else(unknown)?,
                name: name.unwrap_or_default(),
            })
        };
    rows.into_iter().map(summary).collect()
}
