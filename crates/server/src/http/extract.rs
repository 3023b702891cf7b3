//! Extractors that reject with our error responses: JSON bodies, queries, ids in a path.

use axum::Extension;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use bytes::Bytes;
use domain::problem::Problem;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use uuid::Uuid;

use crate::http::error::ApiError;

/// A JSON body. Rejects malformed JSON with 400, another content type with 415, a body over the limit with 413, and a
/// field of the wrong type with 400, its path and the expected type. Unknown fields are ignored.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_json(&request) {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "The content type must be application/json",
            ));
        }
        read_json(&read_bytes(request, state).await?).map(Self)
    }
}

/// Reads the whole body. Over the limit 413, before reading if `Content-Length` exceeds it.
pub(crate) async fn read_bytes<S: Send + Sync>(
    request: Request,
    state: &S,
) -> Result<Bytes, ApiError> {
    refuse_oversized(&request)?;
    let bytes = Bytes::from_request(request, state).await;
    bytes.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        _ => ApiError::bad_request("The request body could not be read"),
    })
}

/// Maximum size of a request body, in bytes.
#[derive(Debug, Clone, Copy)]
pub struct MaxBodyBytes(usize);

/// Limits the bodies of a route. An inner limit overrides an outer one.
pub fn body_limit(bytes: usize) -> (Extension<MaxBodyBytes>, DefaultBodyLimit) {
    (Extension(MaxBodyBytes(bytes)), DefaultBodyLimit::max(bytes))
}

/// Overrides the limit of the route, for a handler that reads several kinds of bodies.
pub fn set_body_limit(request: &mut Request, bytes: usize) {
    DefaultBodyLimit::max(bytes).apply(request);
    request.extensions_mut().insert(MaxBodyBytes(bytes));
}

/// Rejects a body by its `Content-Length` before reading any of it: a slow client would occupy the request for as long
/// as it sends.
pub fn refuse_oversized(request: &Request) -> Result<(), ApiError> {
    let limit = request.extensions().get::<MaxBodyBytes>();
    let announced = request.headers().get(CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    match (limit, announced) {
        (Some(limit), Some(length)) if length > limit.0 as u64 => Err(too_large()),
        _ => Ok(()),
    }
}

fn too_large() -> ApiError {
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "The request is too large")
}

/// For a field where null clears the value and absence keeps it. The field needs `#[serde(default)]` too.
pub fn null_or_value<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::<T>::deserialize(deserializer).map(Some)
}

/// Like [`Body`], for a request whose body is optional.
pub struct OptionalBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Default> FromRequest<S> for OptionalBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        use axum::body::HttpBody as _;
        if request.body().is_end_stream() {
            return Ok(Self(T::default()));
        }
        Ok(Self(Body::from_request(request, state).await?.0))
    }
}

fn is_json(request: &Request) -> bool {
    let Some(text) = request
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
    else {
        return false;
    };
    let kind = text.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

/// Parses a part of a body with the same errors as a whole one.
pub fn read_value<T: DeserializeOwned>(value: &serde_json::Value) -> Result<T, ApiError> {
    read_json(value.to_string().as_bytes())
}

/// Parses JSON like [`Body`].
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    refuse_other_than_object(bytes)?;
    refuse_nul(bytes)?;
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        explain(error.inner(), &path)
    })?;
    reader.end().map_err(|_| malformed())?;
    Ok(value)
}

/// serde would accept an array as an object, with the fields in their order.
fn refuse_other_than_object(bytes: &[u8]) -> Result<(), ApiError> {
    if bytes.trim_ascii_start().first() == Some(&b'{') {
        return Ok(());
    }
    serde_json::from_slice::<IgnoredAny>(bytes).map_err(|_| malformed())?;
    Err(ApiError::bad_request(
        "The request body must be a JSON object",
    ))
}

fn malformed() -> ApiError {
    ApiError::bad_request("The request body is not valid JSON")
}

fn explain(error: &serde_json::Error, path: &str) -> ApiError {
    if !error.is_data() {
        return malformed();
    }
    let text = error.to_string();
    let text = text
        .rsplit_once(" at line ")
        .map_or(text.as_str(), |(text, _)| text);
    let inside = |name: &str| match path {
        "." => name.to_owned(),
        path => format!("{path}.{name}"),
    };
    for (start, problem) in [
        ("missing field `", "is required"),
        ("duplicate field `", "is given twice"),
    ] {
        if let Some(name) = text
            .strip_prefix(start)
            .and_then(|rest| rest.strip_suffix('`'))
        {
            let field = inside(name);
            return wrong_field(&field, format!("{field} {problem}"));
        }
    }
    // The error of serde contains the received value, which may be a password. Only the expected type is sent.
    let wanted = text
        .rsplit_once("expected ")
        .map(|(_, wanted)| plain(wanted));
    match wanted {
        Some(wanted) => wrong_field(path, format!("{path} must be {wanted}")),
        None => wrong_field(path, format!("{path} is not valid")),
    }
}

fn wrong_field(field: &str, message: String) -> ApiError {
    ApiError::invalid(message.clone(), vec![Problem::new(field, message)])
}

/// Describes a type of serde for readers of the message.
fn plain(wanted: &str) -> String {
    match wanted {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number that is not negative".to_owned(),
        "i8" | "i16" | "i32" | "i64" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a string" => "text".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        other if other.starts_with("struct ") || other == "a map" => "an object".to_owned(),
        other if other.starts_with("a Vec") => "a list".to_owned(),
        other => other.replace('`', "'"),
    }
}

/// PostgreSQL stores no NUL in text: a request that SQLite accepts with 201 would be a 500 there.
fn refuse_nul(bytes: &[u8]) -> Result<(), ApiError> {
    if !bytes.windows(6).any(|window| window == br"\u0000") {
        return Ok(());
    }
    let value: Value = serde_json::from_slice(bytes).map_err(|_| malformed())?;
    match find_nul(&value, "") {
        Some(field) => Err(wrong_field(
            &field,
            format!("{field} has characters that cannot be used"),
        )),
        None => Ok(()),
    }
}

fn find_nul(value: &Value, path: &str) -> Option<String> {
    match value {
        Value::String(text) => text.contains('\0').then(|| path.to_owned()),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| find_nul(item, &format!("{path}[{index}]"))),
        Value::Object(fields) => fields.iter().find_map(|(name, item)| {
            let inner = if path.is_empty() {
                name.clone()
            } else {
                format!("{path}.{name}")
            };
            if name.contains('\0') {
                Some(inner.replace('\0', ""))
            } else {
                find_nul(item, &inner)
            }
        }),
        _ => None,
    }
}

/// The query of a request. A query that does not match the type is 400.
pub struct Params<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, ApiError> {
        if parts.uri.query().is_some_and(|query| query.contains("%00")) {
            return Err(ApiError::bad_request(
                "The query has characters that cannot be used",
            ));
        }
        axum::extract::Query::try_from_uri(&parts.uri)
            .map(|axum::extract::Query(value)| Self(value))
            .map_err(|_| ApiError::bad_request("The query is not valid"))
    }
}

/// The id in a path. An invalid id is a 404 with the message of the handler: see [`PathId::or_not_found`].
pub struct PathId(Option<Uuid>);

impl PathId {
    pub fn or_not_found(self, message: &str) -> Result<Uuid, ApiError> {
        self.0.ok_or_else(|| ApiError::not_found(message))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let text = axum::extract::Path::<String>::from_request_parts(parts, state).await;
        // Accepts only the hyphenated form, so that each resource has one URL.
        Ok(Self(
            text.ok()
                .filter(|path| path.len() == 36)
                .and_then(|path| Uuid::parse_str(&path.0).ok()),
        ))
    }
}
