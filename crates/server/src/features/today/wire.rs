//! JSON of the desk's tasks.

use chrono::NaiveDate;
use domain::money::{Currency, Money};
use serde::Serialize;
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::response::Success;

#[derive(Serialize, ToSchema)]
pub struct TodayAnswer {
    pub status: Success,
    pub data: Today,
}

#[derive(Serialize, ToSchema)]
pub struct Today {
    /// In the agency's time zone.
    pub date: NaiveDate,
    /// Every kind of task, the most urgent first. A kind without tasks has the count 0.
    pub groups: Vec<TaskGroup>,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TaskKind {
    /// Balances whose due date has passed.
    OverdueBalance,
    /// Emails that could not be delivered.
    FailedMail,
    /// Departures to guarantee or to cancel within the next 14 days.
    Decision,
    /// Booked departures of the next 14 days without a guide.
    MissingGuide,
    /// Refunds that staff pay out by hand.
    OwedRefund,
    /// Bookings that wait for a bank transfer.
    BankTransfer,
    /// Requests for a custom trek that are not answered yet.
    CustomTrek,
    /// Questions about treks that are not answered yet.
    Enquiry,
    /// Reviews that staff have not decided on.
    Review,
    /// Proposals that can be accepted for three more days at most.
    Proposal,
    /// Balances due within the next 14 days.
    DueBalance,
    /// Booked departures of the next 14 days.
    Departing,
}

#[derive(Serialize, ToSchema)]
pub struct TaskGroup {
    pub kind: TaskKind,
    pub count: u64,
    /// The first 5.
    pub tasks: Vec<Task>,
}

#[derive(Default, Serialize, ToSchema)]
pub struct Task {
    /// Of the booking, the departure, the request, the enquiry, the review or the email.
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// A person, or the recipient of the email. Absent for departures.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub name: Option<String>,
    /// A trek, a destination, or the kind of the email.
    pub subject: String,
    /// The due date, the start, the day of the decision, of the last message or of the review.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub date: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub amount: Option<Number>,
    /// Of the amount.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub currency: Option<String>,
    /// Seats sold of a departure, or guests of a request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub guests: Option<u32>,
    /// Seats that a departure needs to be guaranteed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub minimum: Option<u32>,
    /// The names of the guides of a departure.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub guides: Vec<String>,
}

impl Task {
    pub fn with_amount(self, amount: Money, currency: Currency) -> Self {
        Self {
            amount: Some(amount.to_number(currency)),
            currency: Some(currency.code().to_owned()),
            ..self
        }
    }
}
