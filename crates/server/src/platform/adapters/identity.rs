//! The third party that says who somebody is: Google, or any OpenID Connect provider (decisions §4).
//!
//! A provider that is slow, down or wrong breaks the sign-in through it and nothing else.

use std::sync::Arc;

use openidconnect::core::CoreIdTokenClaims;

use super::clock::Clock;
use super::openid_provider::Provider;
use crate::platform::config::Config;

/// Where the browser comes back to.
pub const CALLBACK: &str = "/api/auth/google/callback";

#[derive(Clone)]
pub enum Identity {
    OpenIdConnect(Arc<Provider>),
    Off,
}

/// What ties the provider's answer to the question.
pub struct SignInSecrets {
    pub state: String,
    pub nonce: String,
    pub pkce_verifier: String,
}

/// Who the provider says that it is.
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

/// Neither text holds a code, a token or a secret: they go to the log.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    #[error("the sign-in provider cannot be asked: {0}")]
    Unreachable(String),
    #[error("the sign-in provider's answer is refused: {0}")]
    Refused(String),
}

impl Identity {
    #[must_use]
    pub fn new(config: &Config, clock: Clock) -> Self {
        let Some(settings) = config.google.clone() else {
            return Self::Off;
        };
        let redirect_url = format!("{}{CALLBACK}", config.public_url);
        match Provider::new(settings, redirect_url, clock) {
            Ok(provider) => Self::OpenIdConnect(Arc::new(provider)),
            Err(error) => {
                tracing::error!(%error, "nobody can sign in through a third party");
                Self::Off
            }
        }
    }

    #[must_use]
    pub fn is_on(&self) -> bool {
        matches!(self, Self::OpenIdConnect(_))
    }

    /// Whether the provider answers, for `chautari check`.
    pub async fn check(&self) -> Result<String, IdentityError> {
        match self {
            Self::Off => Ok("not set up".to_owned()),
            Self::OpenIdConnect(provider) => {
                provider.check().await?;
                Ok(provider.issuer().to_owned())
            }
        }
    }
}
