//! What goes back when a booking is cancelled: the cancellation policy (decisions §5).

use serde::{Deserialize, Serialize};

use crate::money::{Money, Percent};

/// So many days or more before the start, this share goes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RefundStep {
    pub days: u32,
    pub percent: Percent,
}

/// The cancellation policy (a setting): the step with the most days that is still met decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RefundPolicy(Vec<RefundStep>);

impl Default for RefundPolicy {
    fn default() -> Self {
        Self(vec![
            RefundStep {
                days: 30,
                percent: Percent::HUNDRED,
            },
            RefundStep {
                days: 7,
                percent: Percent::whole(50),
            },
        ])
    }
}

impl RefundPolicy {
    #[must_use]
    pub fn new(mut steps: Vec<RefundStep>) -> Self {
        steps.sort_by_key(|step| std::cmp::Reverse(step.days));
        Self(steps)
    }

    /// The steps, most days first.
    #[must_use]
    pub fn steps(&self) -> &[RefundStep] {
        &self.0
    }

    /// The share that goes back.
    #[must_use]
    pub fn percent(&self, days_before_start: i64) -> Percent {
        self.0
            .iter()
            .find(|step| days_before_start >= i64::from(step.days))
            .map_or(Percent::ZERO, |step| step.percent)
    }

    /// What goes back of the amount paid, half up.
    #[must_use]
    pub fn refund(&self, days_before_start: i64, paid: Money) -> Money {
        self.percent(days_before_start).of(paid)
    }
}
