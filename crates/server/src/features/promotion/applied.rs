//! The promotion code of a quote or a booking.

use domain::booking::Booking;
use domain::problem::Problem;
use domain::promotion::{self, Deduction, Promotion, PromotionRefusal, normalized_code};
use domain::trek::Trek;
use serde::Serialize;
use serde_json::{Number, json};
use store::{Tx, promotions};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::client_address::ClientAddress;
use crate::http::error::{ApiError, ApiResult};
use crate::http::rate_limit::{self, Limit};
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

const REFUSED: &str = "This promotion code cannot be used.";

/// The promotion code of a price: a percentage or an amount off the whole booking.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AppliedPromotion {
    pub code: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub percent: Option<Number>,
    /// In the currency of the price.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub amount: Option<Number>,
}

impl From<&promotion::AppliedPromotion> for AppliedPromotion {
    fn from(applied: &promotion::AppliedPromotion) -> Self {
        let (percent, amount) = match applied.deduction {
            Deduction::Percent(percent) => (Some(percent.to_number()), None),
            Deduction::Amount { amount, currency } => (None, Some(amount.to_number(currency))),
        };
        Self {
            code: applied.code.clone(),
            percent,
            amount,
        }
    }
}

/// The code of a request; `None` if it has none.
#[must_use]
pub fn asked_code(text: Option<&str>) -> Option<String> {
    text.map(normalized_code).filter(|code| !code.is_empty())
}

/// Finds the promotion of a code that applies to a trek today and has a use left, or gives that of the unpaid booking that
/// would be replaced.
pub(crate) async fn find_valid(
    app: &App,
    client: &ClientAddress,
    code: &str,
    trek: &Trek,
    replaces: Option<&str>,
) -> ApiResult<Promotion> {
    let promotion = find_applicable(app, &client.0, code, trek).await?;
    let replaced = replaces.and_then(|id| Uuid::parse_str(id.trim()).ok());
    let has_use = match replaced {
        Some(id) => promotions::is_held_by(&app.db, promotion.id, id).await?,
        None => false,
    };
    match promotion.is_used_up() && !has_use {
        true => Err(refused(PromotionRefusal::UsedUp)),
        false => Ok(promotion),
    }
}

/// Finds the promotion of a code that applies to a trek today. Whether a use is left is decided by [`take_use`]. Unknown
/// codes are counted for `whom`, the client address or the traveller, so that codes cannot be guessed.
pub(crate) async fn find_applicable(
    app: &App,
    whom: &str,
    code: &str,
    trek: &Trek,
) -> ApiResult<Promotion> {
    let counted = [(Limit::PromotionCodes, whom)];
    rate_limit::count(app, &counted).await?;
    let found = promotions::find_by_code(&app.db, code).await?;
    let promotion = found.ok_or_else(|| refused(PromotionRefusal::Unknown))?;
    rate_limit::take_back(app, &counted).await?;
    let today = app.clock.today(app.config.timezone);
    promotion
        .check_terms(trek.id, trek.currency, today)
        .map_err(refused)?;
    Ok(promotion)
}

/// Takes a use for a booking that is stored in `tx`. Of concurrent bookings, one gets the last use.
pub(crate) async fn take_use(tx: &Tx, booking: &Booking, replaced: Option<Uuid>) -> ApiResult<()> {
    let Some(promotion) = &booking.promotion else {
        return Ok(());
    };
    let now = booking.created_at;
    if !promotions::take_use(tx, promotion.id, booking.id, replaced, now).await? {
        return Err(refused(PromotionRefusal::UsedUp));
    }
    kill_point("promotion-used");
    Ok(())
}

/// 409 for a state that changes with time, else 400; both name the field and the reason.
fn refused(refusal: PromotionRefusal) -> ApiError {
    let error = match refusal {
        PromotionRefusal::Unknown
        | PromotionRefusal::OtherTrek
        | PromotionRefusal::OtherCurrency => ApiError::bad_request(REFUSED),
        PromotionRefusal::NotYetValid | PromotionRefusal::Ended | PromotionRefusal::UsedUp => {
            ApiError::conflict(refusal.to_string())
        }
    };
    let problem = Problem::new("promotionCode", refusal.to_string());
    error
        .with_problems(vec![problem])
        .with_data(json!({ "reason": refusal.as_str() }))
}
