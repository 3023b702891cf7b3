//! Departures that the agency moved or cancelled, and the answers of their travellers (operations §2).
//!
//! The seats that a moved booking may go to are held under the id of its choice from the moment of the move. Every
//! answer is a conditional update of an open choice, in the transaction in which the booking follows it.

use chrono::{DateTime, Utc};
use domain::departure_change::{
    AnsweredBy, ChangeKind, Choice, DepartureChange, DepartureChoice, WhenSilent,
};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult, Tx, seats};

mod change {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "departure_changes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub kind: String,
        pub departure_id: Uuid,
        pub to_departure_id: Option<Uuid>,
        pub from_start: ChronoDate,
        pub to_start: Option<ChronoDate>,
        pub to_end: Option<ChronoDate>,
        #[sea_orm(column_type = "Text")]
        pub reason: String,
        pub answer_by: ChronoDate,
        #[sea_orm(column_type = "Text")]
        pub when_silent: String,
        pub changed_by: Uuid,
        pub created_at: ChronoDateTimeUtc,
        pub finished_at: Option<ChronoDateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

mod choice {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "departure_choices")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub change_id: Uuid,
        pub booking_id: Uuid,
        #[sea_orm(column_type = "Text", nullable)]
        pub choice: Option<String>,
        pub chosen_departure_id: Option<Uuid>,
        #[sea_orm(column_type = "Text", nullable)]
        pub answered_by: Option<String>,
        pub answered_at: Option<ChronoDateTimeUtc>,
        pub applied_at: Option<ChronoDateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

fn unknown(id: Uuid, word: &str) -> StoreError {
    StoreError::Failed(format!("departure change {id}: '{word}'"))
}

fn to_change(row: change::Model) -> StoreResult<DepartureChange> {
    Ok(DepartureChange {
        id: row.id,
        kind: ChangeKind::parse(&row.kind).ok_or_else(|| unknown(row.id, &row.kind))?,
        departure_id: row.departure_id,
        to_departure_id: row.to_departure_id,
        from_start: row.from_start,
        to_start: row.to_start,
        to_end: row.to_end,
        reason: row.reason,
        answer_by: row.answer_by,
        when_silent: WhenSilent::parse(&row.when_silent)
            .ok_or_else(|| unknown(row.id, &row.when_silent))?,
        changed_by: row.changed_by,
        created_at: row.created_at,
        finished_at: row.finished_at,
    })
}

fn to_choice(row: choice::Model) -> StoreResult<DepartureChoice> {
    let id = row.id;
    let choice = row.choice.map(|word| Choice::parse(&word).ok_or(word));
    let answered_by = row
        .answered_by
        .map(|word| AnsweredBy::parse(&word).ok_or(word));
    Ok(DepartureChoice {
        id,
        change_id: row.change_id,
        booking_id: row.booking_id,
        choice: choice.transpose().map_err(|word| unknown(id, &word))?,
        chosen_departure_id: row.chosen_departure_id,
        answered_by: answered_by.transpose().map_err(|word| unknown(id, &word))?,
        answered_at: row.answered_at,
        applied_at: row.applied_at,
    })
}

pub async fn insert(tx: &Tx, new: &DepartureChange) -> StoreResult<()> {
    change::Entity::insert(change::ActiveModel {
        id: Set(new.id),
        kind: Set(new.kind.as_str().to_owned()),
        departure_id: Set(new.departure_id),
        to_departure_id: Set(new.to_departure_id),
        from_start: Set(new.from_start),
        to_start: Set(new.to_start),
        to_end: Set(new.to_end),
        reason: Set(new.reason.clone()),
        answer_by: Set(new.answer_by),
        when_silent: Set(new.when_silent.as_str().to_owned()),
        changed_by: Set(new.changed_by),
        created_at: Set(new.created_at),
        finished_at: Set(new.finished_at),
    })
    .exec_without_returning(tx)
    .await?;
    Ok(())
}

/// Stores an open choice of a booking. Fails with `Taken` if the booking has one for this change already.
pub async fn insert_choice(
    tx: &Tx,
    id: Uuid,
    change_id: Uuid,
    booking_id: Uuid,
) -> StoreResult<()> {
    choice::Entity::insert(choice::ActiveModel {
        id: Set(id),
        change_id: Set(change_id),
        booking_id: Set(booking_id),
        choice: Set(None),
        chosen_departure_id: Set(None),
        answered_by: Set(None),
        answered_at: Set(None),
        applied_at: Set(None),
    })
    .exec_without_returning(tx)
    .await?;
    Ok(())
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<DepartureChange>> {
    let row = change::Entity::find_by_id(id).one(db).await?;
    row.map(to_change).transpose()
}

pub async fn find_choice(db: &impl Connection, id: Uuid) -> StoreResult<Option<DepartureChoice>> {
    let row = choice::Entity::find_by_id(id).one(db).await?;
    row.map(to_choice).transpose()
}

/// The changes of a departure, newest first.
pub async fn list_for_departure(
    db: &impl Connection,
    departure_id: Uuid,
) -> StoreResult<Vec<DepartureChange>> {
    let rows = change::Entity::find()
        .filter(change::Column::DepartureId.eq(departure_id))
        .order_by_desc(change::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(to_change).collect()
}

/// The changes that wait for answers or for unpaid bookings to end, oldest first.
pub async fn list_unfinished(db: &impl Connection) -> StoreResult<Vec<DepartureChange>> {
    let rows = change::Entity::find()
        .filter(change::Column::FinishedAt.is_null())
        .order_by_asc(change::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(to_change).collect()
}

/// The choices of changes, in the order in which they were made.
pub async fn list_choices(
    db: &impl Connection,
    change_ids: &[Uuid],
) -> StoreResult<Vec<DepartureChoice>> {
    let rows = choice::Entity::find()
        .filter(choice::Column::ChangeId.is_in(change_ids.iter().copied()))
        .order_by_asc(choice::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(to_choice).collect()
}

/// The choices of bookings that are not answered.
pub async fn list_open_for_bookings(
    db: &impl Connection,
    booking_ids: &[Uuid],
) -> StoreResult<Vec<DepartureChoice>> {
    let rows = choice::Entity::find()
        .filter(choice::Column::BookingId.is_in(booking_ids.iter().copied()))
        .filter(choice::Column::AnsweredAt.is_null())
        .order_by_asc(choice::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(to_choice).collect()
}

/// Those of these ids that are choices that are not answered.
pub async fn list_open_ids(db: &impl Connection, ids: &[Uuid]) -> StoreResult<Vec<Uuid>> {
    Ok(choice::Entity::find()
        .select_only()
        .column(choice::Column::Id)
        .filter(choice::Column::Id.is_in(ids.iter().copied()))
        .filter(choice::Column::AnsweredAt.is_null())
        .into_tuple()
        .all(db)
        .await?)
}

/// The choices that are not answered and whose bookings would go to a departure. One that was made after the target had
/// moved on holds its seats there, and names the first target.
pub async fn list_open_into(
    db: &impl Connection,
    departure_id: Uuid,
) -> StoreResult<Vec<DepartureChoice>> {
    let moves: Vec<Uuid> = change::Entity::find()
        .select_only()
        .column(change::Column::Id)
        .filter(change::Column::ToDepartureId.eq(departure_id))
        .filter(change::Column::FinishedAt.is_null())
        .into_tuple()
        .all(db)
        .await?;
    let of_moves = choice::Column::ChangeId.is_in(moves);
    let holds_seats = choice::Column::Id.in_subquery(seats::select_holders(departure_id));
    let rows = choice::Entity::find()
        .filter(Condition::any().add(of_moves).add(holds_seats))
        .filter(choice::Column::AnsweredAt.is_null())
        .order_by_asc(choice::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(to_choice).collect()
}

/// What was answered, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub choice: Choice,
    pub departure_id: Option<Uuid>,
    pub by: AnsweredBy,
}

/// Answers an open choice; the booking follows in the same transaction. `true` only to the caller that answered it.
pub async fn answer(tx: &Tx, id: Uuid, answer: Answer, now: DateTime<Utc>) -> StoreResult<bool> {
    let done = choice::Entity::update_many()
        .col_expr(choice::Column::Choice, Expr::value(answer.choice.as_str()))
        .col_expr(
            choice::Column::ChosenDepartureId,
            Expr::value(answer.departure_id),
        )
        .col_expr(choice::Column::AnsweredBy, Expr::value(answer.by.as_str()))
        .col_expr(choice::Column::AnsweredAt, Expr::value(now))
        .col_expr(choice::Column::AppliedAt, Expr::value(now))
        .filter(choice::Column::Id.eq(id))
        .filter(choice::Column::AnsweredAt.is_null())
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Closes an open choice without an answer, because its booking ended or is moved again. `true` only to the caller
/// that closed it.
pub async fn close_choice(tx: &Tx, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    let done = choice::Entity::update_many()
        .col_expr(choice::Column::AnsweredAt, Expr::value(now))
        .col_expr(choice::Column::AppliedAt, Expr::value(now))
        .filter(choice::Column::Id.eq(id))
        .filter(choice::Column::AnsweredAt.is_null())
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Marks a change as finished when no choice of it is open. The caller has made sure that every booking of the
/// departure has a choice. `true` only to the caller that finished it.
pub async fn finish(tx: &Tx, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    let open = choice::Entity::find()
        .filter(choice::Column::ChangeId.eq(id))
        .filter(choice::Column::AnsweredAt.is_null())
        .count(tx)
        .await?;
    if open > 0 {
        return Ok(false);
    }
    let done = change::Entity::update_many()
        .col_expr(change::Column::FinishedAt, Expr::value(now))
        .filter(change::Column::Id.eq(id))
        .filter(change::Column::FinishedAt.is_null())
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Whether the agency has moved or cancelled a departure and every booking of it was dealt with. A payment that comes
/// later has no seats there.
pub async fn has_finished_for(db: &impl Connection, departure_id: Uuid) -> StoreResult<bool> {
    let found = change::Entity::find()
        .filter(change::Column::DepartureId.eq(departure_id))
        .filter(change::Column::FinishedAt.is_not_null())
        .count(db)
        .await?;
    Ok(found > 0)
}
