//! A request to the app and its response.

use std::net::SocketAddr;
use std::panic::Location;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use bytes::Bytes;
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;

use crate::time_limit::TimeLimit;

/// A request under construction.
#[must_use]
pub struct Call {
    router: Router,
    request: Request<Body>,
}

impl Call {
    pub fn new(router: Router, method: Method, path: &str) -> Self {
        let mut request = Request::new(Body::empty());
        *request.method_mut() = method;
        *request.uri_mut() = path.parse().expect("a path");
        Self { router, request }
    }

    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        let value = value.parse().expect("a header");
        self.request.headers_mut().insert(name, value);
        self
    }

    /// Sets the address of the client.
    pub fn peer(mut self, peer: &str) -> Self {
        let peer: SocketAddr = peer.parse().expect("an address");
        self.request.extensions_mut().insert(ConnectInfo(peer));
        self
    }

    pub fn bearer(self, token: &str) -> Self {
        self.header(AUTHORIZATION.as_str(), &format!("Bearer {token}"))
    }

    pub fn json(self, body: &Value) -> Self {
        self.body("application/json", body.to_string())
    }

    pub fn body(mut self, content_type: &str, body: impl Into<Body>) -> Self {
        *self.request.body_mut() = body.into();
        self.header(CONTENT_TYPE.as_str(), content_type)
    }

    /// Returns the unread body of a successful response.
    pub async fn send_unread(self) -> Body {
        let response = self.response().await;
        assert_eq!(response.status(), StatusCode::OK);
        response.into_body()
    }

    async fn response(self) -> axum::response::Response {
        match self.router.oneshot(self.request).await {
            Ok(response) => response,
            Err(never) => match never {},
        }
    }

    #[track_caller]
    pub fn send(self) -> impl Future<Output = Answer> {
        let caller = Location::caller();
        async move {
            let what = format!("{} {}", self.request.method(), self.request.uri());
            let _step = TimeLimit::of_step(&what, caller);
            let (parts, body) = self.response().await.into_parts();
            let body = body.collect().await.expect("a whole body").to_bytes();
            Answer {
                status: parts.status,
                headers: parts.headers,
                body,
            }
        }
    }
}

#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| {
            panic!(
                "no JSON, {}: {}",
                self.status,
                String::from_utf8_lossy(&self.body)
            )
        })
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// The value of a cookie that the response sets; empty where it deletes the cookie.
    pub fn cookie(&self, name: &str) -> Option<String> {
        self.set_cookie(name)
            .map(|text| text.split(['=', ';']).nth(1).unwrap_or_default().to_owned())
    }

    /// The `Set-Cookie` header of a cookie.
    pub fn set_cookie(&self, name: &str) -> Option<&str> {
        let given = self.headers.get_all("set-cookie").iter();
        given
            .filter_map(|value| value.to_str().ok())
            .find(|text| text.starts_with(&format!("{name}=")))
    }

    /// Asserts the status and returns the body.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(
            self.status.as_u16(),
            status,
            "{}",
            String::from_utf8_lossy(&self.body)
        );
        self.json()
    }

    /// Asserts the status and message of an error and returns the body.
    #[track_caller]
    pub fn expect_failure(self, status: u16, message: &str) -> Value {
        let body = self.expect(status);
        assert_eq!(body["status"], "error");
        assert_eq!(body["message"], message, "{body}");
        body
    }
}

/// The fields of a validation error.
pub fn fields_of(body: &Value) -> Vec<&str> {
    let errors = body["errors"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    errors
        .iter()
        .filter_map(|problem| problem["field"].as_str())
        .collect()
}

/// The message of a validation error for a field.
pub fn message_of<'a>(body: &'a Value, field: &str) -> Option<&'a str> {
    let errors = body["errors"].as_array()?;
    errors.iter().find(|problem| problem["field"] == field)?["message"].as_str()
}
