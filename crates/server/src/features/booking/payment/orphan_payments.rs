//! Late payments: money that arrives when the booking does not wait for it, because it was cancelled, confirmed by
//! hand, or paid with another payment. All of it is refunded automatically and the traveller is informed (decisions
//! §5).

use store::refunds::{self, Cause, Refund, State};
use store::{StoreError, bookings, ledger};
use uuid::Uuid;

use super::capture::{SettleError, capture, is_paid_with, is_price, paid, record_payment};
use crate::features::booking::refund::steps::finish;
use crate::platform::adapters::payments::Intent;
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::kill_points::kill_point;

const CAPTURED: &str = "Paid after the booking had ended, or twice";
pub const LATE_PAYMENT: &str = "The payment came when the booking was not waiting for it any more";

/// Records the payment and promises a full refund, once, in one transaction; then makes the refund.
pub(crate) async fn refund_late_payment(
    app: &App,
    booking_id: Uuid,
    intent: &Intent,
) -> Result<(), SettleError> {
    let now = app.clock.now();
    let refund_id = app
        .in_transaction("refund_late", async |tx| -> Result<_, SettleError> {
            let Some(booking) = bookings::find(&tx, booking_id).await? else {
                return Ok(None);
            };
            if is_paid_with(&booking, intent) || ledger::has(&tx, &intent.id).await? {
                return Ok(None);
            }
            // An amount other than the price is not a payment of the booking: it is only captured and refunded.
            let counts = is_price(&booking, intent)
                && bookings::record_late_payment(&tx, booking_id, &intent.id, &paid(intent), now)
                    .await?;
            let refund = Refund {
                id: app.clock.new_id(),
                booking_id,
                intent_id: Some(intent.id.clone()),
                amount: intent.amount,
                currency: intent.currency,
                reason: LATE_PAYMENT.to_owned(),
                actor: ledger::Actor::System,
                cause: Cause::Late,
                state: State::Requested,
                reference: None,
                last_error: None,
                created_at: now,
            };
            let line = capture(app, &booking, intent, CAPTURED);
            let added = match counts {
                true => record_payment(app, &tx, &line).await,
                false => ledger::add(&tx, &line).await,
            };
            match added {
                // A concurrent call recorded the same payment and does the rest.
                Err(StoreError::Taken(_)) => {
                    tx.roll_back();
                    return Ok(None);
                }
                added => added?,
            }
            refunds::insert(&tx, &refund).await?;
            Ok(Some(refund.id))
        })
        .await?;
    let Some(refund_id) = refund_id else {
        return Ok(());
    };
    kill_point("late-money-written");
    tracing::warn!(booking = %booking_id, payment = %intent.id, "a late payment will be refunded");
    // The refund is promised: if the provider does not respond now, the reconciler tries again.
    if let Err(error) = finish(app, refund_id).await {
        tracing::warn!(refund = %refund_id, error = error_chain(&error), "a refund failed and will be retried");
    }
    Ok(())
}
