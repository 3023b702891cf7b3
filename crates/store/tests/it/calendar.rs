//! Departures of a period, as the desk's calendar reads them.

use chrono::NaiveDate;
use domain::booking::BookingStatus;
use domain::departure::DepartureKind;
use sea_orm::ConnectionTrait;
use store::seats::{self, Usage};
use store::{bookings, departures};
use uuid::Uuid;

use crate::booking_lists::plan;
use crate::seats::departure;
use crate::support::{TestDb, booking_of, id, now, stored_trek};

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

#[tokio::test]
async fn a_period_has_every_departure_that_runs_on_one_of_its_days_and_is_read_by_start_date() {
    let test = TestDb::start().await;
    let trek = stored_trek(&test.db, "Calendar").await;
    let mut groups = Vec::new();
    for (start, end) in [
        ("2027-01-31", "2027-03-31"),
        ("2027-03-28", "2027-04-01"),
        ("2027-04-30", "2027-05-10"),
        // Outside of April.
        ("2027-02-01", "2027-03-31"),
        ("2027-05-01", "2027-05-02"),
    ] {
        let mut made = departure(trek.id, trek.routes[0].id, id());
        (made.start_date, made.end_date) = (day(start), day(end));
        let tx = test.db.begin().await.expect("a transaction");
        let pool = seats::insert_pool(&tx, made.pool_id, Usage::default(), now());
        pool.await.expect("a pool");
        let stored = departures::insert(&tx, &made, now());
        stored.await.expect("stored");
        tx.commit().await.expect("kept");
        groups.push(made.id);
    }
    let mut private = Vec::new();
    for status in [BookingStatus::Pending, BookingStatus::Confirmed] {
        let mut booking = booking_of(&trek, id(), now());
        (booking.start_date, booking.end_date) = (day("2027-04-10"), day("2027-04-12"));
        booking.status = status;
        booking.reference = format!("KD-{}", status.as_str());
        let stored = bookings::insert(&test.db, &booking);
        stored.await.expect("stored");
        private.push(booking.id);
    }
    let april = (day("2027-04-01"), day("2027-04-30"));
    let list = async |kind, limit| {
        let found = departures::list_running(&test.db, kind, april, limit).await;
        let found = found.expect("read");
        found.iter().map(|one| one.id).collect::<Vec<Uuid>>()
    };
    assert_eq!(list(DepartureKind::Group, 10).await, groups[1..3]);
    assert_eq!(list(DepartureKind::Group, 1).await, groups[1..2]);
    assert_eq!(list(DepartureKind::Private, 10).await, private);
    let mut names = bookings::list_summaries(&test.db, &private)
        .await
        .expect("read");
    names.sort_by(|one, other| one.reference.cmp(&other.reference));
    assert_eq!(names[0].reference, "KD-Confirmed");
    assert_eq!(names[0].name, "Maya");
    assert_eq!(names[1].status, BookingStatus::Pending);
    let backend = test.db.get_database_backend();
    for kind in [DepartureKind::Group, DepartureKind::Private] {
        let statement = departures::running_statement(backend, kind, april);
        let plan = plan(&test.db, &statement).await;
        assert!(plan.contains("departures_by_kind_and_start"), "{plan}");
    }
}
