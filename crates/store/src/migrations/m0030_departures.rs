//! Departures and their seats (operations §2).
//!
//! Every booking that is not cancelled gets the private departure that it would make today, so that lists of
//! departures, manifests and guides know one kind of thing.

use domain::booking::{Booking, BookingStatus};
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;
use uuid::Uuid;

use super::booking_rows::batch_after;

#[derive(DeriveMigrationName)]
pub struct Migration;

const INDEXES: [(&str, &str, &[&str]); 7] = [
    (
        "departures_by_trek",
        "departures",
        &["trek_id", "start_date", "id"],
    ),
    ("departures_by_start", "departures", &["start_date", "id"]),
    ("departures_by_pool", "departures", &["pool_id"]),
    ("departures_to_decide", "departures", &["decide_by"]),
    (
        "seat_claims_by_pool",
        "seat_claims",
        &["pool_id", "state", "expires_at", "seats"],
    ),
    (
        "seat_claims_by_departure",
        "seat_claims",
        &["departure_id", "state", "seats"],
    ),
    ("bookings_by_departure", "bookings", &["departure_id", "id"]),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [seat_pools(), departures(), seat_claims(), closures()] {
            manager.create_table(table).await?;
        }
        let column = Table::alter()
            .table("bookings")
            .add_column(uuid_null("departure_id"))
            .to_owned();
        manager.alter_table(column).await?;
        for (name, table, columns) in INDEXES {
            let mut index = Index::create().name(name).table(table).to_owned();
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index).await?;
        }
        make_private_departures(manager).await
    }
}

/// The conditional updates of the store never let a pool exceed its capacity. The checks refuse what a mistake there
/// would write.
fn seat_pools() -> TableCreateStatement {
    let used = Expr::col("held").add(Expr::col("taken"));
    Table::create()
        .table("seat_pools")
        .col(uuid("id").primary_key())
        .col(integer("capacity"))
        .col(integer("held").check(Expr::col("held").gte(0)))
        .col(integer("taken").check(Expr::col("taken").gte(0)))
        .col(timestamp_with_time_zone("updated_at"))
        .check(used.lte(Expr::col("capacity")))
        .to_owned()
}

fn departures() -> TableCreateStatement {
    Table::create()
        .table("departures")
        .col(uuid("id").primary_key())
        .col(uuid("pool_id"))
        .col(uuid("trek_id"))
        .col(uuid("route_id"))
        .col(text("kind"))
        .col(date("start_date"))
        .col(date("end_date"))
        .col(integer("minimum"))
        .col(big_integer_null("price_per_head"))
        .col(integer("cutoff_days"))
        .col(date_null("decide_by"))
        .col(text("state"))
        .col(boolean("is_guaranteed"))
        .col(text_null("notes"))
        .col(big_integer("version"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .foreign_key(
            ForeignKey::create()
                .from("departures", "pool_id")
                .to("seat_pools", "id"),
        )
        .foreign_key(
            ForeignKey::create()
                .from("departures", "trek_id")
                .to("treks", "id"),
        )
        .to_owned()
}

/// The owner of a claim is a booking or an entry of a waitlist. It has one claim at a time.
fn seat_claims() -> TableCreateStatement {
    Table::create()
        .table("seat_claims")
        .col(uuid("owner_id").primary_key())
        .col(uuid("pool_id"))
        .col(uuid("departure_id"))
        .col(integer("seats"))
        .col(text("state"))
        .col(timestamp_with_time_zone_null("expires_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .foreign_key(
            ForeignKey::create()
                .from("seat_claims", "pool_id")
                .to("seat_pools", "id"),
        )
        .foreign_key(
            ForeignKey::create()
                .from("seat_claims", "departure_id")
                .to("departures", "id"),
        )
        .to_owned()
}

/// Days on which a trek cannot start.
fn closures() -> TableCreateStatement {
    Table::create()
        .table("closures")
        .col(uuid("trek_id"))
        .col(integer("position"))
        .col(date("from_date"))
        .col(date("to_date"))
        .col(text("reason"))
        .primary_key(Index::create().col("trek_id").col("position"))
        .foreign_key(
            ForeignKey::create()
                .from("closures", "trek_id")
                .to("treks", "id"),
        )
        .to_owned()
}

/// A private departure, its pool and its claim have the id of their booking.
async fn make_private_departures(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let mut after = Uuid::nil();
    loop {
        let rows = batch_after(manager, after).await?;
        let Some(last) = rows.last() else {
            return Ok(());
        };
        after = last.id;
        for row in &rows {
            let booking = row.booking()?;
            if booking.status != BookingStatus::Cancelled {
                insert_private(manager, &booking).await?;
            }
        }
    }
}

async fn insert_private(manager: &SchemaManager<'_>, booking: &Booking) -> Result<(), DbErr> {
    let seats = <i32 as TryFrom<u32>>::try_from(booking.party.size()).unwrap_or(i32::MAX);
    let is_sold = booking.status != BookingStatus::Pending;
    let (held, taken) = if is_sold { (0, seats) } else { (seats, 0) };
    let pool = Query::insert()
        .into_table("seat_pools")
        .columns(["id", "capacity", "held", "taken", "updated_at"])
        .values_panic([
            booking.id.into(),
            seats.into(),
            held.into(),
            taken.into(),
            booking.updated_at.into(),
        ])
        .to_owned();
    manager.execute(pool).await?;
    let departure = Query::insert()
        .into_table("departures")
        .columns([
            "id",
            "pool_id",
            "trek_id",
            "route_id",
            "kind",
            "start_date",
            "end_date",
            "minimum",
            "cutoff_days",
            "state",
            "is_guaranteed",
            "version",
            "created_at",
            "updated_at",
        ])
        .values_panic([
            booking.id.into(),
            booking.id.into(),
            booking.trek.id.into(),
            booking.route.id.into(),
            "private".into(),
            booking.start_date.into(),
            booking.end_date.into(),
            1_i32.into(),
            0_i32.into(),
            "open".into(),
            true.into(),
            1_i64.into(),
            booking.created_at.into(),
            booking.updated_at.into(),
        ])
        .to_owned();
    manager.execute(departure).await?;
    let claim = Query::insert()
        .into_table("seat_claims")
        .columns([
            "owner_id",
            "pool_id",
            "departure_id",
            "seats",
            "state",
            "updated_at",
        ])
        .values_panic([
            booking.id.into(),
            booking.id.into(),
            booking.id.into(),
            seats.into(),
            if is_sold { "taken" } else { "held" }.into(),
            booking.updated_at.into(),
        ])
        .to_owned();
    manager.execute(claim).await?;
    let update = Query::update()
        .table("bookings")
        .value("departure_id", booking.id)
        .and_where(Expr::col("id").eq(booking.id))
        .to_owned();
    manager.execute(update).await
}
