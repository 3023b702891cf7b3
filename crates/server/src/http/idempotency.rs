//! Idempotency keys. A request with an Idempotency-Key is executed once: for 24 hours the same key and request return
//! the same resource, and the same key with another request is 409 (decisions §10 "Idempotency-Key").

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

/// The key of a request; none if the header is absent.
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

/// A request of a user, with its optional key.
pub struct Request<'a> {
    user_id: Uuid,
    key: Option<&'a str>,
    fingerprint: String,
}

impl<'a> Request<'a> {
    /// `asked` is the parsed request, without ignored fields and formatting. It must differ between requests for
    /// different kinds of resources.
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

    /// Id of the resource that an earlier request with this key created or changed.
    pub(crate) async fn earlier(&self, app: &App) -> ApiResult<Option<Uuid>> {
        let Some(key) = self.key else { return Ok(None) };
        match idempotency::find(&app.db, self.user_id, key, app.clock.now()).await? {
            None => Ok(None),
            Some(used) if used.fingerprint == self.fingerprint => Ok(Some(used.subject_id)),
            Some(_) => Err(ApiError::conflict(KEY_REUSED)),
        }
    }

    /// Records the key in the transaction that executes the request. Returns false if a concurrent request has recorded
    /// it; the caller must then roll back.
    pub(crate) async fn remember(
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

/// A resource that administrators create. It is stored with its entry in the audit log.
pub trait Created: Sized + Sync {
    fn id(&self) -> Uuid;
    fn created_at(&self) -> DateTime<Utc>;
    fn find(app: &App, id: Uuid) -> impl Future<Output = StoreResult<Option<Self>>> + Send;
    fn insert(&self, tx: &Tx) -> impl Future<Output = ApiResult<()>> + Send;
    fn line(&self, app: &App, admin: &SignedIn) -> Entry;
}

/// Returns the resource of an earlier request with this key, or stores and returns the result of `making`.
pub(crate) async fn create<T: Created>(
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
    // A concurrent request with this key was first. Both return its resource.
    let other = made_before(app, request).await?;
    other.ok_or_else(|| ApiError::conflict(KEY_REUSED))
}

async fn made_before<T: Created>(app: &App, request: &Request<'_>) -> ApiResult<Option<T>> {
    match request.earlier(app).await? {
        Some(id) => Ok(T::find(app, id).await?),
        None => Ok(None),
    }
}

/// Stores the resource, its key and its entry in the audit log in one transaction.
pub(crate) async fn keep<T: Created>(
    app: &App,
    admin: &SignedIn,
    request: &Request<'_>,
    made: &T,
) -> ApiResult<bool> {
    app.in_transaction("create_with_key", async |tx| -> ApiResult<_> {
        if !request.remember(&tx, made.id(), made.created_at()).await? {
            tx.roll_back();
            return Ok(false);
        }
        made.insert(&tx).await?;
        store::audit::add(&tx, &made.line(app, admin)).await?;
        Ok(true)
    })
    .await
}
