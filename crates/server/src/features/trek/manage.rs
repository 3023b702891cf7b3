//! `GET /api/treks/manage`: every trek for administrators, including hidden and archived ones (document 2 §2).

use std::cmp::Ordering;
use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::problem::Problem;
use domain::trek::{Trek, name_key};
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BadRequest};
use crate::http::extract::Params;
use crate::http::pagination;
use crate::http::response::Success;
use crate::platform::app::App;

const STATES: [&str; 4] = ["all", "visible", "hidden", "archived"];
const SORTS: [&str; 5] = ["updatedAt", "name", "location", "price", "bookings"];
const ORDERS: [&str; 2] = ["desc", "asc"];

/// All fields are text, so that the response to an invalid value contains its field and the valid values.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ManageTreks {
    /// Starts at 1.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
    /// Words of the name or the location.
    search: Option<String>,
    /// all, visible (can be booked), hidden (no route is visible) or archived.
    state: Option<String>,
    /// updatedAt, name, location, price or bookings.
    sort: Option<String>,
    /// desc or asc.
    order: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct ManagedTrekListAnswer {
    pub status: Success,
    pub data: ManagedTrekList,
}

#[derive(Serialize, ToSchema)]
pub struct ManagedTrekList {
    pub treks: Vec<ManagedTrek>,
    pub total: usize,
}

/// A trek in the agency's list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ManagedTrek {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub location: String,
    pub no_of_routes: usize,
    pub visible_routes: usize,
    /// Price of the cheapest route, including hidden ones.
    #[schema(value_type = f64)]
    pub price: Number,
    pub currency: String,
    /// Number of all bookings ever made.
    pub bookings: u64,
    pub version: i64,
    pub updated_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub archived_at: Option<DateTime<Utc>>,
    pub banner_image: String,
}

struct Row {
    trek: Trek,
    bookings: u64,
}

impl Row {
    fn is_in(&self, state: &str) -> bool {
        let visible = self.trek.visible_routes().next().is_some();
        match state {
            "archived" => self.trek.is_archived(),
            "visible" => visible && !self.trek.is_archived(),
            "hidden" => !visible && !self.trek.is_archived(),
            _ => true,
        }
    }

    fn names(&self, words: &[String]) -> bool {
        let text = name_key(&format!("{} {}", self.trek.name, self.trek.location));
        words.iter().all(|word| text.contains(word))
    }

    fn price(&self) -> domain::money::Money {
        let cheapest = self.trek.cheapest_route();
        cheapest
            .map(|route| route.price_per_head)
            .unwrap_or_default()
    }

    fn compare(&self, other: &Self, sort: &str) -> Ordering {
        let (one, two) = (&self.trek, &other.trek);
        let first = match sort {
            "name" => name_key(&one.name).cmp(&name_key(&two.name)),
            "location" => name_key(&one.location).cmp(&name_key(&two.location)),
            "price" => self.price().cmp(&other.price()),
            "bookings" => self.bookings.cmp(&other.bookings),
            _ => one.updated_at.cmp(&two.updated_at),
        };
        first.then_with(|| one.id.cmp(&two.id))
    }
}

impl From<Row> for ManagedTrek {
    fn from(row: Row) -> Self {
        let price = row.price();
        let Row { trek, bookings } = row;
        Self {
            visible_routes: trek.visible_routes().count(),
            id: trek.id,
            name: trek.name,
            location: trek.location,
            no_of_routes: trek.routes.len(),
            price: price.to_number(trek.currency),
            currency: trek.currency.code().to_owned(),
            bookings,
            version: trek.version,
            updated_at: trek.updated_at,
            archived_at: trek.archived_at,
            banner_image: trek.images.banner_image,
        }
    }
}

/// Lists every trek, including archived ones.
#[utoipa::path(
    get, path = "/api/treks/manage", tag = "treks", security(("session" = [])),
    params(ManageTreks),
    responses((status = 200, body = ManagedTrekListAnswer), BadRequest, AdminErrors),
)]
pub(crate) async fn manage_treks(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ManageTreks>,
) -> ApiResult<Json<ManagedTrekListAnswer>> {
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let state = one_of("state", query.state.as_deref(), &STATES)?;
    let sort = one_of("sort", query.sort.as_deref(), &SORTS)?;
    let order = one_of("order", query.order.as_deref(), &ORDERS)?;
    let search = name_key(&query.search.unwrap_or_default());
    let words: Vec<String> = search.split(' ').map(str::to_owned).collect();
    let booked: HashMap<Uuid, u64> = store::bookings::count_by_trek(&app.db, None)
        .await?
        .into_iter()
        .collect();
    let row = |trek: Trek| Row {
        bookings: booked.get(&trek.id).copied().unwrap_or_default(),
        trek,
    };
    let all = store::treks::all(&app.db).await?.into_iter();
    let listed = all.filter(|trek| !trek.is_private).map(row);
    let mut rows: Vec<Row> = listed
        .filter(|row| row.is_in(state) && row.names(&words))
        .collect();
    rows.sort_by(|one, two| one.compare(two, sort));
    if order == "desc" {
        rows.reverse();
    }
    let total = rows.len();
    let (offset, limit) = (as_count(page.offset), as_count(page.limit));
    let treks = rows.into_iter().skip(offset).take(limit);
    Ok(Json(ManagedTrekListAnswer {
        status: Success::Success,
        data: ManagedTrekList {
            treks: treks.map(ManagedTrek::from).collect(),
            total,
        },
    }))
}

fn as_count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Returns the given value, or the first one if none is given.
fn one_of(field: &str, given: Option<&str>, known: &[&'static str]) -> ApiResult<&'static str> {
    let given = given.unwrap_or(known[0]);
    let found = known.iter().copied().find(|value| *value == given);
    found.ok_or_else(|| {
        let message = format!("{field} must be one of {}", known.join(", "));
        ApiError::invalid("The query is not valid", vec![Problem::new(field, message)])
    })
}
