//! The price terms of a trek document. A missing field keeps its value.

use domain::money::Currency;
use domain::problem::Problem;
use domain::schedule::{BalanceDue, Deposit, PaymentTerms};
use domain::trek::PaymentDetails;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;

use super::document_reader::Reader;
use super::wire;
use crate::http::extract::null_or_value;

#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentDetailsDocument {
    pub discount: Option<DiscountDocument>,
    pub charges: Option<ChargesDocument>,
    /// Null removes the deposit.
    #[serde(default, deserialize_with = "null_or_value")]
    pub terms: Option<Option<PaymentTermsDocument>>,
}

#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
pub struct PaymentTermsDocument {
    pub deposit: wire::Deposit,
    pub balance: wire::BalanceDue,
}

#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscountDocument {
    #[schema(value_type = Option<u32>)]
    pub group_discount_threshold: Option<i64>,
    #[schema(value_type = Option<f64>)]
    pub group_discount_percentage: Option<Number>,
    pub is_group_discount_applicable: Option<bool>,
}

#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChargesDocument {
    #[schema(value_type = Option<f64>)]
    pub gst: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub service_fee: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub insurance_per_person: Option<Number>,
    #[schema(value_type = Option<f64>)]
    pub booking_fee: Option<Number>,
}

pub(super) fn terms(
    reader: &mut Reader,
    document: Option<PaymentDetailsDocument>,
    stored: &PaymentDetails,
) -> PaymentDetails {
    let document = document.unwrap_or_default();
    let discount = document.discount.unwrap_or_default();
    let charges = document.charges.unwrap_or_default();
    let mut terms = *stored;
    if let Some(threshold) = discount.group_discount_threshold {
        terms.discount.group_discount_threshold = Reader::count(threshold);
    }
    if let Some(applies) = discount.is_group_discount_applicable {
        terms.discount.is_group_discount_applicable = applies;
    }
    let percentage = &mut terms.discount.group_discount_percentage;
    for (field, number, kept) in [
        (
            "discount.groupDiscountPercentage",
            discount.group_discount_percentage,
            percentage,
        ),
        ("charges.gst", charges.gst, &mut terms.charges.gst),
        (
            "charges.serviceFee",
            charges.service_fee,
            &mut terms.charges.service_fee,
        ),
    ] {
        if let Some(number) = number {
            *kept = reader.percent(&format!("paymentDetails.{field}"), &number);
        }
    }
    let insurance = &mut terms.charges.insurance_per_person;
    for (field, number, kept) in [
        (
            "charges.insurancePerPerson",
            charges.insurance_per_person,
            insurance,
        ),
        (
            "charges.bookingFee",
            charges.booking_fee,
            &mut terms.charges.booking_fee,
        ),
    ] {
        if let Some(number) = number {
            *kept = reader.money(&format!("paymentDetails.{field}"), &number);
        }
    }
    if let Some(document) = document.terms {
        terms.terms =
            document.and_then(|document| deposit_terms(reader, "paymentDetails.terms", &document));
    }
    terms
}

/// Reads the deposit and the balance. `field` is their path.
pub fn read_terms(
    document: &PaymentTermsDocument,
    field: &str,
    currency: Currency,
) -> Result<PaymentTerms, Vec<Problem>> {
    let mut reader = Reader {
        currency,
        absent: Vec::new(),
        problems: Vec::new(),
    };
    let terms = deposit_terms(&mut reader, field, document);
    terms
        .filter(|_| reader.problems.is_empty())
        .ok_or(reader.problems)
}

fn deposit_terms(
    reader: &mut Reader,
    path: &str,
    document: &PaymentTermsDocument,
) -> Option<PaymentTerms> {
    let deposit = match (&document.deposit.percent, &document.deposit.per_person) {
        (Some(number), None) => {
            let field = format!("{path}.deposit.percent");
            Some(Deposit::Percent(reader.percent(&field, number)))
        }
        (None, Some(number)) => {
            let field = format!("{path}.deposit.perPerson");
            Some(Deposit::PerPerson(reader.money(&field, number)))
        }
        (Some(_), Some(_)) | (None, None) => {
            let message = "Give a deposit as a percentage or as an amount per person";
            reader.problem(&format!("{path}.deposit"), message);
            None
        }
    };
    let balance = match (document.balance.days_before, document.balance.on_arrival) {
        (Some(days), None | Some(false)) if days >= 0 => {
            Some(BalanceDue::DaysBefore(Reader::count(days)))
        }
        (None, Some(true)) => Some(BalanceDue::OnArrival),
        _ => {
            let message = "The balance is due a number of days before the start, or on arrival";
            reader.problem(&format!("{path}.balance"), message);
            None
        }
    };
    Some(PaymentTerms {
        deposit: deposit?,
        balance: balance?,
    })
}
