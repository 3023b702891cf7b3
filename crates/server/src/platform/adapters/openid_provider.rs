//! An OpenID Connect provider: discovery, requests, and validation of its responses (decisions §4).

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreIdToken, CoreIdTokenVerifier,
    CoreJwsSigningAlgorithm as Algorithm, CoreProviderMetadata, CoreTokenResponse,
    CoreUserInfoClaims,
};
use openidconnect::{
    AccessTokenHash, AuthType, AuthorizationCode, ClientId, ClientSecret, CsrfToken,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, IssuerUrl, Nonce, OAuth2TokenResponse,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, TokenResponse,
};

use super::clock::Clock;
use super::provider_http::{ProviderHttp, ProviderHttpError};
use crate::platform::config::GoogleSettings;
use openidconnect::core::CoreIdTokenClaims;

/// Time limit for all requests of one sign-in, because a browser waits for it.
const TIMEOUT: Duration = Duration::from_secs(12);
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);
/// How long the discovery document is cached.
const METADATA_LIFETIME: TimeDelta = TimeDelta::hours(1);
/// Keys can change at any time. A token with an unknown key triggers a new discovery, but not more often than this,
/// since tokens can be forged.
const MIN_DISCOVERY_INTERVAL: TimeDelta = TimeDelta::minutes(1);
/// Asymmetric signatures only: not `none`, and not HMAC with our own client secret.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RsaSsaPkcs1V15Sha256,
    Algorithm::RsaSsaPkcs1V15Sha384,
    Algorithm::RsaSsaPkcs1V15Sha512,
    Algorithm::RsaSsaPssSha256,
    Algorithm::RsaSsaPssSha384,
    Algorithm::RsaSsaPssSha512,
    Algorithm::EcdsaP256Sha256,
    Algorithm::EcdsaP384Sha384,
    Algorithm::EdDsa,
];

type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// Values that bind the response of the provider to the request.
pub struct SignInSecrets {
    pub state: String,
    pub nonce: String,
    pub pkce_verifier: String,
}

/// The identity that the provider confirms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub issuer: String,
    pub subject: String,
    pub name: Option<String>,
    pub email: Option<String>,
    pub email_verified: bool,
}

impl From<&CoreIdTokenClaims> for Person {
    fn from(claims: &CoreIdTokenClaims) -> Self {
        let name = claims.name().and_then(|name| name.get(None));
        Self {
            issuer: claims.issuer().to_string(),
            subject: claims.subject().to_string(),
            name: name.map(|name| name.to_string()),
            email: claims.email().map(|email| email.to_string()),
            email_verified: claims.email_verified().unwrap_or(false),
        }
    }
}

/// The texts never contain codes, tokens or secrets, because they are logged.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    #[error("the sign-in provider is unreachable: {0}")]
    Unreachable(#[source] Box<dyn std::error::Error + Send + Sync>),
    #[error("the response of the sign-in provider is invalid: {0}")]
    Refused(#[source] Box<dyn std::error::Error + Send + Sync>),
}

pub struct Provider {
    settings: GoogleSettings,
    redirect_url: String,
    http: ProviderHttp,
    clock: Clock,
    cached: Mutex<Option<CachedMetadata>>,
}

#[derive(Clone)]
struct CachedMetadata {
    metadata: CoreProviderMetadata,
    since: DateTime<Utc>,
}

impl CachedMetadata {
    /// A moment in the future was noted by a clock that was ahead.
    fn is_within(&self, lifetime: TimeDelta, now: DateTime<Utc>) -> bool {
        (self.since..self.since + lifetime).contains(&now)
    }
}

impl Provider {
    pub fn new(
        settings: GoogleSettings,
        redirect_url: String,
        clock: Clock,
    ) -> Result<Self, ProviderHttpError> {
        Ok(Self {
            settings,
            redirect_url,
            http: ProviderHttp::new(REQUEST_TIMEOUT)?,
            clock,
            cached: Mutex::new(None),
        })
    }

    /// Whether the provider responds.
    pub(crate) async fn check(&self) -> Result<(), IdentityError> {
        self.in_time(self.metadata()).await.map(|_| ())
    }

    #[must_use]
    pub fn issuer(&self) -> &str {
        &self.settings.issuer_url
    }

    /// The URL at the provider to redirect the browser to.
    pub(crate) async fn begin(&self, secrets: SignInSecrets) -> Result<String, IdentityError> {
        let client = self.client(self.in_time(self.metadata()).await?)?;
        let verifier = PkceCodeVerifier::new(secrets.pkce_verifier);
        let (url, _, _) = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                || CsrfToken::new(secrets.state),
                || Nonce::new(secrets.nonce),
            )
            .add_scope(Scope::new("email".to_owned()))
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        Ok(url.into())
    }

    /// Exchanges the code for an identity.
    pub(crate) async fn finish(
        &self,
        code: String,
        secrets: SignInSecrets,
    ) -> Result<Person, IdentityError> {
        self.in_time(self.ask(code, secrets)).await
    }

    async fn in_time<T>(
        &self,
        work: impl Future<Output = Result<T, IdentityError>>,
    ) -> Result<T, IdentityError> {
        let late = |_| IdentityError::Unreachable("it takes too long".into());
        tokio::time::timeout(TIMEOUT, work).await.map_err(late)?
    }

    async fn ask(&self, code: String, secrets: SignInSecrets) -> Result<Person, IdentityError> {
        let client = self.client(self.metadata().await?)?;
        let answer = client
            .exchange_code(AuthorizationCode::new(code))
            .map_err(refused)?
            .set_pkce_verifier(PkceCodeVerifier::new(secrets.pkce_verifier))
            .request_async(&self.http)
            .await
            .map_err(token_error)?;
        let token = answer
            .id_token()
            .ok_or_else(|| IdentityError::Refused("no ID token".into()))?;
        let nonce = Nonce::new(secrets.nonce);
        let person = match self.read(&client, &answer, token, &nonce) {
            Ok(person) => person,
            Err(error) => {
                let Some(metadata) = self.rediscover().await? else {
                    return Err(error);
                };
                self.read(&self.client(metadata)?, &answer, token, &nonce)?
            }
        };
        if person.email.is_some() {
            return Ok(person);
        }
        self.ask_for_email(&client, &answer, person).await
    }

    /// Validates signature, issuer, audience, time and nonce of the ID token, and that the access token belongs to
    /// it.
    fn read(
        &self,
        client: &Client,
        answer: &CoreTokenResponse,
        token: &CoreIdToken,
        nonce: &Nonce,
    ) -> Result<Person, IdentityError> {
        let verifier = self.verifier(client);
        let claims = token.claims(&verifier, nonce).map_err(refused)?;
        if let Some(expected) = claims.access_token_hash() {
            let algorithm = token.signing_alg().map_err(refused)?;
            let key = token.signing_key(&verifier).map_err(refused)?;
            let actual = AccessTokenHash::from_token(answer.access_token(), algorithm, key)
                .map_err(refused)?;
            if actual != *expected {
                return Err(IdentityError::Refused(
                    "the access token is another one's".into(),
                ));
            }
        }
        Ok(claims.into())
    }

    fn verifier<'a>(&self, client: &'a Client) -> CoreIdTokenVerifier<'a> {
        let clock = self.clock.clone();
        client
            .id_token_verifier()
            .set_allowed_algs(ALGORITHMS)
            .set_time_fn(move || clock.now())
    }

    /// Some providers return the email address from the userinfo endpoint instead of the ID token.
    async fn ask_for_email(
        &self,
        client: &Client,
        answer: &CoreTokenResponse,
        person: Person,
    ) -> Result<Person, IdentityError> {
        let subject = openidconnect::SubjectIdentifier::new(person.subject.clone());
        let Ok(request) = client.user_info(answer.access_token().clone(), Some(subject)) else {
            return Ok(person);
        };
        let told: CoreUserInfoClaims = request
            .request_async(&self.http)
            .await
            // Without its causes: they quote what the provider says of the person.
            .map_err(|error| IdentityError::Refused(format!("user info: {error}").into()))?;
        let name = told.name().and_then(|name| name.get(None));
        Ok(Person {
            name: person.name.or_else(|| name.map(|name| name.to_string())),
            email: told.email().map(|email| email.to_string()),
            email_verified: told.email_verified().unwrap_or(false),
            ..person
        })
    }

    async fn metadata(&self) -> Result<CoreProviderMetadata, IdentityError> {
        let now = self.clock.now();
        match self.cached() {
            Some(cached) if cached.is_within(METADATA_LIFETIME, now) => Ok(cached.metadata),
            _ => self.discover().await,
        }
    }

    /// Repeats the discovery, unless it was done recently.
    async fn rediscover(&self) -> Result<Option<CoreProviderMetadata>, IdentityError> {
        let now = self.clock.now();
        match self.cached() {
            Some(cached) if cached.is_within(MIN_DISCOVERY_INTERVAL, now) => Ok(None),
            _ => self.discover().await.map(Some),
        }
    }

    fn cached(&self) -> Option<CachedMetadata> {
        let cached = self.cached.lock();
        cached.unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn discover(&self) -> Result<CoreProviderMetadata, IdentityError> {
        let issuer = IssuerUrl::new(self.settings.issuer_url.clone()).map_err(refused)?;
        let metadata = CoreProviderMetadata::discover_async(issuer, &self.http)
            .await
            .map_err(|error| IdentityError::Unreachable(error.into()))?;
        *self.cached.lock().unwrap_or_else(PoisonError::into_inner) = Some(CachedMetadata {
            metadata: metadata.clone(),
            since: self.clock.now(),
        });
        Ok(metadata)
    }

    fn client(&self, metadata: CoreProviderMetadata) -> Result<Client, IdentityError> {
        let methods = metadata.token_endpoint_auth_methods_supported();
        let takes = |method| methods.is_none_or(|methods| methods.contains(&method));
        let by_header = takes(CoreClientAuthMethod::ClientSecretBasic);
        let redirect_url = RedirectUrl::new(self.redirect_url.clone()).map_err(refused)?;
        let client = CoreClient::from_provider_metadata(
            metadata,
            ClientId::new(self.settings.client_id.clone()),
            Some(ClientSecret::new(self.settings.client_secret.clone())),
        );
        Ok(client
            .set_redirect_uri(redirect_url)
            .set_auth_type(if by_header {
                AuthType::BasicAuth
            } else {
                AuthType::RequestBody
            }))
    }
}

fn refused(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> IdentityError {
    IdentityError::Refused(error.into())
}

/// Leaves out the provider's message, which may repeat what was sent to it.
fn token_error<E, T>(error: openidconnect::RequestTokenError<E, T>) -> IdentityError
where
    E: std::error::Error + Send + Sync + 'static,
    T: openidconnect::ErrorResponse,
{
    use openidconnect::RequestTokenError as Error;
    match error {
        Error::ServerResponse(_) => IdentityError::Refused("it does not take the code".into()),
        Error::Request(error) => IdentityError::Unreachable(error.into()),
        Error::Parse(..) | Error::Other(_) => {
            IdentityError::Refused("its tokens cannot be read".into())
        }
    }
}
