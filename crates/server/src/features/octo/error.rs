//! Errors in the shape of OCTO: `{error, errorMessage}` and the id that was wrong. The standard answers all of them
//! with 400, except a missing key (401) and a wrong one (403).

use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use store::StoreError;

use crate::features::booking::payment::capture::SettleError;
use crate::http::error::ApiError;

pub const NO_SUCH_CALL: &str = "There is no such call";
pub const NO_SUCH_METHOD: &str = "This method is not allowed here";
const NO_KEY: &str = "Send your API key in the Authorization header: Bearer <key>";
const WRONG_KEY: &str = "The API key is invalid or has been revoked";

pub type OctoResult<T> = Result<T, OctoError>;

#[derive(Debug)]
pub struct OctoError {
    code: &'static str,
    /// The field of the wrong id, and the id.
    id: Option<(&'static str, String)>,
    /// Status, message, waiting time and cause.
    error: ApiError,
}

impl OctoError {
    fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            id: None,
            error: ApiError::bad_request(message),
        }
    }

    fn wrong_id(code: &'static str, field: &'static str, id: &str) -> Self {
        let mut error = Self::new(code, format!("The {field} was missing or invalid"));
        error.id = Some((field, id.to_owned()));
        error
    }

    #[must_use]
    pub fn product(id: &str) -> Self {
        Self::wrong_id("INVALID_PRODUCT_ID", "productId", id)
    }

    #[must_use]
    pub fn option(id: &str) -> Self {
        Self::wrong_id("INVALID_OPTION_ID", "optionId", id)
    }

    #[must_use]
    pub fn availability(id: &str) -> Self {
        Self::wrong_id("INVALID_AVAILABILITY_ID", "availabilityId", id)
    }

    #[must_use]
    pub fn unit(id: &str) -> Self {
        Self::wrong_id("INVALID_UNIT_ID", "unitId", id)
    }

    #[must_use]
    pub fn booking(uuid: &str) -> Self {
        Self::wrong_id("INVALID_BOOKING_UUID", "uuid", uuid)
    }

    /// The booking of this UUID cannot be used for this.
    #[must_use]
    pub fn booking_because(uuid: &str, message: impl Into<String>) -> Self {
        let mut error = Self::booking(uuid);
        error.error = ApiError::bad_request(message);
        error
    }

    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new("BAD_REQUEST", message)
    }

    pub fn unprocessable(message: impl Into<String>) -> Self {
        Self::new("UNPROCESSABLE_ENTITY", message)
    }

    #[must_use]
    pub fn no_key() -> Self {
        ApiError::unauthorized(NO_KEY).into()
    }

    #[must_use]
    pub fn wrong_key() -> Self {
        ApiError::forbidden(WRONG_KEY).into()
    }

    #[must_use]
    pub fn with_status_not_found(mut self) -> Self {
        self.error.status = StatusCode::NOT_FOUND;
        self
    }

    #[must_use]
    pub fn with_status_not_allowed(mut self) -> Self {
        self.error.status = StatusCode::METHOD_NOT_ALLOWED;
        self
    }
}

impl From<ApiError> for OctoError {
    fn from(mut error: ApiError) -> Self {
        let code = match error.status {
            StatusCode::UNAUTHORIZED => "UNAUTHORIZED",
            StatusCode::FORBIDDEN => "FORBIDDEN",
            StatusCode::TOO_MANY_REQUESTS => "TOO_MANY_REQUESTS",
            StatusCode::CONFLICT | StatusCode::UNPROCESSABLE_ENTITY => {
                error.status = StatusCode::BAD_REQUEST;
                "UNPROCESSABLE_ENTITY"
            }
            status if status.is_server_error() => "INTERNAL_SERVER_ERROR",
            _ => "BAD_REQUEST",
        };
        let id = None;
        Self { code, id, error }
    }
}

impl From<StoreError> for OctoError {
    fn from(error: StoreError) -> Self {
        ApiError::from(error).into()
    }
}

impl From<SettleError> for OctoError {
    fn from(error: SettleError) -> Self {
        ApiError::from(error).into()
    }
}

impl IntoResponse for OctoError {
    fn into_response(self) -> Response {
        let mut body = json!({"error": self.code, "errorMessage": self.error.failure.message});
        if let (Some((field, id)), Value::Object(body)) = (self.id, &mut body) {
            body.insert(field.to_owned(), Value::String(id));
        }
        let (mut parts, _) = self.error.into_response().into_parts();
        parts.headers.remove(CONTENT_LENGTH);
        Response::from_parts(parts, Body::from(body.to_string()))
    }
}
