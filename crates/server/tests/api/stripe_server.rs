//! A stand-in for Stripe over real HTTP, with network faults on request. Requests must satisfy the rules of the real
//! API.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use serde_json::{Value, json};

use crate::stripe_acts::{act, paid, refusal};

pub const SECRET_KEY: &str = "sk_test_of_the_fault_server";
pub const WEBHOOK_SECRET: &str = "whsec_of_the_fault_server";

/// The fault of the next call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// No fault, for a call before the one that fails.
    None,
    /// Never responds.
    Hang,
    /// Closes the connection in the middle of the response, without executing the call.
    Cut,
    /// Executes the call, and the response is lost.
    Lost,
    /// An error of Stripe; the call is not executed.
    Status(u16),
    /// A proxy responds instead.
    Proxy,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub method: String,
    pub path: String,
    pub key: Option<String>,
    pub form: BTreeMap<String, String>,
}

#[derive(Default)]
pub struct Memory {
    pub intents: Vec<Value>,
    pub refunds: Vec<Value>,
    /// Request and response of each idempotency key.
    keys: BTreeMap<String, (String, u16, Value)>,
    faults: VecDeque<Fault>,
    seen: Vec<Seen>,
    pub refund_status: Option<&'static str>,
}

/// Runs on loopback until the test ends.
#[derive(Clone)]
pub struct StripeServer {
    memory: Arc<Mutex<Memory>>,
    pub url: String,
}

impl StripeServer {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a port");
        let address = listener.local_addr().expect("an address");
        let server = Self {
            memory: Arc::default(),
            url: format!("http://{address}"),
        };
        let app = Router::new()
            .route("/v1/{*path}", any(answer))
            .with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        server
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().expect("no test panicked with it")
    }

    pub fn fail_next(&self, faults: &[Fault]) {
        self.memory().faults.extend(faults);
    }

    pub fn seen(&self) -> Vec<Seen> {
        self.memory().seen.clone()
    }

    pub fn intents(&self) -> Vec<Value> {
        self.memory().intents.clone()
    }

    pub fn refunds(&self) -> Vec<Value> {
        self.memory().refunds.clone()
    }

    /// Deletes all idempotency keys, as Stripe does after a day.
    pub fn forget_keys(&self) {
        self.memory().keys.clear();
    }

    /// Refunds stay pending, as with some banks.
    pub fn refund_slowly(&self) {
        self.memory().refund_status = Some("pending");
    }

    /// Ends the pending refunds with this status.
    pub fn end_refunds(&self, status: &str) {
        for refund in &mut self.memory().refunds {
            refund["status"] = json!(status);
        }
    }

    /// Detaches the refunds from their payments, because the money of a failed refund is back.
    pub fn forget_refunds(&self) {
        for refund in &mut self.memory().refunds {
            refund["payment_intent"] = json!("pi_none");
        }
    }

    /// Changes a payment as the browser, the bank or the dashboard does.
    pub fn change(&self, id: &str, change: impl FnOnce(&mut Value)) {
        let mut memory = self.memory();
        let mut all = memory.intents.iter_mut();
        change(all.find(|intent| intent["id"] == id).expect("a payment"));
    }

    /// Pays as the card form does in the browser.
    pub fn pay(&self, id: &str) {
        self.change(id, |intent| *intent = paid(intent.clone()));
    }

    /// A refund that was made in Stripe's dashboard.
    pub fn refund_in_dashboard(&self, intent_id: &str, amount: i64) {
        let mut memory = self.memory();
        let id = format!("re_dashboard{}", memory.refunds.len());
        memory.refunds.push(
            json!({"id": id, "object": "refund", "amount": amount, "currency": "usd",
            "payment_intent": intent_id, "status": "succeeded"}),
        );
    }
}

async fn answer(
    State(server): State<StripeServer>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    Path(path): Path<String>,
    body: Bytes,
) -> Response {
    let text = |name: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok());
        value.map(str::to_owned)
    };
    if text("authorization") != Some(format!("Bearer {SECRET_KEY}")) {
        return refused(401, "invalid_request_error", "", "Invalid API Key provided")
            .into_response();
    }
    assert!(text("stripe-version").is_some(), "no version asked for");
    let seen = Seen {
        method: method.to_string(),
        path: uri.path().to_owned(),
        key: text("idempotency-key"),
        form: read_form(&body),
    };
    server.memory().seen.push(seen.clone());
    let fault = server.memory().faults.pop_front();
    match fault {
        Some(Fault::Hang) => std::future::pending().await,
        Some(Fault::Cut) => return cut(),
        Some(Fault::Status(status)) => {
            return refused(status, "api_error", "", "An unknown error occurred").into_response();
        }
        Some(Fault::Proxy) => return "<html>Please log in to the network</html>".into_response(),
        Some(Fault::Lost | Fault::None) | None => {}
    }
    let (status, body) = under_key(&mut server.memory(), &seen, &path);
    if fault == Some(Fault::Lost) {
        return cut();
    }
    let status = StatusCode::from_u16(status).expect("a status");
    (status, axum::Json(body)).into_response()
}

fn read_form(bytes: &Bytes) -> BTreeMap<String, String> {
    form_urlencoded::parse(bytes).into_owned().collect()
}

/// The same key returns the same response; with another request it is refused.
fn under_key(memory: &mut Memory, seen: &Seen, path: &str) -> (u16, Value) {
    let print = format!("{} {path} {:?}", seen.method, seen.form);
    if let Some(key) = &seen.key
        && let Some((before, status, body)) = memory.keys.get(key)
    {
        if *before == print {
            return (*status, body.clone());
        }
        let message = "Keys for idempotent requests can only be used with the same parameters";
        return refusal(400, "idempotency_error", "", message);
    }
    let answer = act(memory, seen, path);
    if let Some(key) = &seen.key {
        memory
            .keys
            .insert(key.clone(), (print, answer.0, answer.1.clone()));
    }
    answer
}

fn refused(status: u16, kind: &str, code: &str, message: &str) -> impl IntoResponse {
    let (status, body) = refusal(status, kind, code, message);
    (
        StatusCode::from_u16(status).expect("a status"),
        axum::Json(body),
    )
}

fn cut() -> Response {
    let broken = futures_util::stream::iter([
        Ok(Bytes::from_static(b"{\"id\": ")),
        Err(std::io::Error::other("cut")),
    ]);
    Body::from_stream(broken).into_response()
}
