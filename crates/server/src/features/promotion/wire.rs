//! JSON types of promotions (operations §6).

use chrono::{DateTime, NaiveDate, Utc};
use domain::promotion::{self, Deduction};
use serde::Serialize;
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::booking::wire::BookingStatus;
use crate::http::response::Success;

/// A promotion code as staff keep it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Promotion {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Upper case.
    pub code: String,
    pub state: PromotionState,
    /// Off the price after the group discount. Absent: `amount`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub percent: Option<Number>,
    /// Off the whole booking. Absent: `percent`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub amount: Option<Number>,
    /// Of the amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub currency: Option<String>,
    /// The first day on which it can be booked with.
    pub valid_from: Option<NaiveDate>,
    /// The last day on which it can be booked with.
    pub valid_until: Option<NaiveDate>,
    /// Null: without limit.
    pub max_uses: Option<u32>,
    /// Bookings that use it. An unpaid booking counts until it ends.
    pub uses: u32,
    /// Empty: all treks.
    pub trek_ids: Vec<Uuid>,
    /// For staff only.
    pub note: String,
    /// False: switched off by staff.
    pub is_active: bool,
    pub version: i64,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PromotionState {
    Active,
    NotYetValid,
    Ended,
    UsedUp,
    Off,
}

impl Promotion {
    /// `today` is the date in the agency's time zone.
    #[must_use]
    pub fn new(promotion: promotion::Promotion, today: NaiveDate) -> Self {
        let state = if !promotion.is_active {
            PromotionState::Off
        } else if promotion.valid_until.is_some_and(|until| until < today) {
            PromotionState::Ended
        } else if promotion.is_used_up() {
            PromotionState::UsedUp
        } else if promotion.valid_from.is_some_and(|from| today < from) {
            PromotionState::NotYetValid
        } else {
            PromotionState::Active
        };
        let (percent, amount, currency) = match promotion.deduction {
            Deduction::Percent(percent) => (Some(percent.to_number()), None, None),
            Deduction::Amount { amount, currency } => (
                None,
                Some(amount.to_number(currency)),
                Some(currency.code().to_owned()),
            ),
        };
        Self {
            id: promotion.id,
            code: promotion.code,
            state,
            percent,
            amount,
            currency,
            valid_from: promotion.valid_from,
            valid_until: promotion.valid_until,
            max_uses: promotion.max_uses,
            uses: promotion.uses,
            trek_ids: promotion.trek_ids,
            note: promotion.note,
            is_active: promotion.is_active,
            version: promotion.version,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PromotionListAnswer {
    pub status: Success,
    pub data: PromotionList,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PromotionList {
    pub promotions: Vec<Promotion>,
    pub total: u64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PromotionAnswer {
    pub status: Success,
    pub data: OnePromotion,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OnePromotion {
    pub promotion: Promotion,
}

impl From<Promotion> for PromotionAnswer {
    fn from(promotion: Promotion) -> Self {
        Self {
            status: Success::Success,
            data: OnePromotion { promotion },
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PromotionUseListAnswer {
    pub status: Success,
    pub data: PromotionUseList,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PromotionUseList {
    pub uses: Vec<PromotionUse>,
    pub total: u64,
}

/// A booking that uses a promotion.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromotionUse {
    pub booking_id: Uuid,
    pub reference: String,
    /// The customer's name. Empty after the account was deleted.
    pub name: String,
    pub trek: String,
    pub status: BookingStatus,
    /// What it took off the price.
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
    pub created_at: DateTime<Utc>,
}
