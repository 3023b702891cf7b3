//! Authentication of resellers. The extractor [`Reseller`] in the signature of a handler is its permission. Every
//! request looks the key up, so that a key that was taken away is refused at once.

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use store::accounts;
use store::api_keys::{self, ApiKeyKind};
use uuid::Uuid;

use super::error::{OctoError, OctoResult};
use crate::features::api_key::hash_of;
use crate::http::auth::{SignedIn, bearer_token};
use crate::http::error::ApiError;
use crate::http::extract::{Body, OptionalBody};
use crate::http::rate_limit::{Limit, count};
use crate::platform::app::App;

/// A request with the API key of a reseller: 401 without a key, 403 with one that is wrong or was taken away.
#[derive(Debug, Clone)]
pub struct Reseller {
    /// The account that owns the reseller's bookings.
    pub id: Uuid,
    pub name: String,
}

impl Reseller {
    /// The reseller as the use cases of travellers know it.
    pub(crate) async fn as_person(&self, app: &App) -> OctoResult<SignedIn> {
        let account = accounts::find(&app.db, self.id).await?;
        let account = account.ok_or_else(|| ApiError::internal("a reseller has no account"))?;
        Ok(SignedIn {
            id: self.id,
            session_id: Uuid::nil(),
            account,
            lacks_second_step: false,
        })
    }
}

impl FromRequestParts<App> for Reseller {
    type Rejection = OctoError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> OctoResult<Self> {
        let secret = bearer_token(&parts.headers).ok_or_else(OctoError::no_key)?;
        let key = api_keys::find_by_hash(&app.db, &hash_of(secret)).await?;
        let key = key
            .filter(|key| key.revoked_at.is_none() && key.kind == ApiKeyKind::Reseller)
            .ok_or_else(OctoError::wrong_key)?;
        count(app, &[(Limit::RequestsOfApiKey, &key.id.to_string())]).await?;
        api_keys::record_use(&app.db, &key, app.clock.now()).await?;
        Ok(Self {
            id: key.reseller_id,
            name: key.name,
        })
    }
}

/// A JSON body whose rejection has the shape of OCTO.
pub struct OctoBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for OctoBody<T> {
    type Rejection = OctoError;

    async fn from_request(request: Request, app: &App) -> OctoResult<Self> {
        Ok(Self(Body::from_request(request, app).await?.0))
    }
}

/// Like [`OctoBody`], for a request whose body is optional.
pub struct OptionalOctoBody<T>(pub T);

impl<T: DeserializeOwned + Default> FromRequest<App> for OptionalOctoBody<T> {
    type Rejection = OctoError;

    async fn from_request(request: Request, app: &App) -> OctoResult<Self> {
        Ok(Self(OptionalBody::from_request(request, app).await?.0))
    }
}
