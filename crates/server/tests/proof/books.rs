//! The books of the program and of the sandbox, read from the database while the program is stopped.

use domain::booking::Booking;
use sea_orm::{ConnectionTrait, QueryResult, Statement};
use store::Db;
use store::ledger::Line;
use store::payments::Payment;
use store::refunds::Refund;
use store::sandbox_refunds::SandboxRefund;
use store::wallet_payments::{self, WalletPayment};
use uuid::Uuid;

/// A payment as the provider records it.
pub struct ProviderPayment {
    pub id: String,
    pub booking_id: Uuid,
    pub amount: i64,
    pub currency: String,
    pub captured: bool,
}

pub struct Books {
    pub bookings: Vec<Booking>,
    pub refunds: Vec<Refund>,
    pub ledger: Vec<Line>,
    pub payments: Vec<Payment>,
    /// What the wallets took by their own account; see [`Books::add_wallets`].
    pub at_wallets: Vec<WalletPayment>,
    pub provider_payments: Vec<ProviderPayment>,
    pub provider_refunds: Vec<SandboxRefund>,
    /// What the travellers of departures that were moved or cancelled chose, by booking.
    pub choices: Vec<(Uuid, String)>,
    pub open_jobs: u64,
    pub jobs_given_up: u64,
}

impl Books {
    pub async fn read(db: &Db) -> Self {
        let (mut bookings, mut refunds) = (Vec::new(), Vec::new());
        for row in rows(db, "select id from bookings order by id").await {
            let id: Uuid = row.try_get("", "id").expect("an id");
            let booking = store::bookings::find(db, id).await.expect("read");
            bookings.push(booking.expect("a booking"));
            refunds.extend(
                store::refunds::list_for_booking(db, id)
                    .await
                    .expect("read"),
            );
        }
        let chosen =
            "select booking_id, choice from departure_choices where choice is not null order by id";
        let chosen = rows(db, chosen).await;
        let ids: Vec<Uuid> = bookings
            .iter()
            .map(|booking: &Booking| booking.id)
            .collect();
        let payments = store::payments::list_for_bookings(db, &ids).await;
        let intents = rows(db, "select * from sandbox_intents").await;
        let (open_jobs, jobs_given_up) = store::jobs::count_open(db).await.expect("a count");
        Self {
            bookings,
            refunds,
            ledger: store::ledger::list_all(db).await.expect("read"),
            payments: payments.expect("read"),
            at_wallets: Vec::new(),
            provider_payments: intents.iter().map(payment).collect(),
            provider_refunds: store::sandbox_refunds::list_all(db).await.expect("read"),
            choices: chosen.iter().map(choice).collect(),
            open_jobs,
            jobs_given_up,
        }
    }

    /// Adds the payments that the wallets say they took, with what each is worth.
    pub async fn add_wallets(&mut self, db: &Db, paid: &[String]) {
        for booking in &self.bookings {
            let opened = wallet_payments::list_for_booking(db, booking.id).await;
            let mut opened = opened.expect("read");
            opened.retain(|it| {
                paid.iter()
                    .any(|id| is_of_wallet(it.intent_id.as_deref(), id))
            });
            self.at_wallets.extend(opened);
        }
    }

    pub fn booking(&self, id: Uuid) -> Option<&Booking> {
        let at = self
            .bookings
            .binary_search_by_key(&id, |booking| booking.id);
        at.ok().map(|at| &self.bookings[at])
    }

    /// Whether the traveller left a departure that was moved or cancelled.
    pub fn has_left(&self, id: Uuid) -> bool {
        let mut choices = self.choices.iter();
        choices.any(|(booking_id, choice)| {
            *booking_id == id && ["refund", "credit"].contains(&choice.as_str())
        })
    }

    pub fn captured(&self) -> impl Iterator<Item = &ProviderPayment> {
        self.provider_payments
            .iter()
            .filter(|payment| payment.captured)
    }

    /// The amount that the provider refunded of a payment, in minor units.
    pub fn given_back(&self, payment_id: &str) -> i64 {
        let of_it = self
            .provider_refunds
            .iter()
            .filter(|refund| refund.intent_id == payment_id);
        of_it.map(|refund| refund.amount).sum()
    }
}

/// Our id of a payment at a wallet contains that of the wallet.
pub fn is_of_wallet(intent_id: Option<&str>, id: &str) -> bool {
    let rest = intent_id.and_then(|intent_id| intent_id.split_once('_')?.1.strip_prefix(id));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

pub async fn rows(db: &Db, sql: &str) -> Vec<QueryResult> {
    let statement = Statement::from_string(db.get_database_backend(), sql);
    db.query_all_raw(statement).await.expect("read")
}

fn choice(row: &QueryResult) -> (Uuid, String) {
    let booking_id = row.try_get("", "booking_id").expect("an id");
    (booking_id, row.try_get("", "choice").expect("a choice"))
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

/// Whether all work is done: no open jobs, no unrecorded payments, no promised but unmade refunds.
pub async fn at_rest(db: &Db) -> bool {
    let left = [
        "select id from sandbox_intents where status = 'succeeded' and id not in (select reference from ledger)",
        "select id from refunds where state = 'requested'",
    ];
    for sql in left {
        if !rows(db, &format!("{sql} limit 1")).await.is_empty() {
            return false;
        }
    }
    // Checked last, because recording a payment adds its mail job in the same transaction.
    let (open, _) = store::jobs::count_open(db).await.expect("a count");
    open == 0
}
