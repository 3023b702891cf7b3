//! HTTP calls to a wallet: a time limit, a size limit and a circuit breaker. No call is repeated here: callers ask again.

use std::time::Duration;

use axum::http::{Request, StatusCode};

use super::breaker::Breaker;
use super::clock::Clock;
use super::payment_provider::PaymentError;
use super::provider_http::{ProviderHttp, ProviderHttpError};
use super::wallet::Wallet;
use crate::platform::error_chain::error_chain;

/// The traveller's client gives up after ten seconds.
const RETRY_AFTER_SECONDS: u64 = 5;

#[derive(Clone, Debug)]
pub struct WalletCalls {
    wallet: Wallet,
    http: ProviderHttp,
    breaker: Breaker,
    time_limit: Duration,
}

/// A response that is neither a failure of the server nor a rejected key.
pub struct Reply {
    pub status: StatusCode,
    pub body: Vec<u8>,
}

impl WalletCalls {
    pub fn new(
        wallet: Wallet,
        time_limit: Duration,
        clock: Clock,
    ) -> Result<Self, ProviderHttpError> {
        Ok(Self {
            wallet,
            http: ProviderHttp::new(time_limit)?,
            breaker: Breaker::new(clock),
            time_limit,
        })
    }

    pub(crate) async fn send(&self, request: Request<Vec<u8>>) -> Result<Reply, PaymentError> {
        self.breaker.admit().map_err(PaymentError::Unavailable)?;
        // The client's own time-out does not end a body that arrives slowly but steadily.
        let sent = tokio::time::timeout(self.time_limit, self.http.send(request)).await;
        let response = match sent.unwrap_or(Err(ProviderHttpError::Timeout)) {
            Ok(response) => response,
            Err(error @ (ProviderHttpError::TooLarge | ProviderHttpError::Unreadable)) => {
                self.breaker.succeeded();
                return Err(self.invalid(&error.to_string()));
            }
            Err(error) => {
                return Err(self.unavailable(&error_chain(&error)));
            }
        };
        let status = response.status();
        if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
            return Err(self.unavailable(status.as_str()));
        }
        self.breaker.succeeded();
        if status == StatusCode::UNAUTHORIZED || status == StatusCode::FORBIDDEN {
            return Err(self.invalid("the secret key is rejected"));
        }
        Ok(Reply {
            status,
            body: response.into_body(),
        })
    }

    /// The provider cannot serve the call now. Nothing is known about the payment.
    pub fn unavailable(&self, reason: &str) -> PaymentError {
        self.breaker.failed();
        tracing::warn!(
            wallet = self.wallet.as_str(),
            reason,
            "a wallet does not answer"
        );
        PaymentError::Unavailable(RETRY_AFTER_SECONDS)
    }

    /// The response is not one of the provider's protocol. Nothing is known about the payment.
    pub fn invalid(&self, reason: &str) -> PaymentError {
        PaymentError::Misconfigured(format!("{}: {reason}", self.wallet.name()))
    }
}
