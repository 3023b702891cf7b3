//! Filters of the trek list by group departures that are on sale (operations §2).

use axum::extract::Query;
use axum::http::Uri;
use chrono::{Days, Months, NaiveDate};
use domain::problem::Problem;
use serde::Deserialize;
use store::departures::{OnSale, routes_on_sale};
use utoipa::IntoParams;

use super::wire::SoldAs;
use super::wire_summary::TrekSummary;
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Departing {
    /// Treks with a departure on sale that starts in this month, as `2027-04`.
    month: Option<String>,
    /// `true`: treks with a guaranteed departure on sale. With a month, one departure must be both.
    guaranteed: Option<String>,
}

/// `None` if the query asks for all treks.
pub fn read(uri: &Uri) -> ApiResult<Option<OnSale>> {
    let query = Query::<Departing>::try_from_uri(uri);
    let Query(asked) = query.map_err(|_| ApiError::bad_request("The query is not valid"))?;
    let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let (month, guaranteed) = (given(asked.month), given(asked.guaranteed));
    let between = month
        .map(|text| days_of_month(text.trim()).ok_or_else(|| invalid("month", BAD_MONTH)))
        .transpose()?;
    let is_guaranteed = match guaranteed.as_deref().map(str::trim) {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => return Err(invalid("guaranteed", "guaranteed must be true or false")),
    };
    let wanted = OnSale {
        between,
        is_guaranteed,
    };
    Ok((between.is_some() || is_guaranteed).then_some(wanted))
}

const BAD_MONTH: &str = "month must be a month, as 2027-04";

fn invalid(field: &str, message: &str) -> ApiError {
    ApiError::invalid("The query is not valid", vec![Problem::new(field, message)])
}

/// The first and the last day of `2027-04`.
fn days_of_month(text: &str) -> Option<(NaiveDate, NaiveDate)> {
    let (year, month) = text.split_once('-')?;
    let is_number = |part: &str, length| {
        part.len() == length && part.chars().all(|letter| letter.is_ascii_digit())
    };
    if !is_number(year, 4) || !is_number(month, 2) {
        return None;
    }
    let first = NaiveDate::from_ymd_opt(year.parse().ok()?, month.parse().ok()?, 1)?;
    let next = first.checked_add_months(Months::new(1))?;
    Some((first, next.checked_sub_days(Days::new(1))?))
}

/// The treks that sell such a departure of a visible route.
pub(crate) async fn filter(
    app: &App,
    treks: &[TrekSummary],
    wanted: OnSale,
) -> ApiResult<Vec<TrekSummary>> {
    let today = app.clock.today(app.config.timezone);
    let routes = routes_on_sale(&app.db, wanted, today, app.clock.now()).await?;
    let departs = |trek: &&TrekSummary| {
        !matches!(trek.sold_as, SoldAs::Private)
            && trek
                .routes
                .iter()
                .any(|route| routes.contains(&(trek.id, route.id)))
    };
    Ok(treks.iter().filter(departs).cloned().collect())
}
