//! The model of the payments of a booking: its figures after each event, following operations §3 without code of the
//! server.

use domain::booking::BookingStatus::{self, Cancelled, Confirmed, Pending};
use proptest::prelude::*;

#[derive(Clone, Debug)]
pub enum Step {
    /// Opens what is due now by card and pays it.
    Card,
    /// Opens the payment by card, and does not pay.
    OpenCard,
    /// The card that was opened last is charged at the provider, without a word to us.
    ChargeBehind,
    /// Staff record this many thousandths of the price.
    Cash(i64),
    /// Staff record all that is left to pay.
    CashRest,
    /// An administrator reverses one of the payments.
    Reverse(usize),
    /// An administrator refunds this many thousandths of the price.
    Refund(i64),
    /// Staff pay out this many thousandths of what is owed.
    Payout(i64),
    Cancel,
    CancelByAgency,
    Reconcile,
    /// A day later the sweep runs.
    Expire,
}

pub fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => Just(Step::Card),
        2 => Just(Step::OpenCard),
        2 => Just(Step::ChargeBehind),
        5 => (1_i64..200).prop_map(Step::Cash),
        2 => (1_i64..1_100).prop_map(Step::Cash),
        2 => Just(Step::CashRest),
        5 => (0_usize..5).prop_map(Step::Reverse),
        4 => (1_i64..400).prop_map(Step::Refund),
        4 => (1_i64..1_200).prop_map(Step::Payout),
        1 => Just(Step::Cancel),
        1 => Just(Step::CancelByAgency),
        1 => Just(Step::Reconcile),
        1 => Just(Step::Expire),
    ]
}

#[derive(Clone, Copy)]
struct Row {
    amount: i64,
    is_card: bool,
    is_reversed: bool,
}

/// What the contract says of the booking. All amounts are minor units.
pub struct Model {
    pub status: BookingStatus,
    pub price: i64,
    pub deposit: i64,
    /// In the order in which they came, reversals left out.
    rows: Vec<Row>,
    /// What of the card payments went back.
    pub back_by_card: i64,
    pub owed: i64,
    pub paid_out: i64,
    /// Nothing more can be captured.
    pub was_unpaid_at_end: bool,
}

impl Model {
    pub fn new(price: i64, deposit: i64) -> Self {
        Self {
            status: Pending,
            price,
            deposit,
            rows: Vec::new(),
            back_by_card: 0,
            owed: 0,
            paid_out: 0,
            was_unpaid_at_end: false,
        }
    }

    pub fn paid(&self) -> i64 {
        let counted = self.rows.iter().filter(|row| !row.is_reversed);
        counted.map(|row| row.amount).sum()
    }

    pub fn balance(&self) -> i64 {
        match self.status {
            Cancelled => 0,
            _ => self.price - self.paid(),
        }
    }

    pub fn refundable(&self) -> i64 {
        self.paid() - self.back_by_card - self.owed - self.paid_out
    }

    /// What a card pays now: the rest of the deposit, or after that the balance.
    pub fn due_by_card(&self) -> i64 {
        match self.status {
            Pending => self.deposit - self.paid(),
            Confirmed => self.balance(),
            _ => 0,
        }
    }

    pub fn receive(&mut self, amount: i64, is_card: bool) {
        self.rows.push(Row {
            amount,
            is_card,
            is_reversed: false,
        });
        if self.status == Pending && self.paid() >= self.deposit {
            self.status = Confirmed;
        }
    }

    /// A payment for a booking that ended unpaid is recorded, and goes back in full.
    pub fn receive_late(&mut self, amount: i64) {
        self.receive(amount, true);
        self.back_by_card += amount;
        self.was_unpaid_at_end = false;
    }

    pub fn cash(&mut self, amount: i64) -> u16 {
        if self.status == Cancelled || amount > self.balance() {
            return 409;
        }
        self.receive(amount, false);
        201
    }

    pub fn reverse(&mut self, index: usize) -> u16 {
        let refundable = self.refundable();
        let row = &mut self.rows[index];
        if row.is_card || row.is_reversed || row.amount > refundable {
            return 409;
        }
        row.is_reversed = true;
        200
    }

    /// By card first, up to what came by card; the rest is owed.
    fn give_back(&mut self, amount: i64) {
        let by_card: i64 = self
            .rows
            .iter()
            .filter(|row| row.is_card)
            .map(|row| row.amount)
            .sum();
        let share = amount.min(by_card - self.back_by_card);
        self.back_by_card += share;
        self.owed += amount - share;
    }

    pub fn refund(&mut self, amount: i64) -> u16 {
        if self.status == Pending || amount == 0 || amount > self.refundable() {
            return 409;
        }
        self.give_back(amount);
        200
    }

    pub fn pay_out(&mut self, amount: i64) -> u16 {
        if amount > self.owed {
            return 409;
        }
        self.owed -= amount;
        self.paid_out += amount;
        201
    }

    /// All dates are so far ahead that the policy refunds everything.
    pub fn cancel(&mut self) -> u16 {
        if self.status == Cancelled {
            return 409;
        }
        self.was_unpaid_at_end = self.status == Pending && self.paid() == 0;
        self.status = Cancelled;
        self.give_back(self.refundable());
        200
    }

    /// Money of the customer keeps a booking.
    pub fn expire(&mut self) {
        if self.status == Pending && self.paid() == 0 {
            self.was_unpaid_at_end = true;
            self.status = Cancelled;
        }
    }
}
