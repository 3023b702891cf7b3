//! An OpenID Connect provider for one test: real HTTP, its own keys, and configurable faults.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToEncodedPoint;
use p256::pkcs8::EncodePrivateKey;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::support::{TestApp, beginning};

pub const CLIENT_ID: &str = "chautari-client";
/// With characters that a Basic header must encode.
pub const CLIENT_SECRET: &str = "a secret: of +50 & more %";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    DiscoveryFails,
    DiscoveryHangs,
    DiscoveryIsNoJson,
    DiscoveryIsEndless,
    DiscoveryNamesAnother,
    TokenFails,
    TokenHangs,
    TokenIsNoJson,
    TokenIsMissing,
    /// Signed with a key that the provider does not publish.
    KeyIsUnknown,
    SignatureIsMissing,
    /// Signed with the client secret, which only client and provider have.
    SignedWithTheClientSecret,
}

/// Data of an issued code.
struct Given {
    nonce: String,
    challenge: String,
    claims: Value,
}

#[derive(Default)]
pub struct Inside {
    pub fault: Option<Fault>,
    /// The response of the userinfo endpoint.
    pub user_info: Value,
    /// Number of exchanged codes.
    pub traded: usize,
    /// Number of codes that were given out.
    issued: usize,
    codes: HashMap<String, Given>,
    key: Option<SecretKey>,
}

#[derive(Clone)]
pub struct SignInProvider {
    pub address: String,
    inside: Arc<Mutex<Inside>>,
}

fn new_key() -> SecretKey {
    SecretKey::from_slice(&chautari::platform::adapters::secrets::random_bytes::<32>())
        .expect("a key")
}

impl SignInProvider {
    pub async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
        let listener = listener.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let provider = Self {
            address: format!("http://127.0.0.1:{port}"),
            inside: Arc::default(),
        };
        provider.inside().key = Some(new_key());
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/me", get(user_info))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await });
        provider
    }

    /// An app that signs in through this provider.
    pub async fn app(&self) -> TestApp {
        TestApp::start_with(&[
            ("google_client_id", CLIENT_ID),
            ("google_client_secret", CLIENT_SECRET),
            ("google_issuer_url", &self.address),
        ])
        .await
    }

    pub fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().expect("nobody panicked")
    }

    pub fn set_fault(&self, fault: Fault) {
        self.inside().fault = Some(fault);
    }

    pub fn change_key(&self) {
        self.inside().key = Some(new_key());
    }

    /// The user agrees; returns the code for the callback. `claims` override those of the provider.
    pub fn agree(&self, nonce: &str, challenge: &str, claims: &Value) -> String {
        let mut inside = self.inside();
        inside.issued += 1;
        // With characters that a query has to escape.
        let code = format!("code/{}+1", inside.issued);
        let given = Given {
            nonce: nonce.to_owned(),
            challenge: challenge.to_owned(),
            claims: claims.clone(),
        };
        inside.codes.insert(code.clone(), given);
        code
    }

    fn has(&self, fault: Fault) -> bool {
        self.inside().fault == Some(fault)
    }

    fn id_token(&self, given: &Given) -> String {
        let inside = self.inside();
        let now = beginning().timestamp();
        let mut claims: Map<String, Value> = serde_json::from_value(json!({
            "iss": self.address, "aud": CLIENT_ID, "sub": "person-1", "nonce": given.nonce,
            "iat": now, "exp": now + 3600, "email": "maya@example.com", "email_verified": true,
            "name": "Maya Gurung",
        }))
        .expect("an object");
        for (name, value) in given.claims.as_object().expect("an object") {
            // Null removes a claim.
            if value.is_null() {
                claims.remove(name);
            } else {
                claims.insert(name.clone(), value.clone());
            }
        }
        let key = match inside.fault {
            Some(Fault::KeyIsUnknown) => new_key(),
            _ => inside.key.clone().expect("a key"),
        };
        match inside.fault {
            Some(Fault::SignatureIsMissing) => {
                let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
                let head = part(&json!({"alg": "none"}));
                format!("{head}.{}.", part(&Value::Object(claims)))
            }
            Some(Fault::SignedWithTheClientSecret) => {
                let key = EncodingKey::from_secret(CLIENT_SECRET.as_bytes());
                encode(&Header::new(Algorithm::HS256), &claims, &key).expect("a token")
            }
            _ => {
                let der = key.to_pkcs8_der().expect("a key");
                let key = EncodingKey::from_ec_der(der.as_bytes());
                encode(&Header::new(Algorithm::ES256), &claims, &key).expect("a token")
            }
        }
    }
}

async fn hang() -> Response {
    std::future::pending().await
}

async fn discovery(State(provider): State<SignInProvider>) -> Response {
    let fault = provider.inside().fault;
    let address = &provider.address;
    match fault {
        Some(Fault::DiscoveryFails) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        Some(Fault::DiscoveryHangs) => hang().await,
        Some(Fault::DiscoveryIsNoJson) => "<html>".into_response(),
        Some(Fault::DiscoveryIsEndless) => Json("x".repeat(3_000_000)).into_response(),
        _ => Json(json!({
            "issuer": match fault {
                Some(Fault::DiscoveryNamesAnother) => "https://accounts.example",
                _ => address,
            },
            "authorization_endpoint": format!("{address}/authorize"),
            "token_endpoint": format!("{address}/token"),
            "userinfo_endpoint": format!("{address}/me"),
            "jwks_uri": format!("{address}/keys"),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["ES256", "HS256", "none"],
        }))
        .into_response(),
    }
}

async fn keys(State(provider): State<SignInProvider>) -> Json<Value> {
    let key = provider.inside().key.clone().expect("a key");
    let point = key.public_key().to_encoded_point(false);
    let part =
        |bytes: Option<_>| URL_SAFE_NO_PAD.encode::<&p256::FieldBytes>(bytes.expect("a point"));
    Json(json!({"keys": [
        {"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "x": part(point.x()), "y": part(point.y())},
    ]}))
}

/// Strict like a real provider: checks the client's header, the redirect URI and the PKCE verifier, and accepts a code
/// once.
async fn token(
    State(provider): State<SignInProvider>,
    headers: HeaderMap,
    Form(asked): Form<HashMap<String, String>>,
) -> Response {
    provider.inside().traded += 1;
    if provider.has(Fault::TokenHangs) {
        return hang().await;
    }
    if provider.has(Fault::TokenFails) {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    if provider.has(Fault::TokenIsNoJson) {
        return "tokens".into_response();
    }
    let refuse = |why: &str| (StatusCode::BAD_REQUEST, Json(json!({"error": why}))).into_response();
    let encoded: String = form_urlencoded::byte_serialize(CLIENT_SECRET.as_bytes()).collect();
    let id = CLIENT_ID.replace('-', "%2D");
    let basic = [format!("{CLIENT_ID}:{encoded}"), format!("{id}:{encoded}")];
    let basic = basic.map(|pair| format!("Basic {}", STANDARD.encode(pair)));
    let given = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok());
    if !basic.iter().any(|basic| Some(basic.as_str()) == given) {
        return refuse("invalid_client");
    }
    let text = |name: &str| asked.get(name).map_or("", String::as_str);
    let code = provider.inside().codes.remove(text("code"));
    let Some(given) = code else {
        return refuse("invalid_grant");
    };
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(text("code_verifier")));
    if text("grant_type") != "authorization_code"
        || text("redirect_uri") != "http://localhost:8080/api/auth/google/callback"
        || challenge != given.challenge
    {
        return refuse("invalid_grant");
    }
    let mut answer =
        json!({"access_token": "access-1", "token_type": "Bearer", "expires_in": 3600});
    if !provider.has(Fault::TokenIsMissing) {
        answer["id_token"] = json!(provider.id_token(&given));
    }
    Json(answer).into_response()
}

async fn user_info(State(provider): State<SignInProvider>, headers: HeaderMap) -> Response {
    if headers
        .get(header::AUTHORIZATION)
        .is_none_or(|value| value != "Bearer access-1")
    {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    Json(provider.inside().user_info.clone()).into_response()
}
