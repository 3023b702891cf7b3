//! OCTO, the open standard of resellers (`octotravel/typespec`, core capability), under `/octo` (operations §2).
//!
//! A product is a trek that is sold by the seat, an option is a route, the only unit is an adult, and an availability is
//! a departure. What a reseller reserves is a booking with a hold of the same seat pool as every other; confirming it
//! records a payment by hand, because the reseller is invoiced. The types are not part of `contract/openapi.json`:
//! they are the standard's, and no page reads them. See docs/resellers.md.

pub mod availability;
pub mod booking;
pub mod catalog;
pub mod change;
pub mod contact;
pub mod edit;
pub mod error;
pub mod order;
pub mod reseller;
pub mod reserve;
pub mod resold;
pub mod wire;
pub mod wire_booking;

use axum::Router;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::{get, post};

use self::error::{NO_SUCH_CALL, NO_SUCH_METHOD, OctoError};
use crate::http::boxed_handler::boxed;
use crate::platform::app::App;

/// The calls, to be nested under `/octo`.
pub fn router() -> Router<App> {
    Router::new()
        .route("/capabilities", get(boxed(catalog::list_capabilities)))
        .route("/supplier", get(boxed(catalog::read_supplier)))
        .route("/products", get(boxed(catalog::list_products)))
        .route("/products/{id}", get(boxed(catalog::read_product)))
        .route(
            "/availability",
            post(boxed(availability::check_availability)),
        )
        .route(
            "/availability/calendar",
            post(boxed(availability::read_calendar)),
        )
        .route(
            "/bookings",
            post(boxed(reserve::reserve_booking)).get(boxed(booking::list_bookings)),
        )
        .route(
            "/bookings/{uuid}",
            get(boxed(booking::read_booking))
                .patch(boxed(change::update_booking))
                .delete(boxed(change::cancel_booking)),
        )
        .route(
            "/bookings/{uuid}/confirm",
            post(boxed(change::confirm_booking)),
        )
        .route(
            "/bookings/{uuid}/extend",
            post(boxed(change::extend_booking)),
        )
        .route(
            "/bookings/{uuid}/cancel",
            post(boxed(change::cancel_booking)).delete(boxed(change::cancel_booking)),
        )
        .fallback(async || OctoError::bad_request(NO_SUCH_CALL).with_status_not_found())
        .method_not_allowed_fallback(async || {
            OctoError::bad_request(NO_SUCH_METHOD).with_status_not_allowed()
        })
        .layer(map_response(name_capabilities))
}

/// Every response names the capabilities that were used besides the core: none.
async fn name_capabilities(mut response: Response) -> Response {
    response.headers_mut().insert(
        HeaderName::from_static("octo-capabilities"),
        HeaderValue::from_static(""),
    );
    response
}
