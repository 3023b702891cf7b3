//! many_bookings URL BOOKINGS: adds that many bookings to a demo database, with their accounts, payments, refunds,
//! ledger lines and subscribers. For measurements only; nothing of this is in the program.
//!
//! The ledger, the sandbox and the bookings agree, so `chautari ledger check` must find no difference. The same
//! numbers give the same data on every machine, apart from the dates, which are counted from today.

use chrono::{DateTime, Days, TimeDelta, Utc};
use domain::account::{Email, Role};
use domain::booking::{Booking, BookingStatus, ByHand, Customer, Order, PaymentStatus};
use domain::guest::{Gender, Guest, Party};
use domain::money::Percent;
use domain::newsletter::Subscriber;
use domain::pricing;
use domain::trek::Trek;
use store::accounts::{self, Account};
use store::ledger::{self, Actor, Kind, Line};
use store::refunds::{self, Cause, Refund, State};
use store::sandbox_intents::{self, Card, Intent, IntentStatus};
use store::sandbox_refunds::{self, SandboxRefund};
use store::{Tx, bookings, subscribers};
use uuid::{Builder, Uuid};

const BOOKINGS_PER_ACCOUNT: usize = 5;
const BOOKINGS_PER_TRANSACTION: usize = 1000;
const DAYS_BACK: usize = 3 * 365;
const FIRST_NAMES: [&str; 12] = [
    "Maya",
    "Pasang",
    "Lhamu",
    "Élodie",
    "Jürgen",
    "Sofia",
    "Kenji",
    "Amara",
    "Pemba",
    "Olivia",
    "मीना",
    "Tomás",
];
const LAST_NAMES: [&str; 12] = [
    "Gurung",
    "Sherpa",
    "Tamang",
    "Müller",
    "O'Brien",
    "Rossi",
    "Tanaka",
    "Okafor",
    "Rai",
    "Smith",
    "थापा",
    "García",
];

/// A generator of our own (xorshift), so that a library's next version does not change the data.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).unwrap_or_default()
    }

    fn id(&mut self, made: DateTime<Utc>) -> Uuid {
        let mut bytes = [0; 10];
        for byte in &mut bytes {
            *byte = u8::try_from(self.below(256)).unwrap_or_default();
        }
        let millis = u64::try_from(made.timestamp_millis()).unwrap_or_default();
        Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
    }

    fn name(&mut self) -> String {
        let (first, last) = (self.below(FIRST_NAMES.len()), self.below(LAST_NAMES.len()));
        format!("{} {}", FIRST_NAMES[first], LAST_NAMES[last])
    }

    fn guest(&mut self, with_phone: bool) -> Guest {
        let genders = [Gender::Female, Gender::Male, Gender::Other];
        let phone = format!("+977 98{:02}-{:06}", self.below(100), self.below(1_000_000));
        Guest {
            name: self.name(),
            age: u8::try_from(18 + self.below(50)).unwrap_or(30),
            gender: genders[self.below(3)],
            phone_number: with_phone.then_some(phone),
        }
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [url, number] = <[String; 2]>::try_from(std::env::args().skip(1).collect::<Vec<_>>())
        .map_err(|_| "many_bookings URL BOOKINGS")?;
    let number: usize = number.parse()?;
    let db = store::connect(&url).await?;
    db.migrate().await?;
    let treks = store::treks::list(&db).await?;
    if treks.is_empty() {
        return Err("the database has no demo data yet: start the server with --demo once".into());
    }
    let mut maker = Maker {
        dice: Dice(0x5EED_0BAD_CAFE),
        now: now(),
        treks,
        account: None,
        invoices: 0,
    };
    let mut made = 0;
    while made < number {
        let tx = db.begin().await?;
        let end = number.min(made + BOOKINGS_PER_TRANSACTION);
        for index in made..end {
            maker.add(&tx, index).await?;
        }
        tx.commit().await?;
        made = end;
    }
    Ok(db.close().await?)
}

#[expect(
    clippy::disallowed_methods,
    reason = "what is measured depends on what is ahead of today, and an example has no port"
)]
fn now() -> DateTime<Utc> {
    Utc::now()
}

/// What a booking came to.
#[derive(Clone, Copy)]
enum Outcome {
    Unpaid,
    Confirmed,
    ByHand,
    Completed,
    Lapsed,
    Refunded,
    /// Refunded in part; the booking is still going ahead.
    PartlyRefunded,
}

struct Maker {
    dice: Dice,
    now: DateTime<Utc>,
    treks: Vec<Trek>,
    account: Option<Account>,
    invoices: usize,
}

impl Maker {
    async fn add(&mut self, tx: &Tx, index: usize) -> Result<(), Box<dyn std::error::Error>> {
        // In a hundred: 1 unpaid (of today), 24 ahead, 59 walked, 8 lapsed, 6 refunded, 2 refunded in part.
        let (outcome, days_ago, starts_in) = match self.dice.below(1000) {
            0..4 => (Outcome::Unpaid, 0, self.dice.below(200) as i64 + 3),
            4..230 => (
                Outcome::Confirmed,
                self.dice.below(120),
                self.dice.below(300) as i64,
            ),
            230..250 => (
                Outcome::ByHand,
                self.dice.below(120),
                self.dice.below(300) as i64,
            ),
            250..270 => (
                Outcome::PartlyRefunded,
                self.dice.below(120),
                self.dice.below(300) as i64,
            ),
            270..860 => {
                let days = 90 + self.dice.below(DAYS_BACK);
                (Outcome::Completed, days, 60 - days as i64)
            }
            860..940 => {
                let days = 5 + self.dice.below(DAYS_BACK);
                (Outcome::Lapsed, days, 60 - days as i64)
            }
            _ => {
                let days = 5 + self.dice.below(DAYS_BACK);
                (Outcome::Refunded, days, 60 - days as i64)
            }
        };
        let seconds = i64::try_from(self.dice.below(60_000)).unwrap_or_default();
        let made =
            self.now - TimeDelta::days(i64::try_from(days_ago)?) - TimeDelta::seconds(seconds);
        if index.is_multiple_of(BOOKINGS_PER_ACCOUNT) {
            self.account = Some(self.add_account(tx, index, made).await?);
        }
        let mut booking = self.pending(made, starts_in)?;
        let intent = self.advance(&mut booking, outcome);
        sandbox_intents::insert(tx, &intent).await?;
        bookings::insert(tx, &booking).await?;
        self.add_money(tx, &booking, &intent).await
    }

    async fn add_account(
        &mut self,
        tx: &Tx,
        index: usize,
        made: DateTime<Utc>,
    ) -> Result<Account, Box<dyn std::error::Error>> {
        let name = self.dice.name();
        let email = Email::parse(&format!("traveller.{index}@many.example"))
            .map_err(|_| "an address of ours is none")?;
        let account = Account::new(self.dice.id(made), name, email.clone(), Role::User, made);
        accounts::insert(tx, &account, None).await?;
        let subscriber = Subscriber {
            id: self.dice.id(made),
            email,
            created_at: made,
        };
        subscribers::add(tx, &subscriber).await?;
        Ok(account)
    }

    fn pending(
        &mut self,
        made: DateTime<Utc>,
        starts_in: i64,
    ) -> Result<Booking, Box<dyn std::error::Error>> {
        let account = self.account.clone().ok_or("a booking has an account")?;
        let trek = &self.treks[self.dice.below(self.treks.len())];
        let route = &trek.routes[self.dice.below(trek.routes.len())];
        let today = self.now.date_naive();
        let days = Days::new(starts_in.unsigned_abs());
        let start_date = match starts_in < 0 {
            true => today.checked_sub_days(days),
            false => today.checked_add_days(days),
        };
        let primary = self.dice.guest(true);
        let others = self.dice.below(6);
        let party = Party {
            primary,
            additional: (0..others).map(|_| self.dice.guest(false)).collect(),
        };
        let terms = &trek.payment_details;
        let quote = pricing::quote(route.price_per_head, party.size(), terms, trek.currency)?;
        let notes = self.dice.below(4) == 0;
        let order = Order {
            id: self.dice.id(made),
            user_id: account.id,
            customer: Customer {
                name: account.name.clone(),
                email: account.email.as_str().to_owned(),
            },
            trek,
            route,
            start_date: start_date.ok_or("a day of the calendar")?,
            party,
            quote,
            notes: notes
                .then(|| "Vegetarian meals please; we arrive in Kathmandu a day early".to_owned()),
            include_meals: true,
            include_porter: others > 2,
        };
        Ok(Booking::pending(order, made))
    }

    /// Moves a booking to its state and returns the provider's side of it.
    fn advance(&mut self, booking: &mut Booking, outcome: Outcome) -> Intent {
        use BookingStatus::{Cancelled, Completed, Confirmed, Pending};
        let (status, payment, intent) = match outcome {
            Outcome::Unpaid => (
                Pending,
                PaymentStatus::Pending,
                IntentStatus::RequiresPaymentMethod,
            ),
            Outcome::Confirmed => (Confirmed, PaymentStatus::Confirmed, IntentStatus::Succeeded),
            Outcome::ByHand => (Confirmed, PaymentStatus::Confirmed, IntentStatus::Canceled),
            Outcome::Completed => (Completed, PaymentStatus::Confirmed, IntentStatus::Succeeded),
            Outcome::Lapsed => (Cancelled, PaymentStatus::Failed, IntentStatus::Canceled),
            Outcome::Refunded => (Cancelled, PaymentStatus::Refunded, IntentStatus::Succeeded),
            Outcome::PartlyRefunded => {
                (Confirmed, PaymentStatus::Refunded, IntentStatus::Succeeded)
            }
        };
        let soon = booking.created_at + TimeDelta::minutes(4);
        (booking.status, booking.payment.status, booking.updated_at) = (status, payment, soon);
        let total = booking.quote.total;
        booking.payment.refunded = match outcome {
            Outcome::Refunded => Percent::whole(80).of(total),
            Outcome::PartlyRefunded => Percent::whole(10).of(total),
            _ => booking.payment.refunded,
        };
        if matches!(outcome, Outcome::ByHand) {
            booking.payment.by_hand = Some(ByHand {
                account_id: booking.user_id,
                reason: "Cash at the office".to_owned(),
            });
        }
        let card = (intent == IntentStatus::Succeeded).then(|| Card {
            brand: "visa".to_owned(),
            last4: format!("{:04}", self.dice.below(10_000)),
        });
        if payment != PaymentStatus::Pending && payment != PaymentStatus::Failed {
            self.invoices += 1;
            booking.invoice_number = Some(format!("INV-2000-{:06}", self.invoices));
            booking.payment.paid_at = Some(soon);
            booking.payment.card_brand = card.as_ref().map(|card| card.brand.clone());
            booking.payment.card_last4 = card.as_ref().map(|card| card.last4.clone());
        }
        let id = format!("pi_{}", self.dice.id(booking.created_at).simple());
        booking.payment.intent_id = Some(id.clone());
        Intent {
            client_secret: format!("{id}_secret"),
            id,
            idempotency_key: booking.id.to_string(),
            booking_id: booking.id,
            amount: total.minor(),
            currency: booking.quote.currency.code().to_owned(),
            status: intent,
            card,
            last_error: None,
            created_at: booking.created_at,
            updated_at: soon,
        }
    }

    async fn add_money(
        &mut self,
        tx: &Tx,
        booking: &Booking,
        intent: &Intent,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let by_hand = booking.payment.by_hand.is_some();
        let at = booking.updated_at;
        let mut line = Line {
            id: self.dice.id(at),
            booking_id: booking.id,
            kind: if by_hand { Kind::Manual } else { Kind::Capture },
            amount: booking.quote.total,
            currency: booking.quote.currency,
            reference: match by_hand {
                true => format!("manual:{}", booking.id),
                false => intent.id.clone(),
            },
            reason: "Payment of the booking".to_owned(),
            actor: Actor::Account(booking.user_id),
            at,
        };
        if by_hand || intent.status == IntentStatus::Succeeded {
            ledger::add(tx, &line).await?;
        }
        if booking.payment.refunded.is_zero() {
            return Ok(());
        }
        let later = at + TimeDelta::days(2);
        let made = SandboxRefund {
            id: format!("re_{}", self.dice.id(later).simple()),
            idempotency_key: self.dice.id(later).to_string(),
            intent_id: intent.id.clone(),
            amount: booking.payment.refunded.minor(),
            currency: booking.quote.currency.code().to_owned(),
            created_at: later,
        };
        sandbox_refunds::make(tx, &made).await?.ok_or("refunded")?;
        let refund = Refund {
            id: made.idempotency_key.parse()?,
            booking_id: booking.id,
            intent_id: Some(intent.id.clone()),
            amount: booking.payment.refunded,
            currency: booking.quote.currency,
            reason: "A change of plans".to_owned(),
            actor: Actor::Account(booking.user_id),
            cause: Cause::Cancelled,
            state: State::Made,
            reference: Some(made.id.clone()),
            last_error: None,
            created_at: later,
        };
        refunds::insert(tx, &refund).await?;
        line.id = self.dice.id(later);
        (line.kind, line.amount, line.at) = (Kind::Refund, booking.payment.refunded, later);
        (line.reference, line.reason) = (made.id, refund.reason);
        Ok(ledger::add(tx, &line).await?)
    }
}
