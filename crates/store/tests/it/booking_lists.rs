//! Lists of bookings: filters, order and indexes; idempotency keys.

use chrono::NaiveDate;
use domain::booking::{BookingStatus, PaymentStatus};
use domain::money::Money;
use domain::way::Way;
use sea_orm::{ConnectionTrait, DbBackend, Statement};
use store::bookings::{BookingFilter, Order, SearchPlan, SortBy};
use store::{StoreError, bookings, idempotency};
use uuid::Uuid;

use crate::bookings::confirm;
use crate::support::{TestDb, booking_of, hours_ago, id, now, stored_trek};

#[tokio::test]
async fn only_bookings_that_wait_for_their_payment_are_swept() {
    let test = TestDb::start().await;
    let trek = stored_trek(&test.db, "Sweep").await;
    let mut ids = Vec::new();
    for hours in [30, 25, 1] {
        let booking = booking_of(&trek, id(), hours_ago(hours));
        bookings::insert(&test.db, &booking).await.unwrap();
        ids.push(booking.id);
    }
    assert!(confirm(&test.db, ids[1]).await);
    assert_eq!(
        bookings::list_payable_ids(&test.db).await.unwrap(),
        [ids[0], ids[2]]
    );
}

#[tokio::test]
async fn a_traveller_lists_only_their_own_bookings_newest_first() {
    let test = TestDb::start().await;
    let trek = stored_trek(&test.db, "Mine").await;
    let (me, other) = (id(), id());
    let mut mine = Vec::new();
    for hours in [1, 50, 20] {
        let booking = booking_of(&trek, me, hours_ago(hours));
        bookings::insert(&test.db, &booking).await.unwrap();
        mine.push(booking.id);
    }
    bookings::insert(&test.db, &booking_of(&trek, other, now()))
        .await
        .unwrap();
    let listed: Vec<_> = bookings::list_for_user(&test.db, me)
        .await
        .unwrap()
        .iter()
        .map(|b| b.id)
        .collect();
    assert_eq!(listed, [mine[0], mine[2], mine[1]]);
    let newest = bookings::list_newest_for_user(&test.db, me, 2).await;
    let newest: Vec<_> = newest.unwrap().iter().map(|b| b.id).collect();
    assert_eq!(newest, [mine[0], mine[2]]);
    assert_eq!(bookings::count(&test.db).await.unwrap(), 4);
}

// API-18: only paid bookings count, by the time of their creation.
#[tokio::test]
async fn treks_are_ranked_by_paid_bookings_since_a_moment() {
    let test = TestDb::start().await;
    let (much, little, unpaid) = (
        stored_trek(&test.db, "Much").await,
        stored_trek(&test.db, "Little").await,
        stored_trek(&test.db, "Unpaid").await,
    );
    for (trek, hours, pays) in [
        (&much, 2, true),
        (&much, 3, true),
        (&little, 1, true),
        (&little, 500, true),
        (&little, 501, true),
        (&unpaid, 1, false),
    ] {
        let booking = booking_of(trek, id(), hours_ago(hours));
        bookings::insert(&test.db, &booking).await.unwrap();
        if pays {
            assert!(confirm(&test.db, booking.id).await);
        }
    }
    let recent = bookings::list_popular_treks(&test.db, hours_ago(48))
        .await
        .unwrap();
    assert_eq!(recent, [much.id, little.id]);
    let ever = bookings::list_popular_treks(&test.db, hours_ago(1000))
        .await
        .unwrap();
    assert_eq!(ever, [little.id, much.id]);
}

#[tokio::test]
async fn an_idempotency_key_belongs_to_one_user_and_one_resource_for_a_day() {
    let test = TestDb::start().await;
    let (me, other) = (id(), id());
    let used = |subject_id| idempotency::KeyUse {
        fingerprint: "abc".to_owned(),
        subject_id,
    };
    let first = used(id());
    let tx = test.db.begin().await.unwrap();
    idempotency::record(&tx, me, "k", &first, hours_ago(23))
        .await
        .unwrap();
    idempotency::record(&tx, other, "k", &used(id()), now())
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(
        idempotency::find(&test.db, me, "k", now()).await.unwrap(),
        Some(first)
    );

    let tx = test.db.begin().await.unwrap();
    let error = idempotency::record(&tx, me, "k", &used(id()), now())
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::Taken(_)), "{error}");
    drop(tx);

    let tomorrow = now() + chrono::TimeDelta::hours(2);
    assert_eq!(
        idempotency::find(&test.db, me, "k", tomorrow)
            .await
            .unwrap(),
        None
    );
    let again = used(id());
    let tx = test.db.begin().await.unwrap();
    idempotency::record(&tx, me, "k", &again, tomorrow)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(
        idempotency::find(&test.db, me, "k", tomorrow)
            .await
            .unwrap(),
        Some(again)
    );
    assert_eq!(
        idempotency::delete_expired(&test.db, now() + chrono::TimeDelta::hours(25))
            .await
            .unwrap(),
        1
    );
}

pub async fn list(db: &store::Db, wanted: &BookingFilter, sorted: (SortBy, Order)) -> Vec<Uuid> {
    let (found, total) = bookings::list(db, wanted, sorted, 0, 10).await.unwrap();
    assert_eq!(found.len() as u64, total);
    found.iter().map(|booking| booking.id).collect()
}

#[tokio::test]
async fn bookings_are_sorted_by_each_column_of_the_desk() {
    let test = TestDb::start().await;
    let trek = stored_trek(&test.db, "Sorted").await;
    let mut ids = Vec::new();
    for (hours, day, minor, name) in [
        (3, 10, 300, "Élodie"),
        (2, 30, 100, "zara"),
        (1, 20, 200, "Ada"),
    ] {
        let mut booking = booking_of(&trek, id(), hours_ago(hours));
        booking.start_date = NaiveDate::from_ymd_opt(2027, 3, day).unwrap();
        booking.quote.total = Money::from_minor(minor);
        booking.party.primary.name = name.to_owned();
        bookings::insert(&test.db, &booking).await.unwrap();
        ids.push(booking.id);
    }
    for (sort_by, order) in [
        (SortBy::Created, [0, 1, 2]),
        (SortBy::Start, [0, 2, 1]),
        (SortBy::Amount, [1, 2, 0]),
        (SortBy::Guest, [2, 0, 1]),
    ] {
        let mut expected = order.map(|index| ids[index]);
        let all = BookingFilter::default();
        let found = list(&test.db, &all, (sort_by, Order::Asc)).await;
        assert_eq!(found, expected, "{sort_by:?}");
        expected.reverse();
        let found = list(&test.db, &all, (sort_by, Order::Desc)).await;
        assert_eq!(found, expected, "{sort_by:?} the other way round");
    }
}

/// The plan of a query, as text.
pub async fn plan(db: &store::Db, statement: &Statement) -> String {
    let tx = db.begin().await.unwrap();
    let backend = db.get_database_backend();
    let (explained, column) = match backend {
        DbBackend::Postgres => {
            // The test tables are small, so that PostgreSQL would prefer a scan to any index.
            let no_scans = "set local enable_seqscan = off";
            tx.execute_unprepared(no_scans).await.unwrap();
            let sql = format!("explain {statement}");
            (Statement::from_string(backend, sql), "QUERY PLAN")
        }
        // It plans without the values.
        _ => {
            let mut explained = statement.clone();
            explained.sql.insert_str(0, "explain query plan ");
            (explained, "detail")
        }
    };
    let rows = tx.query_all_raw(explained).await.unwrap();
    let lines = rows.iter().map(|row| row.try_get("", column).unwrap());
    lines.collect::<Vec<String>>().join("\n")
}

#[tokio::test]
async fn sqlite_compiles_a_statement_once_whatever_its_values() {
    let test = TestDb::start().await;
    if test.db.get_database_backend() != DbBackend::Sqlite {
        return;
    }
    let sql = "select compile_options as name from pragma_compile_options";
    let statement = Statement::from_string(DbBackend::Sqlite, sql);
    let rows = test.db.query_all_raw(statement).await.unwrap();
    let names = rows.iter().map(|row| row.try_get("", "name").unwrap());
    let names: Vec<String> = names.collect();
    assert!(names.iter().any(|name| name == "ENABLE_QPSG"), "{names:?}");
}

// At 100,000 bookings, a page that reads every row takes a quarter of a second.
#[tokio::test]
async fn a_page_of_bookings_is_read_from_an_index_alone() {
    use SortBy::{Amount, Created, Guest, Start};
    let test = TestDb::start().await;
    let backend = test.db.get_database_backend();
    let completed = BookingFilter {
        status: Some(BookingStatus::Completed),
        ..BookingFilter::default()
    };
    let of_trek = BookingFilter {
        trek_id: Some(id()),
        ..BookingFilter::default()
    };
    let ahead = BookingFilter {
        from: NaiveDate::from_ymd_opt(2027, 3, 1),
        ..completed.clone()
    };
    let searched = BookingFilter {
        search: "maya".to_owned(),
        ..BookingFilter::default()
    };
    let refunded = BookingFilter {
        has_refund: true,
        ..BookingFilter::default()
    };
    for (wanted, sort_by, index) in [
        (BookingFilter::default(), Amount, "bookings_by_amount"),
        (BookingFilter::default(), Guest, "bookings_by_guest"),
        (BookingFilter::default(), Start, "bookings_listed_by_start"),
        (completed.clone(), Created, "bookings_listed_by_status"),
        (completed, Amount, "bookings_"),
        (of_trek, Amount, "bookings_listed_by_trek"),
        (ahead, Guest, "bookings_by_status_and_start"),
        (BookingFilter::default(), Created, "bookings_by_creation"),
        (searched.clone(), Created, "bookings_by_creation"),
        (searched, Amount, "bookings_by_amount"),
        (refunded, Guest, "bookings_by_guest"),
    ] {
        let sorted = (sort_by, Order::Desc);
        let statement = bookings::page_statement(backend, &wanted, &SearchPlan::Collect, sorted);
        let plan = plan(&test.db, &statement).await;
        // PostgreSQL plans by table statistics, and these tables are empty.
        if backend == DbBackend::Postgres {
            assert!(
                !plan.contains("Seq Scan on bookings"),
                "{statement}\n{plan}"
            );
        } else {
            let found = format!("COVERING INDEX {index}");
            assert!(plan.contains(&found), "{statement}\n{plan}");
        }
    }
}

// SQLite has no such index.
#[tokio::test]
async fn a_search_for_a_part_of_a_word_uses_the_trigrams_of_postgres() {
    let test = TestDb::start().await;
    let backend = test.db.get_database_backend();
    let search = "select booking_id from booking_search where text like '%aya%'";
    let plan = plan(&test.db, &Statement::from_string(backend, search)).await;
    let uses_it = plan.contains("booking_search_by_trigram");
    assert_eq!(uses_it, backend == DbBackend::Postgres, "{plan}");
}

#[tokio::test]
async fn only_bookings_with_a_balance_are_read_and_by_their_index() {
    let test = TestDb::start().await;
    let trek = stored_trek(&test.db, "Owed").await;
    let minor = Money::from_minor;
    let (mut ids, mut balances) = (Vec::new(), Vec::new());
    // Status, total, received, and by how much a move lowered the price after it was paid.
    for (status, total, received, lowered_by, is_found) in [
        (BookingStatus::Confirmed, 1000, Some(200), 0, true),
        (BookingStatus::Completed, 1000, Some(999), 0, true),
        // All of it was reversed.
        (BookingStatus::Confirmed, 1000, Some(0), 0, true),
        // A part of what was above the new price was reversed.
        (BookingStatus::Confirmed, 800, Some(900), 200, true),
        (BookingStatus::Confirmed, 800, Some(1000), 200, false),
        (BookingStatus::Confirmed, 1000, Some(1000), 0, false),
        // Paid before there were payments of their own.
        (BookingStatus::Confirmed, 1000, None, 0, false),
        (BookingStatus::Cancelled, 1000, Some(200), 0, false),
        (BookingStatus::Pending, 1000, Some(100), 0, false),
    ] {
        let mut booking = booking_of(&trek, id(), now());
        booking.status = status;
        booking.quote.total = minor(total);
        booking.payment.status = match status {
            BookingStatus::Pending => PaymentStatus::Pending,
            _ => PaymentStatus::Confirmed,
        };
        booking.payment.received = received.map(minor);
        booking.payment.lowered_by = minor(lowered_by);
        bookings::insert(&test.db, &booking).await.unwrap();
        let is_confirmed = status != BookingStatus::Pending;
        assert_eq!(!booking.balance().is_zero() && is_confirmed, is_found);
        if is_found {
            ids.push(booking.id);
            balances.push((booking.id, booking.balance(), booking.due_on()));
        }
    }
    ids.sort_unstable();
    balances.sort_unstable_by_key(|(id, ..)| *id);
    let open = bookings::list_open_balances(&test.db).await.unwrap();
    let open = open
        .iter()
        .map(|open| (open.booking_id, open.balance, Some(open.due_on)));
    assert_eq!(open.collect::<Vec<_>>(), balances);
    let found = bookings::list_with_balance_after(&test.db, Uuid::nil(), 3).await;
    let found: Vec<Uuid> = found.unwrap().iter().map(|booking| booking.id).collect();
    assert_eq!(found, ids[..3]);
    let rest = bookings::list_with_balance_after(&test.db, found[2], 3).await;
    let rest: Vec<Uuid> = rest.unwrap().iter().map(|booking| booking.id).collect();
    assert_eq!(rest, ids[3..]);
    let statement = bookings::with_balance_statement(test.db.get_database_backend());
    let plan = plan(&test.db, &statement).await;
    assert!(plan.contains("bookings_with_balance"), "{plan}");
    // All of the price was due on the day of the booking.
    let made_on = now().date_naive();
    let until = |to: Option<NaiveDate>| bookings::DueDays { from: None, to };
    let due = bookings::list_due(&test.db, until(Some(made_on)), (0, 10)).await;
    let due: Vec<Uuid> = due.unwrap().iter().map(|booking| booking.id).collect();
    assert_eq!(due, ids);
    let second = bookings::list_due(&test.db, until(None), (1, 1)).await;
    assert_eq!(second.unwrap()[0].id, ids[1]);
    for (to, number) in [(None, ids.len()), (made_on.pred_opt(), 0)] {
        let counted = bookings::count_due(&test.db, until(to)).await.unwrap();
        assert_eq!(counted, number as u64, "{to:?}");
    }
    let statement = bookings::due_statement(test.db.get_database_backend(), until(Some(made_on)));
    let plan = self::plan(&test.db, &statement).await;
    assert!(plan.contains("bookings_by_due_date"), "{plan}");
}

#[tokio::test]
async fn the_desk_reads_only_the_bookings_that_it_shows() {
    let test = TestDb::start().await;
    let backend = test.db.get_database_backend();
    let today = now().date_naive();
    for (statement, index) in [
        (
            bookings::bank_transfers_statement(backend),
            "bookings_by_bank_transfer",
        ),
        (
            bookings::grouped_departures_statement(backend, today, 8),
            "bookings_listed_by_start",
        ),
    ] {
        let plan = plan(&test.db, &statement).await;
        assert!(plan.contains(index), "{statement}\n{plan}");
        // Its order is that of the list.
        let sorts = plan.contains("TEMP B-TREE") || plan.contains("Sort");
        assert!(!sorts, "{statement}\n{plan}");
    }
}

#[tokio::test]
async fn only_unpaid_bookings_by_bank_transfer_wait_for_one_oldest_first() {
    let test = TestDb::start().await;
    let trek = stored_trek(&test.db, "Bank").await;
    let mut ids = Vec::new();
    for (way, hours, is_paid) in [
        (Way::Bank, 1, false),
        (Way::Bank, 3, false),
        (Way::Bank, 2, true),
        (Way::Card, 4, false),
        (Way::Arrival, 5, false),
        (Way::Bank, 6, false),
    ] {
        let mut booking = booking_of(&trek, id(), hours_ago(hours));
        booking.payment.way = way;
        bookings::insert(&test.db, &booking).await.unwrap();
        if is_paid {
            assert!(confirm(&test.db, booking.id).await);
        }
        ids.push(booking.id);
    }
    let listed = bookings::list_bank_transfers(&test.db, 2).await.unwrap();
    let listed_ids: Vec<_> = listed.0.iter().map(|booking| booking.id).collect();
    assert_eq!((listed_ids, listed.1), (vec![ids[5], ids[1]], 3));
}

#[tokio::test]
async fn queries_of_metrics_and_periodic_tasks_use_an_index() {
    let test = TestDb::start().await;
    for (sql, index) in [
        (
            "select status, payment_status, count(*) from bookings group by status, payment_status",
            "bookings_by_both_states",
        ),
        (
            "select id from bookings where status <> 'Pending' and updated_at > '2027-01-01' \
             order by updated_at, id",
            "bookings_by_change",
        ),
        (
            "select trek_id, count(*) from bookings where status in ('Confirmed', 'Completed') \
             and created_at >= '2027-01-01' group by trek_id",
            "bookings_listed_by_status",
        ),
        (
            "select sum(amount) from ledger where at >= '2027-01-01' and at < '2027-02-01'",
            "COVERING INDEX ledger_by_time",
        ),
        (
            "select id from audit_log where subject_kind <> 'picture' order by at desc, id desc limit 20",
            "audit_log_in_order",
        ),
        (
            "select kind, count(*) from jobs group by kind",
            "jobs_by_kind",
        ),
    ] {
        let statement = Statement::from_string(test.db.get_database_backend(), sql);
        let plan = plan(&test.db, &statement).await;
        let is_postgres = statement.db_backend == DbBackend::Postgres;
        let found = match is_postgres {
            true => !plan.contains("Seq Scan"),
            false => plan.contains(index),
        };
        assert!(found, "{sql}\n{plan}");
    }
}
