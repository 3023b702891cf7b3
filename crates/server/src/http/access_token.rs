//! The two tokens of a session. The access token is signed, short-lived and holds the id of the session. The refresh
//! token is random; only its hash is stored (decisions §4).

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
    /// Id of the session.
    sid: Uuid,
    exp: i64,
}

/// State of an access token, with the id of its session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessToken {
    Live(Uuid),
    /// Signed by us but expired. A live refresh token of the same session renews it.
    Expired(Uuid),
    /// Not signed by us; it cannot be renewed.
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
    // The library checks expiry with the system clock. The comparison below uses the clock of the app.
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

/// A new refresh token and the hash to store.
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
