//! The price terms of a trek document. A missing field keeps its value.

use domain::trek::PaymentDetails;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;

use super::document_reader::Reader;

#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentDetailsDocument {
    pub discount: Option<DiscountDocument>,
    pub charges: Option<ChargesDocument>,
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
    terms
}
