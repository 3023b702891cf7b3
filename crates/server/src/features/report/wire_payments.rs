//! JSON types of the payments report.

use chrono::NaiveDate;
use serde::Serialize;
use serde_json::Number;
use store::movements::Direction;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::booking::payment::list::PaymentMethod;
use crate::http::response::Success;

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MovementKind {
    Payment,
    /// Of a payment that was recorded by mistake.
    Reversal,
    Refund,
}

impl From<Direction> for MovementKind {
    fn from(direction: Direction) -> Self {
        match direction {
            Direction::Payment => Self::Payment,
            Direction::Reversal => Self::Reversal,
            Direction::Refund => Self::Refund,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct PaymentsReportAnswer {
    pub status: Success,
    pub data: PaymentsReport,
}

/// Reversals and refunds are negative everywhere.
#[derive(Serialize, ToSchema)]
pub struct PaymentsReport {
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// By day and method, in the agency's time zone.
    pub lines: Vec<PaymentsReportLine>,
    pub methods: Vec<PaymentsByMethod>,
    pub months: Vec<PaymentsByMonth>,
    pub treks: Vec<PaymentsByTrek>,
    /// One for each currency of bookings.
    pub totals: Vec<PaymentsTotal>,
    /// One for each currency that was handed over.
    pub tendered: Vec<TenderedTotal>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentsReportLine {
    pub day: NaiveDate,
    pub kind: MovementKind,
    pub method: PaymentMethod,
    pub count: u64,
    /// In the currency of the bookings.
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
    /// What was handed over.
    #[schema(value_type = f64)]
    pub tendered_amount: Number,
    pub tendered_currency: String,
}

#[derive(Serialize, ToSchema)]
pub struct PaymentsByMethod {
    pub kind: MovementKind,
    pub method: PaymentMethod,
    pub count: u64,
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
}

#[derive(Serialize, ToSchema)]
pub struct PaymentsByMonth {
    /// For example 2027-03.
    pub month: String,
    pub count: u64,
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentsByTrek {
    pub trek_id: Uuid,
    pub trek_name: String,
    pub count: u64,
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
}

#[derive(Serialize, ToSchema)]
pub struct PaymentsTotal {
    pub currency: String,
    #[schema(value_type = f64)]
    pub received: Number,
    #[schema(value_type = f64)]
    pub reversed: Number,
    #[schema(value_type = f64)]
    pub refunded: Number,
    #[schema(value_type = f64)]
    pub total: Number,
}

#[derive(Serialize, ToSchema)]
pub struct TenderedTotal {
    pub currency: String,
    #[schema(value_type = f64)]
    pub total: Number,
}
