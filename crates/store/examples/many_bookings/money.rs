//! The invoice of a booking, and the ledger lines of it and its refund, on our side and on the provider's.

use chrono::TimeDelta;
use domain::booking::Booking;
use domain::invoice::{Invoice, InvoiceTerms, Seller};
use store::ledger::{self, Actor, Kind, Line};
use store::refunds::{self, Cause, Refund, State};
use store::sandbox_intents::{Intent, IntentStatus};
use store::sandbox_refunds::{self, SandboxRefund};
use store::{Tx, invoices, payments};

use crate::maker::{Failed, Maker};

impl Maker {
    pub async fn add_invoice(&self, tx: &Tx, booking: &Booking) -> Result<(), Failed> {
        let (Some(number), Some(paid_at)) = (&booking.invoice_number, booking.payment.paid_at)
        else {
            return Ok(());
        };
        let terms = InvoiceTerms {
            seller: Seller {
                name: "Chautari Treks".to_owned(),
                address: "Thamel, Kathmandu".to_owned(),
                registration: None,
                contact: "hello@many.example".to_owned(),
            },
            vat: None,
        };
        let invoice = Invoice::issue(booking, number.clone(), paid_at.date_naive(), &terms);
        Ok(invoices::insert(tx, &invoice).await?)
    }

    pub async fn add_money(
        &mut self,
        tx: &Tx,
        booking: &Booking,
        intent: &Intent,
    ) -> Result<(), Failed> {
        let by_hand = booking.payment.by_hand.is_some();
        let at = booking.updated_at;
        let mut line = Line {
            id: self.dice.id(at),
            booking_id: booking.id,
            kind: if by_hand { Kind::Manual } else { Kind::Capture },
            amount: booking.payment.received.unwrap_or(booking.quote.total),
            currency: booking.quote.currency,
            reference: match by_hand {
                true => format!("manual:{}", booking.id),
                false => intent.id.clone(),
            },
            reason: "Payment of the booking".to_owned(),
            actor: Actor::Account(booking.user_id),
            at,
        };
        if by_hand || intent.status == IntentStatus::Succeeded {
            payments::add(tx, &payments::of_line(&line, None), &line).await?;
        }
        if booking.payment.refunded.is_zero() {
            return Ok(());
        }
        let later = at + TimeDelta::days(2);
        let made = SandboxRefund {
            id: format!("re_{}", self.dice.id(later).simple()),
            idempotency_key: self.dice.id(later).to_string(),
            intent_id: intent.id.clone(),
            amount: booking.payment.refunded.minor(),
            currency: booking.quote.currency.code().to_owned(),
            created_at: later,
        };
        sandbox_refunds::make(tx, &made).await?.ok_or("refunded")?;
        let refund = Refund {
            id: made.idempotency_key.parse()?,
            booking_id: booking.id,
            intent_id: Some(intent.id.clone()),
            amount: booking.payment.refunded,
            currency: booking.quote.currency,
            reason: "A change of plans".to_owned(),
            actor: Actor::Account(booking.user_id),
            cause: Cause::Cancelled,
            state: State::Made,
            reference: Some(made.id.clone()),
            last_error: None,
            created_at: later,
        };
        refunds::insert(tx, &refund).await?;
        line.id = self.dice.id(later);
        (line.kind, line.amount, line.at) = (Kind::Refund, booking.payment.refunded, later);
        (line.reference, line.reason) = (made.id, refund.reason);
        Ok(ledger::add(tx, &line).await?)
    }
}
