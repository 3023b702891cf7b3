//! Error responses: a status and `{status, message, …}`, never a stack trace, an SQL text or a path (decisions §2).

use std::error::Error;
use std::sync::Arc;

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::problem::Problem;
use serde::Serialize;
use store::StoreError;
use utoipa::ToSchema;

pub const SERVER_ERROR: &str = "Server error. Please try again later.";
pub const UNAVAILABLE: &str = "This is temporarily unavailable. Please try again in a moment.";
/// In seconds: most restarts and failovers of a database end within this time.
pub const RETRY_AFTER_SECONDS: u64 = 5;

pub type ApiResult<T> = Result<T, ApiError>;

/// The body of every answer that is not a success.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    #[schema(value_type = FailureStatus)]
    status: &'static str,
    pub message: String,
    /// Names the reason where a client acts on it, as `second-step-required`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub errors: Option<Vec<FieldProblem>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub missing_fields: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub existing_value: Option<String>,
    /// The new figures where a price has changed, the payment's status where it is not paid.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, value_type = Object)]
    pub data: Option<serde_json::Value>,
    /// The version that is stored, where an older one was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub current_version: Option<i64>,
}

/// A broken rule and the field that breaks it, as a dotted path.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct FieldProblem {
    pub field: String,
    pub message: String,
}

impl From<Problem> for FieldProblem {
    fn from(problem: Problem) -> Self {
        Self {
            field: problem.field,
            message: problem.message,
        }
    }
}

/// The word in `status`.
#[derive(ToSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FailureStatus {
    Error,
}

/// A response that is not a success.
#[derive(Debug)]
pub struct ApiError {
    pub status: StatusCode,
    pub failure: Box<Failure>,
    retry_after: Option<u64>,
    cause: Option<Cause>,
}

/// The error behind a failure of the server. It is logged with the request and never sent to the client.
#[derive(Debug, Clone, thiserror::Error)]
#[error(transparent)]
pub struct Cause(Arc<dyn Error + Send + Sync>);

impl Cause {
    fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(error.into().into())
    }
}

impl ApiError {
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        let failure = Failure {
            status: "error",
            message: message.into(),
            code: None,
            errors: None,
            missing_fields: None,
            existing_value: None,
            data: None,
            current_version: None,
        };
        Self {
            status,
            failure: Box::new(failure),
            retry_after: None,
            cause: None,
        }
    }

    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    pub fn unauthorized(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, message)
    }

    pub fn payment_required(message: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYMENT_REQUIRED, message)
    }

    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, message)
    }

    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    pub fn conflict(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, message)
    }

    pub fn gone(message: impl Into<String>) -> Self {
        Self::new(StatusCode::GONE, message)
    }

    pub fn unprocessable(message: impl Into<String>, problems: Vec<Problem>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, message).with_problems(problems)
    }

    /// 400 with every violated rule.
    pub fn invalid(message: impl Into<String>, problems: Vec<Problem>) -> Self {
        Self::bad_request(message).with_problems(problems)
    }

    /// 429 with the exceeded limit and the time until the next attempt.
    pub fn too_many(what: &str, seconds: u64) -> Self {
        let seconds = seconds.max(1);
        let message = format!("{what} Please try again in {}.", in_words(seconds));
        let mut error = Self::new(StatusCode::TOO_MANY_REQUESTS, message);
        error.retry_after = Some(seconds);
        error
    }

    /// 503 with the time until the next attempt. The only way to make a 503, so that none lacks it.
    pub fn retry_later(message: impl Into<String>, seconds: u64) -> Self {
        let mut error = Self::new(StatusCode::SERVICE_UNAVAILABLE, message);
        error.retry_after = Some(seconds.max(1));
        error
    }

    /// 500. The error and its causes are logged, and never sent.
    pub fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let mut error = Self::new(StatusCode::INTERNAL_SERVER_ERROR, SERVER_ERROR);
        error.cause = Some(Cause::new(cause));
        error
    }

    /// The error behind this response; without one, the message.
    #[must_use]
    pub fn into_cause(self) -> Cause {
        self.cause
            .unwrap_or_else(|| Cause::new(self.failure.message))
    }

    #[must_use]
    pub fn with_code(mut self, code: &'static str) -> Self {
        self.failure.code = Some(code);
        self
    }

    #[must_use]
    pub fn with_problems(mut self, problems: Vec<Problem>) -> Self {
        self.failure.errors = Some(problems.into_iter().map(FieldProblem::from).collect());
        self
    }

    #[must_use]
    pub fn with_missing_fields(mut self, fields: Vec<String>) -> Self {
        self.failure.missing_fields = Some(fields);
        self
    }

    #[must_use]
    pub fn with_existing_value(mut self, value: impl Into<String>) -> Self {
        self.failure.existing_value = Some(value.into());
        self
    }

    #[must_use]
    pub fn with_data(mut self, data: serde_json::Value) -> Self {
        self.failure.data = Some(data);
        self
    }

    #[must_use]
    pub fn with_current_version(mut self, version: i64) -> Self {
        self.failure.current_version = Some(version);
        self
    }
}

/// Formats a waiting time, rounded up so that a retry after it is not rejected again.
fn in_words(seconds: u64) -> String {
    let (number, unit) = match seconds {
        0..60 => (seconds, "second"),
        60..7200 => (seconds.div_ceil(60), "minute"),
        _ => (seconds.div_ceil(3600), "hour"),
    };
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{ending}")
}

/// An unavailable database is a 503 with `Retry-After`. Any other error that the handler has not mapped is a 500.
impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match &error {
            StoreError::Unavailable(_) => {
                let mut unavailable = Self::retry_later(UNAVAILABLE, RETRY_AFTER_SECONDS);
                unavailable.cause = Some(Cause::new(error));
                unavailable
            }
            _ => Self::internal(error),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.failure)).into_response();
        if let Some(seconds) = self.retry_after {
            response
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(cause) = self.cause {
            response.extensions_mut().insert(cause);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::error_chain::error_chain;

    #[derive(Debug, thiserror::Error)]
    #[error("{0}")]
    struct Step(&'static str, #[source] Option<Box<Step>>);

    #[tokio::test]
    async fn an_internal_error_keeps_both_its_causes_for_the_log_and_shows_the_client_none() {
        let disk = Step("no space is left", None);
        let file = Step("the file cannot be written", Some(Box::new(disk)));
        let error = Step("the picture is not stored", Some(Box::new(file)));
        let mut response = ApiError::internal(error).into_response();
        let cause = response
            .extensions_mut()
            .remove::<Cause>()
            .expect("a cause");
        assert_eq!(
            error_chain(&cause),
            "the picture is not stored: the file cannot be written: no space is left"
        );
        let body = axum::body::to_bytes(response.into_body(), 1000).await;
        let body: serde_json::Value = serde_json::from_slice(&body.expect("read")).expect("JSON");
        assert_eq!(
            body,
            serde_json::json!({"status": "error", "message": SERVER_ERROR})
        );
    }

    #[test]
    fn a_document_that_does_not_read_back_says_where() {
        let broken = serde_json::from_str::<u8>("\n  no").expect_err("no number");
        let cause = ApiError::from(StoreError::from(broken)).into_cause();
        assert_eq!(
            error_chain(&cause),
            "database: a stored document cannot be parsed: expected ident at line 2 column 4"
        );
    }

    #[test]
    fn a_time_to_wait_is_said_in_the_largest_unit_that_is_not_too_coarse() {
        let cases = [
            (1, "1 second"),
            (59, "59 seconds"),
            (60, "1 minute"),
            (61, "2 minutes"),
            (900, "15 minutes"),
            (3601, "61 minutes"),
            (7201, "3 hours"),
            (86_400, "24 hours"),
        ];
        for (seconds, words) in cases {
            assert_eq!(in_words(seconds), words);
        }
    }
}
