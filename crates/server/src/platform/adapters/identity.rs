//! Sign-in with Google or any OpenID Connect provider (decisions §4).
//!
//! A provider that is slow, down or misconfigured affects only sign-ins through it.

use std::sync::Arc;

use super::clock::Clock;
use super::openid_provider::Provider;
pub use super::openid_provider::{IdentityError, Person, SignInSecrets};
use crate::platform::config::Config;
use crate::platform::error_chain::error_chain;

/// The redirect URI path.
pub const CALLBACK: &str = "/api/auth/google/callback";

#[derive(Clone)]
pub enum Identity {
    OpenIdConnect(Arc<Provider>),
    Off,
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
                tracing::error!(
                    error = error_chain(&error),
                    "sign-in through a provider is unavailable"
                );
                Self::Off
            }
        }
    }

    #[must_use]
    pub fn is_on(&self) -> bool {
        matches!(self, Self::OpenIdConnect(_))
    }

    /// Whether the provider responds, for `chautari check`.
    pub(crate) async fn check(&self) -> Result<String, IdentityError> {
        match self {
            Self::Off => Ok("not set up".to_owned()),
            Self::OpenIdConnect(provider) => {
                provider.check().await?;
                Ok(provider.issuer().to_owned())
            }
        }
    }
}
