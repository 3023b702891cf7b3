//! Wraps the payment provider and records count and duration of each call as metrics. The
//! request gives up its turn before.

use std::ops::Deref;
use std::time::Instant;

use tracing::Instrument as _;

use super::payments::{
    Intent, PaymentError, PaymentOrder, Payments, ProviderRefund, RefundOrder, Wallet,
};
use crate::platform::metrics::Metrics;
use crate::platform::traces;
use crate::platform::turn::give_up_turn;

#[derive(Clone)]
pub struct MeteredPayments {
    payments: Payments,
    metrics: Metrics,
}

/// Calls without metrics: names, steps, checks.
impl Deref for MeteredPayments {
    type Target = Payments;
    fn deref(&self) -> &Payments {
        &self.payments
    }
}

impl MeteredPayments {
    #[must_use]
    pub fn new(payments: Payments, metrics: Metrics) -> Self {
        Self { payments, metrics }
    }

    /// Like [`Payments::open`].
    pub async fn open(&self, order: &PaymentOrder) -> Result<Intent, PaymentError> {
        self.timed("open", self.payments.open(order)).await
    }

    /// Like [`Payments::open_wallet`].
    pub async fn open_wallet(
        &self,
        wallet: Wallet,
        order: &PaymentOrder,
    ) -> Result<Intent, PaymentError> {
        self.timed("open", self.payments.open_wallet(wallet, order))
            .await
    }

    /// Like [`Payments::retrieve`].
    pub async fn retrieve(&self, id: &str) -> Result<Intent, PaymentError> {
        self.timed("retrieve", self.payments.retrieve(id)).await
    }

    /// Like [`Payments::cancel`].
    pub async fn cancel(&self, id: &str) -> Result<Intent, PaymentError> {
        self.timed("cancel", self.payments.cancel(id)).await
    }

    /// Like [`Payments::refund`].
    pub(crate) async fn refund(&self, order: &RefundOrder) -> Result<ProviderRefund, PaymentError> {
        self.timed("refund", self.payments.refund(order)).await
    }

    /// Like [`Payments::find_refund`].
    pub(crate) async fn find_refund(&self, id: &str) -> Result<ProviderRefund, PaymentError> {
        self.timed("find_refund", self.payments.find_refund(id))
            .await
    }

    async fn timed<T>(
        &self,
        call: &str,
        answer: impl Future<Output = Result<T, PaymentError>>,
    ) -> Result<T, PaymentError> {
        give_up_turn();
        let began = Instant::now();
        let span = tracing::info_span!(
            target: traces::TARGET, "payment provider", otel.kind = "client", call
        );
        let answered = answer.instrument(span).await;
        let outcome = answered.as_ref().map(|_| ());
        self.metrics.provider_call(call, began.elapsed(), outcome);
        answered
    }
}
