//! Steps two and three of a refund: the provider makes it, with its id as idempotency key, and the result is
//! recorded. Step one, the promise, belongs to the handler that decides the refund. A crash between steps loses
//! nothing: the reconciler continues every promised refund (decisions §5).

use store::jobs::{self, Job};
use store::ledger::{self, Kind, Line};
use store::refunds::{self, Cause, Refund, State};
use store::{StoreResult, agency_events, bookings};
use uuid::Uuid;

use crate::features::booking::agency_event;
use crate::features::booking::payment::capture::{SettleError, series};
use crate::features::booking::payment::wallet::is_refunded_by_hand;
use crate::platform::adapters::payments::{
    PaymentError, ProviderRefund, RefundOrder, RefundStatus,
};
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::kill_points::kill_point;

/// Makes a promised refund, or checks its status at the provider. A wallet makes none: it is then owed. Safe to call at any time, any number of times.
pub(crate) async fn finish(app: &App, id: Uuid) -> Result<(), SettleError> {
    let Some(refund) = refunds::find(&app.db, id).await? else {
        return Ok(());
    };
    match refund.state {
        State::Requested => {}
        State::Made => return check_made(app, &refund).await,
        State::Failed | State::Owed => return Ok(()),
    }
    let made = match ask(app, &refund).await {
        Err(error) if is_refunded_by_hand(refund.intent_id.as_ref(), &error) => {
            return owe(app, &refund).await;
        }
        Err(PaymentError::Refused(reason)) => return fail(app, &refund, &reason).await,
        answer => answer?,
    };
    kill_point("refund-made");
    match made.status {
        RefundStatus::Made => record(app, &refund, &made.id).await,
        RefundStatus::Failed(reason) => fail(app, &refund, &reason).await,
        RefundStatus::Pending => {
            let now = app.clock.now();
            Ok(refunds::note_reference(&app.db, id, &made.id, now).await?)
        }
    }
}

/// A bank may reject a refund days after the provider made it. The books keep it, because the agency owes it to the
/// traveller: it is asked once to pay it another way.
async fn check_made(app: &App, refund: &Refund) -> Result<(), SettleError> {
    let (Some(_), Some(reference)) = (&refund.intent_id, &refund.reference) else {
        return Ok(());
    };
    let found = match app.payments.find_refund(reference).await {
        // Staff paid it out, or another provider made it.
        Err(PaymentError::Unknown(_)) => return Ok(()),
        found => found?,
    };
    let RefundStatus::Failed(reason) = found.status else {
        return Ok(());
    };
    let is_first = app
        .in_transaction(
            "note_returned_refund",
            async |tx| -> Result<_, SettleError> {
                let now = app.clock.now();
                let is_first = refunds::note_returned(&tx, refund.id, &reason, now).await?;
                if is_first {
                    let kind = agency_events::Kind::RefundFailed;
                    agency_event::add(app, &tx, kind, refund.booking_id).await?;
                }
                Ok(is_first)
            },
        )
        .await?;
    if is_first {
        app.wake_worker();
        tracing::error!(booking = %refund.booking_id, refund = %refund.id, reason, "a refund came back: an administrator must pay it another way");
    }
    Ok(())
}

async fn ask(app: &App, refund: &Refund) -> Result<ProviderRefund, PaymentError> {
    match (&refund.intent_id, &refund.reference) {
        // No provider captured the money: an administrator returns it the way it came.
        (None, _) => Ok(ProviderRefund {
            id: format!("manual:{}", refund.id),
            status: RefundStatus::Made,
        }),
        (Some(_), Some(reference)) => app.payments.find_refund(reference).await,
        (Some(intent_id), None) => {
            let order = RefundOrder {
                id: refund.id,
                booking_id: refund.booking_id,
                intent_id: intent_id.clone(),
                amount: refund.amount,
                currency: refund.currency,
                asked_at: refund.created_at,
            };
            app.payments.refund(&order).await
        }
    }
}

/// Stores state, ledger line, the sums of the booking and the mail job in one transaction, once.
async fn record(app: &App, refund: &Refund, reference: &str) -> Result<(), SettleError> {
    let now = app.clock.now();
    let is_first = app
        .in_transaction("record_refund", async |tx| -> Result<_, SettleError> {
            if !refunds::end(&tx, refund.id, State::Made, Some(reference), None, now).await? {
                return Ok(false);
            }
            let line = Line {
                id: app.clock.new_id(),
                booking_id: refund.booking_id,
                kind: Kind::Refund,
                amount: refund.amount,
                currency: refund.currency,
                reference: reference.to_owned(),
                reason: refund.reason.clone(),
                actor: refund.actor,
                at: now,
            };
            ledger::add(&tx, &line).await?;
            let is_of_price = bookings::record_refund(&tx, refund, now).await?;
            // The email about the cancellation already states the refund.
            if refund.cause != Cause::Cancelled {
                let mail = Job::MailRefund {
                    refund_id: refund.id,
                };
                jobs::add(&tx, app.clock.new_id(), &mail, now).await?;
            }
            if is_of_price {
                bookings::assign_credit_note_number(&tx, refund.booking_id, &series(app, now), now)
                    .await?;
            }
            Ok(true)
        })
        .await?;
    if !is_first {
        return Ok(());
    }
    kill_point("refund-written");
    app.wake_worker();
    tracing::info!(booking = %refund.booking_id, refund = %refund.id, "refunded");
    Ok(())
}

/// Leaves a refund to staff, because the wallet that took the money makes none.
async fn owe(app: &App, refund: &Refund) -> Result<(), SettleError> {
    let is_first = app
        .in_transaction("owe_refund", async |tx| -> Result<_, SettleError> {
            let is_first =
                refunds::end(&tx, refund.id, State::Owed, None, None, app.clock.now()).await?;
            if is_first {
                let kind = agency_events::Kind::RefundOwed;
                agency_event::add(app, &tx, kind, refund.booking_id).await?;
            }
            Ok(is_first)
        })
        .await?;
    if is_first {
        app.wake_worker();
        tracing::warn!(booking = %refund.booking_id, refund = %refund.id, "a refund is owed: staff make it in the wallet's merchant account");
    }
    Ok(())
}

async fn fail(app: &App, refund: &Refund, reason: &str) -> Result<(), SettleError> {
    let now = app.clock.now();
    let is_first = app
        .in_transaction("fail_refund", async |tx| -> Result<_, SettleError> {
            let is_first =
                refunds::end(&tx, refund.id, State::Failed, None, Some(reason), now).await?;
            if is_first {
                bookings::record_refund_failure(&tx, refund, now).await?;
                agency_event::add(
                    app,
                    &tx,
                    agency_events::Kind::RefundFailed,
                    refund.booking_id,
                )
                .await?;
            }
            Ok(is_first)
        })
        .await?;
    if is_first {
        app.wake_worker();
        tracing::error!(booking = %refund.booking_id, refund = %refund.id, reason, "a refund failed permanently: an administrator must resolve it");
    }
    Ok(())
}

/// Makes promised refunds. If the provider does not respond, the reconciler tries again.
pub(crate) async fn try_finish(app: &App, refund_ids: &[Uuid]) {
    for id in refund_ids {
        if let Err(error) = finish(app, *id).await {
            tracing::warn!(refund = %id, error = error_chain(&error), "a refund failed and will be retried");
        }
    }
}

/// Makes the promised refunds of a booking: those that were just promised, or unfinished ones that a repeated request finds.
pub(crate) async fn try_finish_promised(app: &App, booking_id: Uuid) -> StoreResult<()> {
    let mut promised = refunds::list_for_booking(&app.db, booking_id).await?;
    promised.retain(|refund| refund.state == State::Requested);
    let ids: Vec<Uuid> = promised.iter().map(|refund| refund.id).collect();
    try_finish(app, &ids).await;
    Ok(())
}
