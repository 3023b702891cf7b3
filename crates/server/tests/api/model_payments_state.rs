//! The model of the payments of a booking: its figures after each event, following operations §3 without code of the
//! server. All amounts are minor units: cents, and paisa for rupees.

use chautari::platform::adapters::payments::Wallet;
use chrono::NaiveDate;
use domain::booking::BookingStatus::{self, Cancelled, Confirmed, Pending};
use proptest::prelude::*;

#[derive(Clone, Debug)]
pub enum Step {
    /// Opens what is due now by card and pays it.
    Card,
    /// Opens the payment by card, and does not pay.
    OpenCard,
    /// The card that was opened last is charged at the provider and the response is lost. Its webhook arrives twice.
    ChargeBehind,
    /// Staff record this many thousandths of the price.
    Cash(i64),
    /// Staff record all that is left to pay.
    CashRest,
    /// Staff record this many thousandths of the price in rupees.
    Rupees(i64),
    /// Staff record all that is left to pay in rupees.
    RupeesRest,
    /// An administrator reverses one of the payments.
    Reverse(usize),
    /// An administrator refunds this many thousandths of the price.
    Refund(i64),
    /// Staff pay out this many thousandths of what is owed.
    Payout(i64),
    /// Staff pay out this many thousandths of what is owed in rupees.
    PayoutInRupees(i64),
    OpenWallet(Wallet),
    /// One of the payments that were opened at wallets is made.
    PayAtWallet(usize, Said),
    /// Its payer leaves the page of the wallet without paying.
    LeaveWallet(usize),
    /// Its wallet is still working on it and does not answer with a result.
    WalletWorks(usize),
    Cancel,
    CancelByAgency,
    /// An administrator changes the number of guests. What the price becomes lower by is refunded.
    Change(usize),
    Reconcile,
    /// A day later the sweep runs.
    Expire,
    /// 25 days later.
    Month,
    /// The step while the card provider answers every call with an error.
    WithoutProvider(Box<Step>),
}

/// What the wallet does after a payment was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    Paid,
    /// It fails once, and then says that it is paid.
    PaidLater,
    /// It took a paisa less than it was asked for.
    PaidLess,
}

/// The terms of a trek, the rate and the size of the party.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Hundredths of a rupee for one dollar.
    pub rate: i64,
    pub deposit_percent: u8,
    pub is_due_on_arrival: bool,
    pub guests: usize,
}

pub fn any_setup() -> impl Strategy<Value = Setup> {
    let rate = prop_oneof![2 => Just(13_295_i64), 1 => 50_i64..30_000];
    (rate, 5_u8..=95, any::<bool>(), 1_usize..=5).prop_map(
        |(rate, deposit_percent, is_due_on_arrival, guests)| Setup {
            rate,
            deposit_percent,
            is_due_on_arrival,
            guests,
        },
    )
}

pub fn any_step() -> impl Strategy<Value = Step> {
    let said = prop_oneof![
        4 => Just(Said::Paid),
        2 => Just(Said::PaidLater),
        1 => Just(Said::PaidLess),
    ];
    let fails = prop_oneof![
        Just(Step::Card),
        Just(Step::Cash(150)),
        Just(Step::Rupees(150)),
        Just(Step::Refund(100)),
        Just(Step::Cancel),
        Just(Step::CancelByAgency),
        Just(Step::Change(2)),
    ];
    prop_oneof![
        6 => Just(Step::Card),
        2 => Just(Step::OpenCard),
        2 => Just(Step::ChargeBehind),
        4 => (1_i64..200).prop_map(Step::Cash),
        2 => (1_i64..1_100).prop_map(Step::Cash),
        1 => Just(Step::CashRest),
        3 => (1_i64..200).prop_map(Step::Rupees),
        1 => (1_i64..1_100).prop_map(Step::Rupees),
        1 => Just(Step::RupeesRest),
        5 => (0_usize..5).prop_map(Step::Reverse),
        4 => (1_i64..400).prop_map(Step::Refund),
        3 => (1_i64..1_200).prop_map(Step::Payout),
        3 => (1_i64..1_200).prop_map(Step::PayoutInRupees),
        3 => Just(Step::OpenWallet(Wallet::Esewa)),
        3 => Just(Step::OpenWallet(Wallet::Khalti)),
        6 => (0_usize..4, said).prop_map(|(index, said)| Step::PayAtWallet(index, said)),
        1 => (0_usize..4).prop_map(Step::LeaveWallet),
        1 => (0_usize..4).prop_map(Step::WalletWorks),
        1 => Just(Step::Cancel),
        1 => Just(Step::CancelByAgency),
        4 => (1_usize..=6).prop_map(Step::Change),
        1 => Just(Step::Reconcile),
        1 => Just(Step::Expire),
        1 => Just(Step::Month),
        2 => fails.prop_map(|step| Step::WithoutProvider(Box::new(step))),
    ]
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Method {
    Card,
    Wallet,
    /// Staff recorded it.
    ByHand,
}

#[derive(Clone, Copy)]
struct Row {
    amount: i64,
    method: Method,
    is_reversed: bool,
}

/// An amount that staff have to pay out.
#[derive(Clone, Copy)]
struct Owed {
    amount: i64,
    /// False: money that the booking did not wait for.
    is_of_price: bool,
}

/// What the contract says of the booking.
pub struct Model {
    pub status: BookingStatus,
    pub price: i64,
    pub deposit: i64,
    /// Amount and last day of each part of the price. `None`: on arrival.
    pub parts: Vec<(i64, Option<NaiveDate>)>,
    /// What was paid above a price that a change lowered.
    lowered_by: i64,
    rate: i64,
    /// In the order in which they came, reversals left out.
    rows: Vec<Row>,
    /// What of the card payments went back.
    pub back_by_card: i64,
    owed: Vec<Owed>,
    /// What staff paid out of the price.
    pub paid_out: i64,
    /// What came at a wallet although the booking did not wait for it, less what was paid out of it.
    late: i64,
    /// Nothing more can be captured.
    pub was_unpaid_at_end: bool,
}

impl Model {
    pub fn new(
        (price, deposit): (i64, i64),
        (today, balance_due): (NaiveDate, Option<NaiveDate>),
        rate: i64,
    ) -> Self {
        Self {
            status: Pending,
            price,
            deposit,
            parts: vec![(deposit, Some(today)), (price - deposit, balance_due)],
            lowered_by: 0,
            rate,
            rows: Vec::new(),
            back_by_card: 0,
            owed: Vec::new(),
            paid_out: 0,
            late: 0,
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
            _ => self.price + self.lowered_by - self.paid(),
        }
    }

    /// What went back of the price as it is now: without what was paid above a price that a change lowered.
    pub fn refunded_of_price(&self) -> i64 {
        (self.back_by_card + self.paid_out - self.lowered_by).max(0)
    }

    /// What counts for the price as it is now.
    pub fn paid_of_price(&self) -> i64 {
        self.paid() - self.lowered_by
    }

    /// Each part, and whether it is paid.
    pub fn paid_parts(&self) -> Vec<(i64, bool)> {
        let mut sum = 0;
        let part = |(amount, _): &(i64, _)| {
            sum += amount;
            (*amount, sum <= self.paid_of_price())
        };
        self.parts.iter().map(part).collect()
    }

    /// When the next part is due: on arrival at the `start`.
    pub fn due(&self, start: NaiveDate) -> Option<NaiveDate> {
        if self.balance() == 0 {
            return None;
        }
        let paid = self.paid_parts().iter().filter(|part| part.1).count();
        self.parts.get(paid).map(|part| part.1.unwrap_or(start))
    }

    /// Another price of the confirmed booking. `due_on`: when a part of its own would be due.
    pub fn change(&mut self, price: i64, due_on: Option<NaiveDate>, today: NaiveDate) -> u16 {
        if self.status != Confirmed {
            return 409;
        }
        if price == self.price {
            return 400;
        }
        let above = (self.paid() - price - self.lowered_by).max(0);
        let mut left = self.price - price;
        if left < 0 {
            match self.parts.last_mut() {
                Some((amount, day)) if day.is_none_or(|day| today < day) => *amount -= left,
                _ => self.parts.push((-left, due_on)),
            }
        }
        for (amount, _) in self.parts.iter_mut().rev() {
            let less = left.clamp(0, *amount);
            *amount -= less;
            left -= less;
        }
        self.parts.retain(|part| part.0 > 0);
        self.give_back(above.min(self.refundable()));
        self.lowered_by += above;
        self.price = price;
        200
    }

    fn owed_of_price(&self) -> i64 {
        let owed = self.owed.iter().filter(|owed| owed.is_of_price);
        owed.map(|owed| owed.amount).sum()
    }

    pub fn owed(&self) -> i64 {
        self.owed.iter().map(|owed| owed.amount).sum()
    }

    pub fn refundable(&self) -> i64 {
        self.paid() - self.back_by_card - self.owed_of_price() - self.paid_out
    }

    /// What the agency has of the booking.
    pub fn kept(&self) -> i64 {
        self.paid() - self.back_by_card - self.paid_out + self.late
    }

    /// What confirms the booking.
    pub fn missing_of_deposit(&self) -> i64 {
        (self.deposit - self.paid()).max(0)
    }

    /// What a card pays now: the rest of the deposit, or after that the balance.
    pub fn due_by_card(&self) -> i64 {
        match self.status {
            Pending => self.missing_of_deposit(),
            Confirmed => self.balance(),
            _ => 0,
        }
    }

    /// Whole rupees, rounded up.
    pub fn to_rupees(&self, amount: i64) -> i64 {
        (amount * self.rate + 9_999) / 10_000 * 100
    }

    /// Rounded half up. All rupees of `most` are worth all of it.
    fn worth(&self, rupees: i64, most: i64) -> i64 {
        if rupees >= self.to_rupees(most) {
            return most;
        }
        ((2 * rupees * 100 + self.rate) / (2 * self.rate)).min(most)
    }

    pub fn receive(&mut self, amount: i64, method: Method) {
        self.rows.push(Row {
            amount,
            method,
            is_reversed: false,
        });
        if self.status == Pending && self.paid() >= self.deposit {
            self.status = Confirmed;
        }
    }

    /// A payment for a booking that ended unpaid is recorded, and goes back in full.
    pub fn receive_late(&mut self, amount: i64) {
        self.receive(amount, Method::Card);
        self.back_by_card += amount;
        self.was_unpaid_at_end = false;
    }

    /// A payment at a wallet: of the booking if it is what confirms it, otherwise owed.
    pub fn receive_at_wallet(&mut self, amount: i64) {
        let is_price = amount == self.missing_of_deposit();
        if self.status == Pending && is_price {
            self.receive(amount, Method::Wallet);
            return;
        }
        let is_of_price = self.was_unpaid_at_end && is_price;
        if is_of_price {
            self.receive(amount, Method::Wallet);
            self.was_unpaid_at_end = false;
        } else {
            self.late += amount;
        }
        self.owed.push(Owed {
            amount,
            is_of_price,
        });
    }

    pub fn cash(&mut self, amount: i64) -> u16 {
        if self.status == Cancelled || amount > self.balance() {
            return 409;
        }
        self.receive(amount, Method::ByHand);
        201
    }

    pub fn cash_in_rupees(&mut self, rupees: i64) -> u16 {
        if self.status == Cancelled || rupees > self.to_rupees(self.balance()) {
            return 409;
        }
        match self.worth(rupees, self.balance()) {
            0 => 400,
            amount => self.cash(amount),
        }
    }

    pub fn reverse(&mut self, index: usize) -> u16 {
        let refundable = self.refundable();
        let row = &mut self.rows[index];
        if row.method != Method::ByHand || row.is_reversed || row.amount > refundable {
            return 409;
        }
        row.is_reversed = true;
        200
    }

    /// By card first, up to what came by card; the rest is owed.
    fn give_back(&mut self, amount: i64) {
        let by_card: i64 = (self.rows.iter())
            .filter(|row| row.method == Method::Card)
            .map(|row| row.amount)
            .sum();
        let share = amount.min(by_card - self.back_by_card);
        self.back_by_card += share;
        if amount > share {
            self.owed.push(Owed {
                amount: amount - share,
                is_of_price: true,
            });
        }
    }

    pub fn refund(&mut self, amount: i64) -> u16 {
        if self.status == Pending || amount == 0 || amount > self.refundable() {
            return 409;
        }
        self.give_back(amount);
        200
    }

    /// The oldest first.
    pub fn pay_out(&mut self, amount: i64) -> u16 {
        if amount > self.owed() {
            return 409;
        }
        let mut left = amount;
        for owed in &mut self.owed {
            let share = left.min(owed.amount);
            owed.amount -= share;
            left -= share;
            match owed.is_of_price {
                true => self.paid_out += share,
                false => self.late -= share,
            }
        }
        201
    }

    pub fn pay_out_in_rupees(&mut self, rupees: i64) -> u16 {
        if rupees > self.to_rupees(self.owed()) {
            return 409;
        }
        match self.worth(rupees, self.owed()) {
            0 => 400,
            amount => self.pay_out(amount),
        }
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
