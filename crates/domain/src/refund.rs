//! The cancellation policy: the share of the price that is refunded (decisions §5).

use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};

use crate::money::{Money, Percent};

/// A step of the policy: the share that is refunded at least this many days before the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RefundStep {
    pub days: u32,
    pub percent: Percent,
}

/// The cancellation policy (a setting). Of the steps that apply, the one with the most days decides.
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

    /// The share that is refunded.
    #[must_use]
    pub fn percent(&self, days_before_start: i64) -> Percent {
        self.0
            .iter()
            .find(|step| days_before_start >= i64::from(step.days))
            .map_or(Percent::ZERO, |step| step.percent)
    }

    /// The last day of each step for a start date, earliest first.
    #[must_use]
    pub fn deadlines(&self, start: NaiveDate) -> Vec<(NaiveDate, RefundStep)> {
        let day = |step: &RefundStep| start.checked_sub_days(Days::new(step.days.into()));
        self.0
            .iter()
            .filter_map(|step| Some((day(step)?, *step)))
            .collect()
    }

    /// The deadlines that have not passed on `today`, the date in the agency's time zone. Of steps with the same share,
    /// the last one.
    #[must_use]
    pub fn open_deadlines(
        &self,
        start: NaiveDate,
        today: NaiveDate,
    ) -> Vec<(NaiveDate, RefundStep)> {
        let mut deadlines = self.deadlines(start);
        deadlines.retain(|(until, step)| today <= *until && step.percent != Percent::ZERO);
        deadlines.dedup_by(|later, kept| {
            let is_same = later.1.percent == kept.1.percent;
            if is_same {
                *kept = *later;
            }
            is_same
        });
        deadlines
    }

    /// The last day of a full refund.
    #[must_use]
    pub fn free_until(&self, start: NaiveDate) -> Option<NaiveDate> {
        self.deadlines(start)
            .into_iter()
            .take_while(|(_, step)| step.percent == Percent::HUNDRED)
            .last()
            .map(|(day, _)| day)
    }

    /// The refund of the amount paid, rounded half up.
    #[must_use]
    pub fn refund(&self, days_before_start: i64, paid: Money) -> Money {
        self.percent(days_before_start).of(paid)
    }
}
