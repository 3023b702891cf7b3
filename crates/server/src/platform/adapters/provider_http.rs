//! HTTP client for sign-in providers and wallets: short time-outs, no redirects, and responses of at most one
//! megabyte.

use std::pin::Pin;
use std::time::Duration;

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};

use crate::platform::traces;
use crate::platform::turn::give_up_turn;

const MAX_RESPONSE_BYTES: usize = 1024 * 1024;

#[derive(Clone, Debug)]
pub struct ProviderHttp(reqwest::Client);

/// Errors leave out the URL, which may contain secrets.
#[derive(Debug, thiserror::Error)]
pub enum ProviderHttpError {
    #[error("it does not respond in time")]
    Timeout,
    #[error(transparent)]
    Request(reqwest::Error),
    #[error("the response is too large")]
    TooLarge,
    #[error("the response cannot be parsed")]
    Unreadable,
}

impl From<reqwest::Error> for ProviderHttpError {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() {
            return Self::Timeout;
        }
        Self::Request(error.without_url())
    }
}

impl ProviderHttp {
    /// With a time-out for one request.
    pub fn new(timeout: Duration) -> Result<Self, ProviderHttpError> {
        let client = reqwest::Client::builder()
            .timeout(timeout)
            // A redirect could make this server call hosts of its internal network.
            .redirect(reqwest::redirect::Policy::none())
            .build()?;
        Ok(Self(client))
    }

    pub(crate) async fn send(
        &self,
        mut request: HttpRequest,
    ) -> Result<HttpResponse, ProviderHttpError> {
        give_up_turn();
        request.headers_mut().extend(traces::headers());
        let request = reqwest::Request::try_from(request)?;
        let mut response = self.0.execute(request).await?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            body.extend_from_slice(&chunk);
            if body.len() > MAX_RESPONSE_BYTES {
                return Err(ProviderHttpError::TooLarge);
            }
        }
        let mut answer = HttpResponse::new(body);
        *answer.status_mut() = response.status();
        *answer.headers_mut() = std::mem::take(response.headers_mut());
        Ok(answer)
    }
}

impl<'c> AsyncHttpClient<'c> for ProviderHttp {
    type Error = ProviderHttpError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, Self::Error>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}
