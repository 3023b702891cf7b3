//! A request that carries an Idempotency-Key is carried out once: the same key and request give the same
//! thing for 24 hours, the same key with another request is 409 (decisions §10 "Idempotency-Key").

use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use domain::problem::Problem;
use serde::Serialize;
use sha2::{Digest, Sha256};
use store::audit::Entry;
use store::idempotency::{self, KeyUse};
use store::{StoreError, StoreResult, Tx};
use uuid::Uuid;

use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;

pub const KEY_REUSED: &str = "This Idempotency-Key was used for another request.";
const MAX_KEY_LENGTH: usize = 255;

/// The key of a request; None where it has none.
pub fn key_of(headers: &HeaderMap) -> ApiResult<Option<&str>> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let key = value
        .to_str()
        .ok()
        .map(str::trim)
        .filter(|key| !key.is_empty() && key.len() <= MAX_KEY_LENGTH);
    key.map(Some).ok_or_else(|| {
        let message = "Idempotency-Key must be 1 to 255 plain characters";
        ApiError::invalid(message, vec![Problem::new("Idempotency-Key", message)])
    })
}

/// A request of somebody, with the key that it may carry.
pub struct Request<'a> {
    user_id: Uuid,
    key: Option<&'a str>,
    fingerprint: String,
}

impl<'a> Request<'a> {
    /// `asked` is what was read of the request, without the fields that we ignore and the way it was written;
    /// requests for different kinds of things must differ in it.
    pub fn new(user_id: Uuid, key: Option<&'a str>, asked: &impl Serialize) -> ApiResult<Self> {
        let bytes = serde_json::to_vec(asked).map_err(ApiError::internal)?;
        let digest = Sha256::digest(bytes);
        let fingerprint = hex::encode(digest);
        Ok(Self {
            user_id,
            key,
            fingerprint,
        })
    }

    /// What the same request was carried out on before.
    pub async fn earlier(&self, app: &App) -> ApiResult<Option<Uuid>> {
        let Some(key) = self.key else { return Ok(None) };
        match idempotency::find(&app.db, self.user_id, key, app.clock.now()).await? {
            None => Ok(None),
            Some(used) if used.fingerprint == self.fingerprint => Ok(Some(used.subject_id)),
            Some(_) => Err(ApiError::conflict(KEY_REUSED)),
        }
    }

    /// Keeps the key in the transaction that carries the request out; false when another request took it in the
    /// same moment: then nothing of the transaction may be kept.
    pub async fn remember(
        &self,
        tx: &Tx,
        subject_id: Uuid,
        now: DateTime<Utc>,
    ) -> StoreResult<bool> {
        let Some(key) = self.key else { return Ok(true) };
        let used = KeyUse {
            fingerprint: self.fingerprint.clone(),
            subject_id,
        };
        match idempotency::record(tx, self.user_id, key, &used, now).await {
            Err(StoreError::Taken(_)) => Ok(false),
            kept => kept.map(|()| true),
        }
    }
}

/// What administrators create: it is stored with its line of the audit log.
pub trait Created: Sized {
    fn id(&self) -> Uuid;
    fn created_at(&self) -> DateTime<Utc>;
    fn find(app: &App, id: Uuid) -> impl Future<Output = StoreResult<Option<Self>>> + Send;
    fn insert(&self, tx: &Tx) -> impl Future<Output = ApiResult<()>> + Send;
    fn line(&self, app: &App, admin: &SignedIn) -> Entry;
}

/// What the same request made before, or what `making` makes, stored now.
pub async fn create<T: Created>(
    app: &App,
    admin: &SignedIn,
    request: &Request<'_>,
    making: impl Future<Output = ApiResult<T>>,
) -> ApiResult<T> {
    if let Some(made) = made_before(app, request).await? {
        return Ok(made);
    }
    let made = making.await?;
    if keep(app, admin, request, &made).await? {
        return Ok(made);
    }
    // Of two requests with one key the other was first: what it made is the answer to both.
    let other = made_before(app, request).await?;
    other.ok_or_else(|| ApiError::conflict(KEY_REUSED))
}

async fn made_before<T: Created>(app: &App, request: &Request<'_>) -> ApiResult<Option<T>> {
    match request.earlier(app).await? {
        Some(id) => Ok(T::find(app, id).await?),
        None => Ok(None),
    }
}

/// Thing, key and line of the audit log are stored together.
pub async fn keep<T: Created>(
    app: &App,
    admin: &SignedIn,
    request: &Request<'_>,
    made: &T,
) -> ApiResult<bool> {
    let tx = app.db.begin().await?;
    if !request.remember(&tx, made.id(), made.created_at()).await? {
        return Ok(false);
    }
    made.insert(&tx).await?;
    store::audit::add(&tx, &made.line(app, admin)).await?;
    tx.commit().await?;
    Ok(true)
}
