//! The steps of the model: every event of a booking, in any order.

use proptest::prelude::*;

#[derive(Clone, Debug)]
pub enum Step {
    Pay,
    PayDeclined,
    /// The provider charges this many cents more than the price; fewer if negative.
    PayOtherwise(i64),
    Verify,
    Webhook,
    Reconcile,
    /// A day later the sweep runs.
    Expire,
    Cancel,
    CancelByAgency,
    /// In thousandths of the price.
    Refund(i64),
    ConfirmByHand,
    Complete,
    /// The last day is over.
    Walked,
    /// The provider charges a payment that we have closed.
    ChargeBehind,
    /// The hold of the seats ends by the clock.
    HoldEnds,
    /// The sweep runs.
    Sweep,
    /// A bank transfer of all that is due is recorded for a booking whose hold has ended.
    RecordLate,
    /// Another party buys this many seats.
    RivalBuys(u32),
    RivalLeaves,
}

pub fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => Just(Step::Pay),
        1 => Just(Step::PayDeclined),
        2 => prop_oneof![Just(-1_i64), Just(1), Just(5_000)].prop_map(Step::PayOtherwise),
        2 => Just(Step::Verify),
        2 => Just(Step::Webhook),
        1 => Just(Step::Reconcile),
        1 => Just(Step::Expire),
        2 => Just(Step::Cancel),
        1 => Just(Step::CancelByAgency),
        2 => (1_i64..1_200).prop_map(Step::Refund),
        1 => Just(Step::ConfirmByHand),
        1 => Just(Step::Complete),
        1 => Just(Step::Walked),
        1 => Just(Step::ChargeBehind),
        2 => Just(Step::HoldEnds),
        2 => Just(Step::RecordLate),
        1 => Just(Step::Sweep),
        3 => (1_u32..3).prop_map(Step::RivalBuys),
        1 => Just(Step::RivalLeaves),
    ]
}
