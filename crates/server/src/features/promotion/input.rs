//! What staff enter for a promotion code.

use chrono::NaiveDate;
use domain::money::{Currency, Money, MoneyError, Percent};
use domain::problem::Problem;
use domain::promotion::{self, Deduction};
use serde::Deserialize;
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::error::{ApiError, ApiResult};
use crate::http::extract::null_or_value;

const INVALID: &str = "Invalid promotion. Please check your input.";
const ONE_OF: &str = "Enter a percentage or an amount, not both";

/// A promotion as staff enter it: either `percent` or `amount`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPromotion {
    /// 3 to 30 letters, digits, hyphens and underscores; stored in upper case.
    #[serde(default)]
    #[schema(required)]
    pub code: String,
    #[serde(flatten)]
    pub terms: PromotionTerms,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromotionChange {
    /// The version that this change is based on.
    pub version: i64,
    #[serde(flatten)]
    pub terms: PromotionTerms,
    /// False switches the code off. Bookings that use it keep their price.
    pub is_active: Option<bool>,
}

/// Absent fields keep their values; null clears them.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromotionTerms {
    /// Off the price after the group discount.
    #[schema(value_type = Option<f64>)]
    percent: Option<Number>,
    /// Off the whole booking, in the currency of the site.
    #[schema(value_type = Option<f64>)]
    amount: Option<Number>,
    #[serde(default, deserialize_with = "null_or_value")]
    #[schema(value_type = Option<NaiveDate>)]
    valid_from: Option<Option<NaiveDate>>,
    #[serde(default, deserialize_with = "null_or_value")]
    #[schema(value_type = Option<NaiveDate>)]
    valid_until: Option<Option<NaiveDate>>,
    /// Null: without limit.
    #[serde(default, deserialize_with = "null_or_value")]
    #[schema(value_type = Option<u32>)]
    max_uses: Option<Option<u32>>,
    /// Empty: all treks.
    trek_ids: Option<Vec<Uuid>>,
    note: Option<String>,
}

impl PromotionTerms {
    /// The promotion with what was entered, or every problem with it.
    pub fn apply(
        self,
        mut to: promotion::Promotion,
        currency: Currency,
    ) -> ApiResult<promotion::Promotion> {
        let mut problems = Vec::new();
        match read_deduction(self.percent.as_ref(), self.amount.as_ref(), currency) {
            Ok(Some(deduction)) => to.deduction = deduction,
            Ok(None) => {}
            Err(problem) => problems.push(problem),
        }
        to.valid_from = self.valid_from.unwrap_or(to.valid_from);
        to.valid_until = self.valid_until.unwrap_or(to.valid_until);
        to.max_uses = self.max_uses.unwrap_or(to.max_uses);
        if let Some(mut trek_ids) = self.trek_ids {
            trek_ids.sort_unstable();
            trek_ids.dedup();
            to.trek_ids = trek_ids;
        }
        if let Some(note) = self.note {
            note.trim().clone_into(&mut to.note);
        }
        let uses = to.uses;
        if to.max_uses.is_some_and(|most| most < uses) {
            let message =
                format!("Enter at least {uses}, the number of bookings that use this code");
            problems.push(Problem::new("maxUses", message));
        }
        if problems.is_empty() {
            problems = to.check();
        }
        match problems.is_empty() {
            true => Ok(to),
            false => Err(ApiError::invalid(INVALID, problems)),
        }
    }
}

fn read_deduction(
    percent: Option<&Number>,
    amount: Option<&Number>,
    currency: Currency,
) -> Result<Option<Deduction>, Problem> {
    match (percent, amount) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(Problem::new("percent", ONE_OF)),
        (Some(percent), None) => match Percent::from_number(percent) {
            Ok(percent) => Ok(Some(Deduction::Percent(percent))),
            Err(error) => Err(Problem::new("percent", format!("The percentage {error}"))),
        },
        (None, Some(amount)) => match Money::from_number(amount, currency) {
            Ok(amount) if amount <= Money::MAX => Ok(Some(Deduction::Amount { amount, currency })),
            Ok(_) => Err(amount_problem(MoneyError::TooLarge)),
            Err(error) => Err(amount_problem(error)),
        },
    }
}

fn amount_problem(error: MoneyError) -> Problem {
    Problem::new("amount", format!("The amount {error}"))
}
