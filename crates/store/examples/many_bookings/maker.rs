//! Makes one booking after the other, in all the states that an agency's books have.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use domain::account::{Email, Role};
use domain::booking::{Booking, BookingStatus, ByHand, Customer, NewBooking, PaymentStatus};
use domain::guest::Party;
use domain::money::Percent;
use domain::newsletter::Subscriber;
use domain::pricing;
use domain::schedule::Installment;
use domain::trek::Trek;
use store::accounts::{self, Account};
use store::audit::{self, Change, Entry, Subject};
use store::sandbox_intents::{self, Card, Intent, IntentStatus};
use store::{Tx, bookings, subscribers};

use crate::random::Dice;

pub type Failed = Box<dyn std::error::Error>;

const BOOKINGS_PER_ACCOUNT: usize = 5;
const DAYS_BACK: usize = 3 * 365;
/// Of that many bookings that are confirmed, one has paid its deposit only.
const DEPOSIT_SHARE: usize = 10;
const REFERENCE_PREFIX: &str = "KD";

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

impl Outcome {
    fn states(self) -> (BookingStatus, PaymentStatus, IntentStatus) {
        use BookingStatus::{Cancelled, Completed, Confirmed, Pending};
        use IntentStatus::{Canceled, RequiresPaymentMethod, Succeeded};
        match self {
            Self::Unpaid => (Pending, PaymentStatus::Pending, RequiresPaymentMethod),
            Self::Confirmed => (Confirmed, PaymentStatus::Confirmed, Succeeded),
            Self::ByHand => (Confirmed, PaymentStatus::Confirmed, Canceled),
            Self::Completed => (Completed, PaymentStatus::Confirmed, Succeeded),
            Self::Lapsed => (Cancelled, PaymentStatus::Failed, Canceled),
            Self::Refunded => (Cancelled, PaymentStatus::Refunded, Succeeded),
            Self::PartlyRefunded => (Confirmed, PaymentStatus::Refunded, Succeeded),
        }
    }

    /// Of the total, in percent.
    fn refunded(self) -> u8 {
        match self {
            Self::Refunded => 80,
            Self::PartlyRefunded => 10,
            _ => 0,
        }
    }
}

pub struct Maker {
    pub dice: Dice,
    now: DateTime<Utc>,
    treks: Vec<Trek>,
    account: Option<Account>,
    invoices: usize,
}

impl Maker {
    pub fn new(now: DateTime<Utc>, treks: Vec<Trek>) -> Self {
        Self {
            dice: Dice(0x5EED_0BAD_CAFE),
            now,
            treks,
            account: None,
            invoices: 0,
        }
    }

    pub async fn add(&mut self, tx: &Tx, index: usize) -> Result<(), Failed> {
        let (outcome, days_ago, starts_in) = self.choose_outcome();
        let seconds = i64::try_from(self.dice.below(60_000)).unwrap_or_default();
        let made = self.now - TimeDelta::days(days_ago) - TimeDelta::seconds(seconds);
        if index.is_multiple_of(BOOKINGS_PER_ACCOUNT) {
            self.account = Some(self.add_account(tx, index, made).await?);
        }
        let mut booking = self.pending(made, starts_in)?;
        booking.reference = bookings::next_reference(tx, REFERENCE_PREFIX).await?;
        let intent = self.advance(&mut booking, outcome);
        sandbox_intents::insert(tx, &intent).await?;
        bookings::insert(tx, &booking).await?;
        self.add_invoice(tx, &booking).await?;
        self.add_audit_entry(tx, &booking).await?;
        self.add_tag(tx, &booking).await?;
        if let Some(account) = self.account.clone()
            && index.is_multiple_of(BOOKINGS_PER_ACCOUNT)
        {
            self.add_enquiry(tx, &account, &booking).await?;
        }
        self.add_money(tx, &booking, &intent).await
    }

    /// What a booking came to, how many days ago it was made, and in how many days it starts. In a thousand: 4 unpaid
    /// (of today), 266 ahead, 590 completed, 80 lapsed, 60 refunded.
    fn choose_outcome(&mut self) -> (Outcome, i64, i64) {
        let share = self.dice.below(1000);
        let mut below = |end: usize| i64::try_from(self.dice.below(end)).unwrap_or_default();
        let (outcome, least_days) = match share {
            0..4 => return (Outcome::Unpaid, 0, below(200) + 3),
            4..230 => return (Outcome::Confirmed, below(120), below(300)),
            230..250 => return (Outcome::ByHand, below(120), below(300)),
            250..270 => return (Outcome::PartlyRefunded, below(120), below(300)),
            270..860 => (Outcome::Completed, 90),
            860..940 => (Outcome::Lapsed, 5),
            _ => (Outcome::Refunded, 5),
        };
        let days = least_days + below(DAYS_BACK);
        (outcome, days, 60 - days)
    }

    async fn add_account(
        &mut self,
        tx: &Tx,
        index: usize,
        made: DateTime<Utc>,
    ) -> Result<Account, Failed> {
        let name = self.dice.name();
        let email = Email::parse(&format!("traveller.{index}@many.example"))
            .map_err(|_| "a generated email address is invalid")?;
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

    fn pending(&mut self, made: DateTime<Utc>, starts_in: i64) -> Result<Booking, Failed> {
        let account = self.account.clone().ok_or("a booking has an account")?;
        let trek = &self.treks[self.dice.below(self.treks.len())];
        let route = &trek.routes[self.dice.below(trek.routes.len())];
        let start_date = days_after(self.now.date_naive(), starts_in);
        let primary = self.dice.guest(true);
        let others = self.dice.below(6);
        let party = Party {
            primary,
            additional: (0..others).map(|_| self.dice.guest(false)).collect(),
        };
        let terms = &trek.payment_details;
        let quote = pricing::quote(
            route.price_per_head,
            party.size(),
            terms,
            trek.currency,
            None,
        )?;
        let has_notes = self.dice.below(4) == 0;
        let order = NewBooking {
            id: self.dice.id(made),
            user_id: account.id,
            customer: Customer {
                name: account.name.clone(),
                email: account.email.as_str().to_owned(),
            },
            trek,
            route,
            departure: None,
            start_date: start_date.ok_or("a day of the calendar")?,
            party,
            quote,
            schedule: Vec::new(),
            notes: has_notes
                .then(|| "Vegetarian meals please; we arrive in Kathmandu a day early".to_owned()),
            include_meals: true,
            include_porter: others > 2,
        };
        Ok(Booking::pending(order, made))
    }

    /// Moves a booking to its state and returns the provider's side of it.
    fn advance(&mut self, booking: &mut Booking, outcome: Outcome) -> Intent {
        let (status, payment, intent) = outcome.states();
        let soon = booking.created_at + TimeDelta::minutes(4);
        (booking.status, booking.payment.status, booking.updated_at) = (status, payment, soon);
        if matches!(outcome, Outcome::Confirmed) && self.dice.below(DEPOSIT_SHARE) == 0 {
            pay_deposit(booking);
        }
        let total = booking.quote.total;
        booking.payment.refunded = Percent::whole(outcome.refunded()).of(total);
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
            amount: booking.payment.received.unwrap_or(total).minor(),
            currency: booking.quote.currency.code().to_owned(),
            status: intent,
            card,
            last_error: None,
            created_at: booking.created_at,
            updated_at: soon,
        }
    }

    async fn add_audit_entry(&mut self, tx: &Tx, booking: &Booking) -> Result<(), Failed> {
        let entry = Entry {
            id: self.dice.id(booking.updated_at),
            at: booking.updated_at,
            who_id: booking.user_id,
            who_name: "Mountain Admin".to_owned(),
            action: "update".to_owned(),
            subject: Subject {
                kind: "booking".to_owned(),
                id: booking.id.to_string(),
                name: booking.party.primary.name.clone(),
            },
            changes: vec![Change {
                field: "status".to_owned(),
                before: BookingStatus::Pending.as_str().into(),
                after: booking.status.as_str().into(),
            }],
        };
        Ok(audit::add(tx, &entry).await?)
    }
}

/// A deposit of a fifth; the rest is due 30 days before the start.
fn pay_deposit(booking: &mut Booking) {
    let deposit = Percent::whole(20).of(booking.quote.total);
    let parts = [
        (deposit, Some(booking.created_at.date_naive())),
        (
            booking.quote.total.less(deposit),
            days_after(booking.start_date, -30),
        ),
    ];
    booking.schedule = parts
        .map(|(amount, due_on)| Installment { amount, due_on })
        .to_vec();
    booking.payment.received = Some(deposit);
}

fn days_after(day: NaiveDate, number: i64) -> Option<NaiveDate> {
    let days = Days::new(number.unsigned_abs());
    match number < 0 {
        true => day.checked_sub_days(days),
        false => day.checked_add_days(days),
    }
}
