//! `POST /api/bookings/{id}/payments/{paymentId}/reverse`: takes back a payment that staff recorded by mistake, or one with
//! a travel credit (operations §3).

use axum::Json;
use axum::extract::State;
use domain::money::Money;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::bookings::{self, TakenBack};
use store::ledger::{Actor, Kind, Line};
use store::payments::{self, Method, Payment};
use store::travel_credits;
use utoipa::ToSchema;
use uuid::Uuid;

use super::credit_record::expiry_of;
use super::list::{ReceivedPaymentAnswer, answer};
use super::order::end_after_commit;
use crate::features::booking::audit_entry;
use crate::features::booking::read::NO_SUCH_PAYMENT;
use crate::features::booking::refund::create::parse_reason;
use crate::http::auth::Admin;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, StoreErrors};
use crate::http::extract::Body;
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

const RETURNED: &str = "This payment was refunded already.";
const REVERSED: &str = "This payment is reversed already.";
const BY_PROVIDER: &str = "A payment by card is refunded, not reversed.";

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ReversePayment {
    pub reason: String,
}

/// Reverses a payment that staff recorded by mistake. The row stays; one with the negative amount is added.
#[utoipa::path(
    post, path = "/api/bookings/{id}/payments/{paymentId}/reverse", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path), ("paymentId" = String, Path)),
    request_body = ReversePayment,
    responses((status = 200, body = ReceivedPaymentAnswer), BodyErrors, AdminErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn reverse_payment(
    State(app): State<App>,
    Admin(me): Admin,
    ids: axum::extract::Path<(String, String)>,
    Body(ask): Body<ReversePayment>,
) -> ApiResult<Json<ReceivedPaymentAnswer>> {
    let unknown = || ApiError::not_found(NO_SUCH_PAYMENT);
    let (id, payment_id) = (
        Uuid::parse_str(&ids.0.0).map_err(|_| unknown())?,
        Uuid::parse_str(&ids.0.1).map_err(|_| unknown())?,
    );
    let reason = parse_reason(&ask.reason)?;
    let (now, new_id) = (app.clock.now(), app.clock.new_id());
    let booking = app
        .in_transaction("reverse_payment", async |tx| -> ApiResult<_> {
            let booking = bookings::find_for_update(&tx, id).await?;
            let booking = booking.ok_or_else(unknown)?;
            let payment = payments::find(&tx, payment_id).await?;
            let payment = payment
                .filter(|payment| payment.booking_id == id && payment.reverses.is_none())
                .ok_or_else(unknown)?;
            let is_credit = payment.method == Method::Credit;
            if payment.received_by == Actor::System && !is_credit {
                return Err(ApiError::conflict(BY_PROVIDER));
            }
            if payments::is_reversed(&tx, payment_id).await? {
                return Err(ApiError::conflict(REVERSED));
            }
            let amount = (payment.booking_amount, is_credit);
            match bookings::take_back(&tx, id, amount, now).await? {
                TakenBack::Done { replaced_intent } => {
                    end_after_commit(&app, &tx, id, replaced_intent).await?
                }
                TakenBack::Refunded => return Err(ApiError::conflict(RETURNED)),
            }
            let line = Line {
                id: new_id,
                booking_id: id,
                kind: match is_credit {
                    true => Kind::CreditReversal,
                    false => Kind::Reversal,
                },
                amount: payment.booking_amount,
                currency: booking.quote.currency,
                reference: match is_credit {
                    true => format!("credit:{new_id}"),
                    false => format!("manual:{new_id}"),
                },
                reason: reason.clone(),
                actor: Actor::Account(me.id),
                at: now,
            };
            let reversal = Payment {
                id: new_id,
                amount: negative(payment.amount),
                booking_amount: negative(payment.booking_amount),
                received_by: Actor::Account(me.id),
                received_at: now,
                receipt_number: None,
                reverses: Some(payment.id),
                reason: Some(reason.clone()),
                created_at: now,
                ..payment
            };
            payments::add(&tx, &reversal, &line).await?;
            if let Some(used) = travel_credits::find_used_by(&tx, id)
                .await?
                .filter(|_| is_credit)
            {
                travel_credits::reopen(&tx, id, expiry_of(&app, &used)).await?;
            }
            let said = [
                ("payment", json!(payment_id)),
                ("amount", json!(line.amount.to_number(line.currency))),
                ("reason", json!(reason)),
            ];
            audit_entry::note(&app, &tx, &me, "reverse payment", &booking, &said).await?;
            Ok(booking)
        })
        .await?;
    kill_point("payment-reversed");
    app.wake_worker();
    let (_, answer) = answer(&app, &me, &booking, new_id).await?;
    Ok(answer)
}

fn negative(amount: Money) -> Money {
    Money::from_minor(-amount.minor())
}
