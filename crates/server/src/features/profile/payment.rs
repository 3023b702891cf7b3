//! Payments of a user: `GET /api/users/me/payments`. Only brand and last four digits of a card are stored.

use axum::Json;
use axum::extract::State;
use domain::booking::{Booking, PaymentStatus};

use store::bookings;

use super::wire::{PaidBooking, PaymentList, PaymentListAnswer};
use crate::features::booking::read::MAX_OWN_BOOKINGS;
use crate::http::auth::SignedIn;
use crate::http::error::ApiResult;
use crate::http::error_responses::SignInErrors;
use crate::http::response::Success;
use crate::platform::app::App;

/// Lists the payments for the newest 500 bookings of the user, newest first.
#[utoipa::path(
    get, path = "/api/users/me/payments", tag = "account", security(("session" = [])),
    responses((status = 200, body = PaymentListAnswer), SignInErrors),
)]
pub(crate) async fn list_payments(
    State(app): State<App>,
    me: SignedIn,
) -> ApiResult<Json<PaymentListAnswer>> {
    let bookings = bookings::list_newest_for_user(&app.db, me.id, MAX_OWN_BOOKINGS).await?;
    Ok(Json(PaymentListAnswer {
        status: Success::Success,
        data: PaymentList {
            payments: paid(&bookings),
        },
    }))
}

pub(super) fn paid(bookings: &[Booking]) -> Vec<PaidBooking> {
    let mut payments: Vec<PaidBooking> = bookings.iter().filter_map(to_wire).collect();
    payments.sort_by_key(|payment| std::cmp::Reverse((payment.paid_at, payment.booking_id)));
    payments
}

fn to_wire(booking: &Booking) -> Option<PaidBooking> {
    let payment = &booking.payment;
    let currency = booking.quote.currency;
    let was_paid = matches!(
        payment.status,
        PaymentStatus::Confirmed | PaymentStatus::Refunded
    );
    was_paid.then(|| PaidBooking {
        booking_id: booking.id,
        trek_name: booking.trek.name.clone(),
        amount: booking.quote.total.to_number(currency),
        currency: currency.code().to_owned(),
        status: payment.status.into(),
        // A booking that was confirmed by hand has no payment time from the provider.
        paid_at: payment.paid_at.unwrap_or(booking.updated_at),
        brand: payment.card_brand.clone(),
        last4: payment.card_last4.clone(),
        refunded: payment.refunded.to_number(currency),
        invoice_number: booking.invoice_number.clone(),
    })
}
