//! Data migrations: databases of earlier versions, with rows, are migrated to the current schema.

use chrono::{NaiveDate, TimeDelta};
use domain::account::{Email, Role};
use domain::booking::{RefundPolicy, RefundStep};
use sea_orm::sea_query::{Expr, InsertStatement, Query};
use sea_orm::{ConnectionTrait, Database, DatabaseConnection};
use sea_orm_migration::MigratorTrait;
use serde_json::{Value, json};
use store::accounts;
use store::bookings::{self, BookingFilter, Order, SortBy};
use store::idempotency::{self, KeyUse};
use store::migrations::Migrator;
use store::one_time_codes::{self, Code, Kind, Purpose};
use store::{Db, connect};
use uuid::Uuid;

use crate::support::{empty_database, id, now};

/// More than one batch of the migration.
const ROWS: u128 = 1203;

const NEWEST_FIRST: (SortBy, Order) = (SortBy::Created, Order::Desc);

/// A database at the schema before a migration, and its URL.
struct Before {
    db: DatabaseConnection,
    url: String,
    _folder: tempfile::TempDir,
}

impl Before {
    async fn step(name: &str) -> Self {
        let (url, folder) = empty_database().await;
        // Creates the file.
        let made = connect(&url).await.unwrap();
        made.close().await.unwrap();
        let db = Database::connect(&url).await.unwrap();
        let steps = Migrator::migrations();
        let count = steps.iter().position(|step| step.name() == name);
        let count = u32::try_from(count.expect("a step")).unwrap();
        Migrator::up(&db, Some(count)).await.unwrap();
        Self {
            db,
            url,
            _folder: folder,
        }
    }

    /// Migrates the database by a first start and repeats it by a second one.
    async fn migrated(&self) -> Db {
        let db = connect(&self.url).await.unwrap();
        db.migrate().await.unwrap();
        db.migrate().await.unwrap();
        db
    }

    async fn insert_trek(&self, id: Uuid) {
        let row = Query::insert()
            .into_table("treks")
            .columns([
                "id",
                "name",
                "name_key",
                "version",
                "currency",
                "created_at",
                "updated_at",
                "document",
            ])
            .values_panic([
                id.into(),
                "Annapurna".into(),
                "annapurna".into(),
                1_i64.into(),
                "USD".into(),
                now().into(),
                now().into(),
                json!({}).into(),
            ])
            .to_owned();
        self.db.execute(&row).await.unwrap();
    }

    async fn insert_bookings(&self, trek_id: Uuid, numbers: std::ops::Range<u128>) {
        let mut rows = Query::insert();
        rows.into_table("bookings").columns([
            "id",
            "user_id",
            "trek_id",
            "status",
            "payment_status",
            "invoice_number",
            "start_date",
            "revision",
            "created_at",
            "updated_at",
            "document",
        ]);
        for number in numbers {
            rows.values_panic([
                booking_id(number).into(),
                Uuid::nil().into(),
                trek_id.into(),
                "Confirmed".into(),
                "Confirmed".into(),
                invoice(number).into(),
                NaiveDate::from_ymd_opt(2027, 3, 1).into(),
                3_i64.into(),
                now().into(),
                now().into(),
                document(number, trek_id).into(),
            ]);
        }
        self.db.execute(&rows).await.unwrap();
    }
}

/// In another order than the rows are stored in.
fn booking_id(number: u128) -> Uuid {
    Uuid::from_u128((number * 7_919 % ROWS + 1) << 64)
}

fn invoice(number: u128) -> String {
    format!("INV-2026-{number:05}")
}

/// In the format of the version before: without the days of the route and the history.
fn document(number: u128, trek_id: Uuid) -> Value {
    json!({
        "id": booking_id(number), "userId": Uuid::nil(),
        "trek": {"id": trek_id, "name": "Annapurna", "location": "Kaski", "bannerImage": ""},
        "route": {"id": Uuid::nil(), "name": "Classic", "numberOfDays": 3, "numberOfNights": 2,
            "pricePerHead": 125_050},
        "startDate": "2027-03-01", "endDate": "2027-03-03",
        "party": {
            "primary": {"name": format!("Maya Number{number}"), "age": 30, "gender": "Female"},
            "additional": [{"name": "पासाङ SHERPA", "age": 0, "gender": "Other"}],
        },
        "quote": {"basePrice": 250_100, "discount": 0, "gst": 32_513, "serviceFee": 12_505,
            "insurance": 8000, "bookingFee": 2500, "total": 305_618, "currency": "USD"},
        "includeMeals": true, "includePorter": false,
        "customer": {"name": "Maya Gurung", "email": format!("Maya.{number}@Example.com")},
        "status": "Confirmed",
        "payment": {"status": "Confirmed", "paidAt": now(), "refunded": 0, "refunding": 0},
        "invoiceNumber": invoice(number),
        "createdAt": now(), "updatedAt": now(),
    })
}

async fn found(db: &Db, search: &str) -> (Vec<Uuid>, u64) {
    let wanted = BookingFilter {
        search: search.to_owned(),
        ..BookingFilter::default()
    };
    let (page, total) = bookings::list(db, &wanted, NEWEST_FIRST, 0, 10)
        .await
        .unwrap();
    (page.iter().map(|booking| booking.id).collect(), total)
}

// Every booking of a database without the search index is found by each of its words.
#[tokio::test]
async fn older_bookings_are_indexed_for_the_search() {
    let before = Before::step("m0015_desk").await;
    let trek_id = id();
    before.insert_trek(trek_id).await;
    for start in (0..ROWS).step_by(401) {
        before.insert_bookings(trek_id, start..start + 401).await;
    }
    let db = before.migrated().await;
    let all = u64::try_from(ROWS).unwrap();
    for word in ["annapurna", "GURUNG", "पासाङ", "sherpa", "@example.com"] {
        assert_eq!(found(&db, word).await.1, all, "{word}");
    }
    for number in [0, 499, 500, 501, 999, 1000, 1001, ROWS - 1] {
        let booking_id = booking_id(number);
        for words in [
            format!("number{number} inv-2026-{number:05}"),
            format!("maya.{number}@example.com"),
            booking_id.to_string(),
        ] {
            let (ids, _) = found(&db, &words).await;
            assert_eq!(ids, [booking_id], "{words}");
        }
    }
    assert_eq!(found(&db, "Manaslu").await, (vec![], 0));
    // It reads back unchanged, and works like any other booking.
    let booking = bookings::find(&db, booking_id(0)).await.unwrap().unwrap();
    assert_eq!(
        (booking.status_changes.len(), booking.route.days.len()),
        (0, 0)
    );
    assert_eq!(booking.quote.total.minor(), 305_618);
    // The start assigns references with the agency's prefix in the order of the ids, changes nothing else, and the next
    // booking continues the numbers.
    for _ in 0..2 {
        bookings::fill_references(&db, "TR").await.unwrap();
    }
    let numbered = bookings::find(&db, booking.id).await.unwrap().unwrap();
    let expected = domain::booking::Booking {
        reference: "TR-1001".to_owned(),
        version: booking.version + 1,
        ..booking.clone()
    };
    assert_eq!(numbered, expected);
    // The first start with stored policies gives the bookings its own; a later policy is for new ones.
    for days in [30, 5] {
        let percent = domain::money::Percent::HUNDRED;
        let policy = RefundPolicy::new(vec![RefundStep { days, percent }]);
        bookings::fill_cancellation_policies(&db, &policy)
            .await
            .unwrap();
    }
    let with_policy = bookings::find(&db, booking.id).await.unwrap().unwrap();
    let policy = with_policy.cancellation_policy.as_ref().expect("a policy");
    assert_eq!(policy.steps()[0].days, 30);
    let expected = domain::booking::Booking {
        cancellation_policy: with_policy.cancellation_policy.clone(),
        version: numbered.version + 1,
        ..numbered
    };
    assert_eq!(with_policy, expected);
    assert_eq!(found(&db, "tr-1501").await.0, [Uuid::from_u128(501 << 64)]);
    let tx = db.begin().await.unwrap();
    let next = bookings::next_reference(&tx, "TR").await.unwrap();
    assert_eq!(next, format!("TR-{}", 1001 + ROWS));
    drop(tx);
    assert!(bookings::complete(&db, booking.id, now()).await.unwrap());
    assert_eq!(found(&db, "number0").await.0, [booking.id]);
}

// A request of before the update is not executed again when it is repeated after it.
#[tokio::test]
async fn idempotency_keys_of_an_earlier_version_still_return_their_booking() {
    let before = Before::step("m0017_idempotency_subject").await;
    let (user_id, made) = (id(), id());
    let row = Query::insert()
        .into_table("idempotency_keys")
        .columns(["user_id", "key", "fingerprint", "booking_id", "created_at"])
        .values_panic([
            user_id.into(),
            "k".into(),
            "abc".into(),
            made.into(),
            now().into(),
        ])
        .to_owned();
    before.db.execute(&row).await.unwrap();
    let db = before.migrated().await;
    let used = idempotency::find(&db, user_id, "k", now()).await.unwrap();
    let expected = KeyUse {
        fingerprint: "abc".to_owned(),
        subject_id: made,
    };
    assert_eq!(used, Some(expected));
    let tx = db.begin().await.unwrap();
    let again = idempotency::record(&tx, user_id, "k", &used.unwrap(), now()).await;
    assert!(matches!(again, Err(store::StoreError::Taken(_))));
}

/// A code as the version before stored it, in one of three tables.
fn row_of_before(code: &Code, tries: i32) -> InsertStatement {
    let email = code.purpose.email();
    let address = email.map(|email| email.as_str().to_owned());
    let key = email.map(|email| email.key().to_owned());
    let of_account = |word: &str| {
        let account_id = code.purpose.account_id();
        vec![
            ("account_id", Expr::val(account_id)),
            ("purpose", word.into()),
            ("new_email", address.clone().into()),
        ]
    };
    let of_address = |column, value: Expr| {
        vec![
            (column, value),
            ("email", address.clone().into()),
            ("email_key", key.into()),
        ]
    };
    let (table, mut columns) = match &code.purpose {
        Purpose::Signup {
            name,
            password_hash,
            ..
        } => {
            let mut columns = of_address("name", name.clone().into());
            columns.push(("password_hash", password_hash.clone().into()));
            ("signup_attempts", columns)
        }
        Purpose::ResetPassword { token_hash, .. } => {
            let columns = of_address("token_hash", token_hash.to_vec().into());
            ("reset_attempts", columns)
        }
        Purpose::ChangeEmail { .. } => ("account_codes", of_account("changeEmail")),
        Purpose::DeleteAccount { .. } => ("account_codes", of_account("deleteAccount")),
        Purpose::ConfirmChange { .. } => ("account_codes", of_account("confirmChange")),
    };
    columns.extend([
        ("id", code.id.into()),
        ("nonce", code.nonce.to_vec().into()),
        ("tries", tries.into()),
        ("created_at", code.created_at.into()),
        ("expires_at", code.expires_at.into()),
    ]);
    let (columns, values): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
    Query::insert()
        .into_table(table)
        .columns(columns)
        .values_panic(values)
        .to_owned()
}

// A code that was emailed before the update works after it, with its remaining attempts.
#[tokio::test]
async fn codes_of_the_three_earlier_tables_move_to_the_common_one() {
    let before = Before::step("m0027_one_time_codes").await;
    let email = |text| Email::parse(text).expect("an address");
    let expires_at = now() + TimeDelta::seconds(60);
    let account = accounts::Account::new(
        id(),
        "Maya".to_owned(),
        email("maya@example.com"),
        Role::User,
        now(),
    );
    // This table is the same before and after the migration.
    let db = connect(&before.url).await.unwrap();
    accounts::insert(&db, &account, None).await.unwrap();
    db.close().await.unwrap();
    let code = |purpose, nonce| Code {
        id: id(),
        purpose,
        nonce: [nonce; 16],
        created_at: now(),
        expires_at,
    };
    let signup = code(
        Purpose::Signup {
            name: "माया".to_owned(),
            email: email("New@Example.com"),
            password_hash: "hash".to_owned(),
        },
        1,
    );
    let reset = code(
        Purpose::ResetPassword {
            email: email("Maya@example.com"),
            token_hash: [9; 32],
        },
        2,
    );
    let account_id = account.id;
    let change = code(
        Purpose::ChangeEmail {
            account_id,
            new_email: email("Other@Example.com"),
        },
        3,
    );
    let deletion = code(Purpose::DeleteAccount { account_id }, 4);
    let confirmation = code(Purpose::ConfirmChange { account_id }, 5);
    let all = [&signup, &reset, &change, &deletion, &confirmation];
    for (code, tries) in all.into_iter().zip([4, 5, 0, 1, 2]) {
        let row = row_of_before(code, tries);
        before.db.execute(&row).await.unwrap();
    }
    let db = before.migrated().await;
    for (code, left) in all.into_iter().zip([1, 0, 5, 4, 3]) {
        let found = one_time_codes::find(&db, code.id).await.unwrap();
        assert_eq!(found.as_ref(), Some(code));
        let count = |at| one_time_codes::count_attempt(&db, code.id, at);
        assert!(!count(expires_at).await.unwrap(), "{code:?}");
        for attempt in 0..=left {
            let counted = count(now()).await.unwrap();
            assert_eq!(counted, attempt < left, "{code:?} {attempt}");
        }
    }
    let newest = one_time_codes::find_newest(&db, account_id, Kind::DeleteAccount).await;
    assert_eq!(newest.unwrap(), Some(deletion));
    let by_token = one_time_codes::find_by_token(&db, &[9; 32]).await;
    assert_eq!(by_token.unwrap(), Some(reset));
    for (kind, address) in [
        (Kind::Signup, "new@example.com"),
        (Kind::ChangeEmail, "other@example.com"),
    ] {
        let discarded = one_time_codes::discard_for(&db, kind, &email(address)).await;
        assert_eq!(discarded.unwrap(), 1, "{address}");
    }
    // Codes of an account are deleted with it, and expired ones by the purge.
    assert!(accounts::delete(&db, account_id).await.unwrap());
    let dropped = one_time_codes::drop_expired(&db, expires_at).await.unwrap();
    assert_eq!(dropped, 1);
    // The old tables no longer exist.
    let tables = store::dump::tables(&db).await.unwrap();
    for gone in ["signup_attempts", "reset_attempts", "account_codes"] {
        assert!(tables.iter().all(|table| table.name != gone), "{gone}");
    }
}
