//! The error responses that handlers declare in `responses(...)` of their `#[utoipa::path]`. A handler lists the sets
//! that cover its statuses; every response has the body [`Failure`].

use std::collections::BTreeMap;

use utoipa::IntoResponses;
use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};

/// A response whose body is a [`Failure`](super::error::Failure). `Document` of `router.rs` registers that schema.
#[must_use]
pub fn failure_response() -> Response {
    let failure = RefOr::Ref(Ref::from_schema_name("Failure"));
    ResponseBuilder::new()
        .content("application/json", Content::new(Some(failure)))
        .build()
}

macro_rules! error_responses {
    ($($(#[$doc:meta])* $name:ident: $($status:literal)+;)+) => {$(
        $(#[$doc])*
        pub struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                [$($status),+]
                    .map(|status: u16| (status.to_string(), RefOr::T(failure_response())))
                    .into()
            }
        }
    )+};
}

error_responses! {
    /// Errors of handlers with the extractor `SignedIn`.
    SignInErrors: 401;
    /// Errors of handlers with the extractor `Admin` or `Staff`.
    AdminErrors: 401 403;
    /// A body that is invalid, too large or of another content type.
    BodyErrors: 400 413 415;
    /// The store, or a service that the handler needs, fails.
    StoreErrors: 500 503;
    BadRequest: 400;
    PaymentRequired: 402;
    Forbidden: 403;
    NotFound: 404;
    Conflict: 409;
    Gone: 410;
    UnprocessableContent: 422;
    TooManyRequests: 429;
    ServerError: 500;
    ServiceUnavailable: 503;
}
