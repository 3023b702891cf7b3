//! Refunds and movements of the sandbox provider, with the rules of a real one (decisions §5).

use domain::money::{Currency, Money};
use store::sandbox_refunds::{self as refunds, SandboxRefund};
use store::{StoreResult, sandbox_intents};

use super::payment_provider::{Movement, PaymentError, ProviderRefund, RefundOrder, RefundStatus};
use super::sandbox::{Sandbox, random_word};

const TOO_MUCH: &str = "Refund amount is greater than unrefunded amount on charge";

impl Sandbox {
    pub(super) async fn refund(&self, order: &RefundOrder) -> Result<ProviderRefund, PaymentError> {
        self.inject_fault().await?;
        let asked = SandboxRefund {
            id: format!("re_{}", random_word()),
            idempotency_key: order.id.to_string(),
            intent_id: order.intent_id.clone(),
            amount: order.amount.minor(),
            currency: order.currency.code().to_owned(),
            created_at: self.clock.now(),
        };
        let made = self
            .db
            .in_transaction("sandbox_refund", async |tx| -> StoreResult<_> {
                refunds::make(&tx, &asked).await
            });
        match made.await? {
            Some(made) => Ok(ProviderRefund {
                id: made.id,
                status: RefundStatus::Made,
            }),
            None => Err(PaymentError::Refused(TOO_MUCH.to_owned())),
        }
    }

    pub(super) async fn find_refund(&self, id: &str) -> Result<ProviderRefund, PaymentError> {
        self.inject_fault().await?;
        let made = refunds::list_all(&self.db).await?;
        match made.into_iter().find(|made| made.id == id) {
            Some(made) => Ok(ProviderRefund {
                id: made.id,
                status: RefundStatus::Made,
            }),
            None => Err(PaymentError::Unknown(id.to_owned())),
        }
    }

    pub(super) async fn movements(&self) -> Result<Vec<Movement>, PaymentError> {
        self.inject_fault().await?;
        let mut movements = Vec::new();
        for (reference, amount, code) in sandbox_intents::list_captured(&self.db).await? {
            movements.push(Movement {
                reference,
                is_refund: false,
                amount: Money::from_minor(amount),
                currency: currency(&code)?,
            });
        }
        for refund in refunds::list_all(&self.db).await? {
            movements.push(Movement {
                reference: refund.id,
                is_refund: true,
                amount: Money::from_minor(refund.amount),
                currency: currency(&refund.currency)?,
            });
        }
        Ok(movements)
    }
}

fn currency(code: &str) -> Result<Currency, PaymentError> {
    Currency::parse(code).map_err(|_| PaymentError::Currency)
}
