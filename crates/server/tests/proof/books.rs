//! The books as they lie in the database while the program is down: ours and the provider's.

use domain::booking::Booking;
use sea_orm::{ConnectionTrait, QueryResult, Statement};
use store::Db;
use uuid::Uuid;

/// A payment in the provider's books.
pub struct ProviderPayment {
    pub id: String,
    pub booking_id: Uuid,
    pub amount: i64,
    pub currency: String,
    pub captured: bool,
}

pub struct Books {
    pub bookings: Vec<Booking>,
    pub payments: Vec<ProviderPayment>,
    pub open_jobs: u64,
    pub jobs_given_up: u64,
}

impl Books {
    pub async fn read(db: &Db) -> Self {
        let mut bookings = Vec::new();
        for row in rows(db, "select id from bookings order by id").await {
            let id: Uuid = row.try_get("", "id").expect("an id");
            let booking = store::bookings::find(db, id).await.expect("read");
            bookings.push(booking.expect("a booking"));
        }
        let payments = rows(db, "select * from sandbox_intents").await;
        let payments = payments.iter().map(payment).collect();
        let (open_jobs, jobs_given_up) = store::jobs::count_open(db).await.expect("a count");
        Self {
            bookings,
            payments,
            open_jobs,
            jobs_given_up,
        }
    }

    pub fn booking(&self, id: Uuid) -> Option<&Booking> {
        let at = self
            .bookings
            .binary_search_by_key(&id, |booking| booking.id);
        at.ok().map(|at| &self.bookings[at])
    }
}

pub async fn rows(db: &Db, sql: &str) -> Vec<QueryResult> {
    let statement = Statement::from_string(db.get_database_backend(), sql);
    db.query_all_raw(statement).await.expect("read")
}

fn payment(row: &QueryResult) -> ProviderPayment {
    let text = |column| row.try_get::<String>("", column).expect("a text");
    ProviderPayment {
        id: text("id"),
        booking_id: row.try_get("", "booking_id").expect("an id"),
        amount: row.try_get("", "amount").expect("an amount"),
        currency: text("currency"),
        captured: text("status") == "succeeded",
    }
}

/// Whether nothing is left to do: no job, and no payment that was made and is not confirmed.
pub async fn at_rest(db: &Db) -> bool {
    let unsettled = "select b.id from bookings b join sandbox_intents i on i.booking_id = b.id \
                     where i.status = 'succeeded' and b.payment_status = 'Pending' limit 1";
    let (open, _) = store::jobs::count_open(db).await.expect("a count");
    open == 0 && rows(db, unsettled).await.is_empty()
}
