//! Stand-ins for eSewa and Khalti over real HTTP, each a server of its own, with network faults on request. Requests
//! must satisfy the rules of the real protocols. The payer is whoever opens a link of the wallet's page.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect as SeeOther, Response};
use axum::routing::any;
use chautari::platform::adapters::payments::{Redirect, RedirectMethod};
use serde_json::Value;

use crate::wallet_acts::{act_as_esewa, act_as_khalti, way_back};

/// The public test credentials of eSewa.
pub const PRODUCT_CODE: &str = "EPAYTEST";
pub const ESEWA_SECRET: &str = "8gBm/:&EnhH.1/q";
pub const KHALTI_SECRET: &str = "live_secret_key_of_the_stand_in";

/// The fault of the next call of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Responds after this time.
    Slow(Duration),
    /// Accepts the request and never responds.
    Silent,
    /// Closes the connection in the middle of the response.
    Cut,
    /// An error of the provider.
    Status(u16),
    /// eSewa's own message about a server behind it that does not respond.
    Busy,
    /// A proxy responds instead.
    Garbage,
    /// The call arrives twice, as after a retry by a proxy.
    Twice,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Esewa,
    Khalti,
}

/// A payment as the wallet knows it.
#[derive(Debug, Clone)]
pub struct Payment {
    /// The `transaction_uuid` of eSewa, the `pidx` of Khalti.
    pub id: String,
    pub order_id: String,
    pub paisa: i64,
    pub status: &'static str,
    pub reference: Option<String>,
    pub return_url: String,
}

#[derive(Default)]
pub struct Memory {
    pub payments: Vec<Payment>,
    faults: VecDeque<Fault>,
    calls: usize,
}

impl Memory {
    pub fn find(&self, id: &str) -> Option<&Payment> {
        self.payments.iter().find(|payment| payment.id == id)
    }
}

/// A request, read.
pub struct Asked {
    pub path: String,
    pub query: BTreeMap<String, String>,
    pub form: BTreeMap<String, String>,
    pub json: Value,
    pub authorization: Option<String>,
    pub host: String,
}

/// Runs on loopback until the test ends.
#[derive(Clone)]
pub struct WalletServer {
    kind: Kind,
    memory: Arc<Mutex<Memory>>,
    pub url: String,
}

impl WalletServer {
    pub async fn start(kind: Kind) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a port");
        let address = listener.local_addr().expect("an address");
        let server = Self {
            kind,
            memory: Arc::default(),
            url: format!("http://{address}"),
        };
        let app = Router::new()
            .route("/pay/{id}", any(payer_page))
            .fallback(answer)
            .with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, app).await });
        server
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().expect("no test panicked with it")
    }

    fn act(&self, asked: &Asked) -> Response {
        match self.kind {
            Kind::Esewa => act_as_esewa(&mut self.memory(), asked),
            Kind::Khalti => act_as_khalti(&mut self.memory(), asked),
        }
    }

    pub fn fail_next(&self, faults: &[Fault]) {
        self.memory().faults.extend(faults);
    }

    /// Ends all faults.
    pub fn recover(&self) {
        self.memory().faults.clear();
    }

    /// How many calls of the server arrived.
    pub fn calls(&self) -> usize {
        self.memory().calls
    }

    pub fn payments(&self) -> Vec<Payment> {
        self.memory().payments.clone()
    }

    /// Changes the newest payment as the wallet or its merchant account does.
    pub fn change(&self, change: impl FnOnce(&mut Payment)) {
        change(self.memory().payments.last_mut().expect("a payment"));
    }

    /// Changes the payment with this page.
    pub fn change_at(&self, page: &str, change: impl FnOnce(&mut Payment)) {
        let id = page.rsplit('/').next().expect("an id");
        let mut memory = self.memory();
        let found = memory.payments.iter_mut().find(|payment| payment.id == id);
        change(found.expect("a payment"));
    }
}

async fn read(request: Request) -> Asked {
    let (parts, body) = request.into_parts();
    let bytes = axum::body::to_bytes(body, 100_000).await.expect("a body");
    let text = |name: &str| {
        let value = parts
            .headers
            .get(name)
            .and_then(|value| value.to_str().ok());
        value.map(str::to_owned)
    };
    let pairs = |bytes: &[u8]| form_urlencoded::parse(bytes).into_owned().collect();
    Asked {
        path: parts.uri.path().to_owned(),
        query: pairs(parts.uri.query().unwrap_or_default().as_bytes()),
        form: pairs(&bytes),
        json: serde_json::from_slice(&bytes).unwrap_or_default(),
        authorization: text("authorization"),
        host: text("host").unwrap_or_default(),
    }
}

async fn answer(State(server): State<WalletServer>, request: Request) -> Response {
    let asked = read(request).await;
    if asked.path == "/api/epay/main/v2/form" {
        // Posted by the payer's browser and not by the server under test: without its faults.
        return act_as_esewa(&mut server.memory(), &asked);
    }
    let fault = {
        let mut memory = server.memory();
        memory.calls += 1;
        memory.faults.pop_front()
    };
    match fault {
        Some(Fault::Silent) => std::future::pending().await,
        Some(Fault::Slow(time)) => tokio::time::sleep(time).await,
        Some(Fault::Cut) => return cut(),
        Some(Fault::Status(status)) => {
            let status = StatusCode::from_u16(status).expect("a status");
            return (status, "<h1>Error</h1>").into_response();
        }
        Some(Fault::Busy) => {
            return r#"{"code": 0, "error_message": "Service is currently unavailable"}"#
                .into_response();
        }
        Some(Fault::Garbage) => return "<html>Please log in to the network</html>".into_response(),
        Some(Fault::Twice) => drop(server.act(&asked)),
        None => {}
    }
    server.act(&asked)
}

/// The page on which the payer pays or does not; then it sends the browser back to the site.
async fn payer_page(State(server): State<WalletServer>, request: Request) -> Response {
    let asked = read(request).await;
    let id = asked.path.trim_start_matches("/pay/");
    let mut memory = server.memory();
    let Some(payment) = memory.payments.iter_mut().find(|payment| payment.id == id) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let says_paid = match asked.query.get("act").map(String::as_str) {
        Some("pay") => {
            let (esewa, khalti) = ("COMPLETE", "Completed");
            payment.status = if server.kind == Kind::Esewa {
                esewa
            } else {
                khalti
            };
            payment.reference = Some(format!("REF{}", payment.paisa));
            true
        }
        Some("cancel") => {
            let (esewa, khalti) = ("CANCELED", "User canceled");
            payment.status = if server.kind == Kind::Esewa {
                esewa
            } else {
                khalti
            };
            false
        }
        // Somebody writes an address that says that the payment was made.
        Some("lie") => true,
        _ => return "<h1>Pay, or leave the page</h1>".into_response(),
    };
    SeeOther::to(&way_back(server.kind, payment, says_paid)).into_response()
}

/// Goes where the site sends the payer. Returns the address of the wallet's page, or the status of its refusal.
pub async fn go(redirect: &Redirect) -> Result<String, u16> {
    if redirect.method == RedirectMethod::Get {
        return Ok(redirect.url.clone());
    }
    let form = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(&redirect.fields)
        .finish();
    let request = browser()
        .post(&redirect.url)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(form);
    let response = request.send().await.expect("a response");
    match response.headers().get("location") {
        Some(page) => Ok(page.to_str().expect("a text").to_owned()),
        None => Err(response.status().as_u16()),
    }
}

/// Goes where the response to a booking sends the payer. Returns the address of the wallet's page.
pub async fn page_of(opened: &Value) -> String {
    let said = &opened["redirect"];
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let fields = said["fields"].as_array().expect("fields").iter();
    let redirect = Redirect {
        method: match said["method"].as_str() {
            Some("POST") => RedirectMethod::Post,
            Some("GET") => RedirectMethod::Get,
            other => panic!("{other:?}"),
        },
        url: text(&said["url"]),
        fields: fields
            .map(|field| (text(&field["name"]), text(&field["value"])))
            .collect(),
    };
    go(&redirect).await.expect("the wallet accepts it")
}

/// Does something on the wallet's page. Returns the address to which it sends the payer back.
pub async fn act(page: &str, act: &str) -> String {
    let response = browser().get(format!("{page}?act={act}")).send().await;
    let response = response.expect("a response");
    let back = response.headers().get("location").expect("a redirect");
    back.to_str().expect("a text").to_owned()
}

fn browser() -> reqwest::Client {
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
    client.build().expect("a client")
}

fn cut() -> Response {
    let broken = futures_util::stream::iter([
        Ok(Bytes::from_static(b"{\"status\": ")),
        Err(std::io::Error::other("cut")),
    ]);
    Body::from_stream(broken).into_response()
}
