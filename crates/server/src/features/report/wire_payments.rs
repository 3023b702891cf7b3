//! JSON types of the payments report.

use chrono::NaiveDate;
use serde::Serialize;
use serde_json::Number;
use store::movements::Direction;
use store::payments::Method;
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
    /// With a travel credit; negative if that was reversed.
    Credit,
}

impl MovementKind {
    #[must_use]
    pub fn new(direction: Direction, method: Method) -> Self {
        match direction {
            _ if method == Method::Credit => Self::Credit,
            Direction::Payment => Self::Payment,
            Direction::Reversal => Self::Reversal,
            Direction::Refund => Self::Refund,
        }
    }

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Payment => "payment",
            Self::Reversal => "reversal",
            Self::Refund => "refund",
            Self::Credit => "credit",
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
    /// By day and method, in the agency's time zone, with the travel credits at the end.
    pub lines: Vec<PaymentsReportLine>,
    pub methods: Vec<PaymentsByMethod>,
    pub months: Vec<PaymentsByMonth>,
    pub treks: Vec<PaymentsByTrek>,
    /// One for each currency of bookings.
    pub totals: Vec<PaymentsTotal>,
    /// One for each currency that was handed over.
    pub tendered: Vec<TenderedTotal>,
    /// What travel credits paid, by currency. No other sum contains it.
    pub credits: Vec<CreditsTotal>,
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

#[derive(Serialize, ToSchema)]
pub struct CreditsTotal {
    pub currency: String,
    pub count: u64,
    #[schema(value_type = f64)]
    pub amount: Number,
}
