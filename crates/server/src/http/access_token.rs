//! The two tokens of a session. The access token is signed and short-lived, and names the session; the
//! refresh token is random, and only its hash is kept (decisions §4).

use chrono::{DateTime, Duration, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::http::error::{ApiError, ApiResult};
use crate::platform::adapters::secrets::random_bytes;
use crate::platform::app::App;

pub const ACCESS_MINUTES: i64 = 15;
pub const REFRESH_DAYS: i64 = 7;

#[derive(Serialize, Deserialize)]
struct Claims {
    /// The session.
    sid: Uuid,
    exp: i64,
}

/// What an access token says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessToken {
    Live(Uuid),
    /// Ours, but its time is over: a live refresh token of the same session rescues it.
    Expired(Uuid),
    /// Not ours: nothing rescues it.
    Broken,
}

pub fn sign(app: &App, session_id: Uuid) -> ApiResult<String> {
    let expires_at: DateTime<Utc> = app.clock.now() + Duration::minutes(ACCESS_MINUTES);
    let claims = Claims {
        sid: session_id,
        exp: expires_at.timestamp(),
    };
    let key = EncodingKey::from_secret(&app.secrets.token_key());
    encode(&Header::new(Algorithm::HS256), &claims, &key).map_err(ApiError::internal)
}

#[must_use]
pub fn read(app: &App, token: &str) -> AccessToken {
    let mut rules = Validation::new(Algorithm::HS256);
    // The library reads the system clock; our clock decides below.
    rules.validate_exp = false;
    let key = DecodingKey::from_secret(&app.secrets.token_key());
    match decode::<Claims>(token, &key, &rules) {
        Ok(token) if token.claims.exp > app.clock.now().timestamp() => {
            AccessToken::Live(token.claims.sid)
        }
        Ok(token) => AccessToken::Expired(token.claims.sid),
        Err(_) => AccessToken::Broken,
    }
}

/// A fresh refresh token and the hash that is kept of it.
#[must_use]
pub fn new_refresh_token() -> (String, [u8; 32]) {
    let token = hex::encode(random_bytes::<32>());
    let hash = refresh_hash(&token);
    (token, hash)
}

#[must_use]
pub fn refresh_hash(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}
