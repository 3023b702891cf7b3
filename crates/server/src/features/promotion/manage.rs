//! `GET`, `POST /api/promotions`, `PATCH /api/promotions/{id}` and `GET /api/promotions/{id}/uses`: staff keep the
//! promotion codes (operations §6).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::money::Percent;
use domain::problem::Problem;
use domain::promotion::{self, Deduction, normalized_code};
use serde::Deserialize;
use serde_json::{Value, json};
use store::{StoreError, bookings, promotions};
use utoipa::IntoParams;

use super::input::{NewPromotion, PromotionChange};
use super::wire::{
    Promotion, PromotionAnswer, PromotionList, PromotionListAnswer, PromotionUse, PromotionUseList,
    PromotionUseListAnswer,
};
use crate::features::audit;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    AdminErrors, BadRequest, BodyErrors, Conflict, NotFound, ServerError,
};
use crate::http::extract::{Body, Params, PathId};
use crate::http::pagination;
use crate::http::response::Success;
use crate::platform::app::App;

const NOT_FOUND: &str = "Promotion not found.";
const STALE: &str = "Someone else changed this promotion. Reload and try again.";
const TAKEN: &str = "This promotion code exists already. Choose another one.";

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListPromotions {
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
    /// `on` or `off`; all if absent.
    state: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListPromotionUses {
    /// From 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
}

/// Lists the promotion codes, newest first.
#[utoipa::path(
    get, path = "/api/promotions", tag = "promotions", security(("session" = [])), params(ListPromotions),
    responses((status = 200, body = PromotionListAnswer), BadRequest, AdminErrors, ServerError),
)]
pub(crate) async fn list_promotions(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListPromotions>,
) -> ApiResult<Json<PromotionListAnswer>> {
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let is_active = match query.state.as_deref() {
        None => None,
        Some("on") => Some(true),
        Some("off") => Some(false),
        Some(_) => {
            let problem = Problem::new("state", "state must be on or off");
            return Err(ApiError::invalid("The query is not valid", vec![problem]));
        }
    };
    let (found, total) = promotions::page(&app.db, is_active, (page.offset, page.limit)).await?;
    let today = app.clock.today(app.config.timezone);
    let listed = found.into_iter().map(|one| Promotion::new(one, today));
    Ok(Json(PromotionListAnswer {
        status: Success::Success,
        data: PromotionList {
            promotions: listed.collect(),
            total,
        },
    }))
}

/// Adds a promotion code.
#[utoipa::path(
    post, path = "/api/promotions", tag = "promotions", security(("session" = [])), request_body = NewPromotion,
    responses((status = 201, body = PromotionAnswer), BodyErrors, AdminErrors, Conflict, ServerError),
)]
pub(crate) async fn create_promotion(
    State(app): State<App>,
    Staff(me): Staff,
    Body(new): Body<NewPromotion>,
) -> ApiResult<(StatusCode, Json<PromotionAnswer>)> {
    let blank = promotion::Promotion {
        id: app.clock.new_id(),
        code: normalized_code(&new.code),
        deduction: Deduction::Percent(Percent::ZERO),
        valid_from: None,
        valid_until: None,
        max_uses: None,
        uses: 0,
        trek_ids: Vec::new(),
        note: String::new(),
        is_active: true,
        version: 1,
    };
    let made = new.terms.apply(blank, app.config.currency)?;
    app.in_transaction("create_promotion", async |tx| -> ApiResult<()> {
        promotions::insert(&tx, &made, app.clock.now())
            .await
            .map_err(|error| match error {
                StoreError::Taken(_) => {
                    let problem = Problem::new("code", TAKEN);
                    ApiError::conflict(TAKEN).with_problems(vec![problem])
                }
                error => error.into(),
            })?;
        let subject = ("promotion", made.id.to_string(), &*made.code);
        let line = audit::note(&app, &me, "create", subject, Vec::new());
        store::audit::add(&tx, &line).await?;
        Ok(())
    })
    .await?;
    Ok((StatusCode::CREATED, Json(shown(&app, made).into())))
}

/// Changes a promotion code, or switches it off. The code itself stays.
#[utoipa::path(
    patch, path = "/api/promotions/{id}", tag = "promotions", security(("session" = [])),
    params(("id" = String, Path)), request_body = PromotionChange,
    responses((status = 200, body = PromotionAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn update_promotion(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(change): Body<PromotionChange>,
) -> ApiResult<Json<PromotionAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    app.in_transaction("update_promotion", async |tx| -> ApiResult<_> {
        let stored = promotions::find(&tx, id).await?;
        let stored = stored.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
        if change.version != stored.version {
            return Err(ApiError::conflict(STALE).with_current_version(stored.version));
        }
        let is_active = change.is_active.unwrap_or(stored.is_active);
        let mut changed = change
            .terms
            .clone()
            .apply(stored.clone(), app.config.currency)?;
        changed.is_active = is_active;
        if changed == stored {
            return Ok(Json(shown(&app, stored).into()));
        }
        if !promotions::update(&tx, &changed, app.clock.now()).await? {
            return Err(ApiError::conflict(STALE).with_current_version(stored.version + 1));
        }
        let changes = audit::changes(&recorded(&stored), &recorded(&changed));
        let subject = ("promotion", id.to_string(), &*changed.code);
        let line = audit::note(&app, &me, "update", subject, changes);
        store::audit::add(&tx, &line).await?;
        changed.version += 1;
        Ok(Json(shown(&app, changed).into()))
    })
    .await
}

/// Lists the bookings that use a promotion code, newest first.
#[utoipa::path(
    get, path = "/api/promotions/{id}/uses", tag = "promotions", security(("session" = [])),
    params(("id" = String, Path), ListPromotionUses),
    responses((status = 200, body = PromotionUseListAnswer), BadRequest, AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn list_promotion_uses(
    State(app): State<App>,
    _staff: Staff,
    id: PathId,
    Params(query): Params<ListPromotionUses>,
) -> ApiResult<Json<PromotionUseListAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let found = promotions::find(&app.db, id).await?;
    found.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    let (ids, total) = promotions::list_uses(&app.db, id, (page.offset, page.limit)).await?;
    let found = bookings::find_in_order(&app.db, &ids).await?;
    let uses = found.into_iter().map(|booking| PromotionUse {
        booking_id: booking.id,
        status: booking.status.into(),
        amount: booking.quote.promotion.to_number(booking.quote.currency),
        currency: booking.quote.currency.code().to_owned(),
        reference: booking.reference,
        name: booking.customer.name,
        trek: booking.trek.name,
        created_at: booking.created_at,
    });
    Ok(Json(PromotionUseListAnswer {
        status: Success::Success,
        data: PromotionUseList {
            uses: uses.collect(),
            total,
        },
    }))
}

fn shown(app: &App, promotion: promotion::Promotion) -> Promotion {
    Promotion::new(promotion, app.clock.today(app.config.timezone))
}

/// What the audit log compares.
fn recorded(promotion: &promotion::Promotion) -> Value {
    let (percent, amount) = match promotion.deduction {
        Deduction::Percent(percent) => (Some(percent.to_number()), None),
        Deduction::Amount { amount, currency } => (None, Some(amount.to_number(currency))),
    };
    json!({
        "percent": percent, "amount": amount, "validFrom": promotion.valid_from,
        "validUntil": promotion.valid_until, "maxUses": promotion.max_uses, "trekIds": promotion.trek_ids,
        "note": promotion.note, "isActive": promotion.is_active,
    })
}
