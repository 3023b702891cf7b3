//! `GET /api/reports/accounts.zip`: the accounts of a month as CSV files for the accountant (operations §6).

use std::io::{Cursor, Write};

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Datelike, Timelike, Utc};
use chrono_tz::Tz;
use serde::Deserialize;
use utoipa::IntoParams;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::accounts_files::{File, Month};
use super::period::{month_of, parse_month};
use crate::http::auth::Staff;
use crate::http::csv_export::Exports;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BadRequest, StoreErrors};
use crate::http::extract::Params;
use crate::platform::app::{App, AppState as _};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AccountsMonth {
    /// For example 2027-03, in the agency's time zone.
    month: Option<String>,
}

/// Exports payments, invoices, credit notes and VAT of a month, and their totals, as CSV files in one ZIP file.
#[utoipa::path(
    get, path = "/api/reports/accounts.zip", tag = "bookings", security(("session" = [])), params(AccountsMonth),
    responses((status = 200, body = String, content_type = "application/zip"), BadRequest, AdminErrors, StoreErrors),
)]
pub(crate) async fn export_accounts(
    State(app): State<App>,
    _staff: Staff,
    Params(asked): Params<AccountsMonth>,
) -> ApiResult<Response> {
    let days = parse_month("month", asked.month.as_deref())?;
    let _permit = Exports::of(&app).begin()?;
    let zone = app.config.timezone;
    let tx = app.db.begin_snapshot().await?;
    // A month is held in memory: an agency with 100,000 bookings has some thousand lines in it.
    let files = Month::read(&tx, days, zone).await?.files();
    drop(tx);
    let now = app.clock.now();
    let packed = tokio::task::spawn_blocking(move || pack(files, now, zone)).await;
    let packed = packed.map_err(ApiError::internal)?;
    let name = format!("accounts-{}.zip", month_of(days.0));
    let headers = [
        (CONTENT_TYPE, "application/zip".to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
    ];
    Ok((headers, packed.map_err(ApiError::internal)?).into_response())
}

fn pack(files: Vec<File>, now: DateTime<Utc>, zone: Tz) -> ZipResult<Vec<u8>> {
    let mut packed = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(zip_time(now.with_timezone(&zone)));
    for file in files {
        packed.start_file(file.name, options)?;
        packed.write_all(file.text.as_bytes())?;
    }
    Ok(packed.finish()?.into_inner())
}

/// The local time, as ZIP files have it. Out of its range, from 1980 to 2107: the first moment of it.
fn zip_time(now: DateTime<Tz>) -> zip::DateTime {
    let part = |number: u32| u8::try_from(number).unwrap_or_default();
    let time = zip::DateTime::from_date_and_time(
        u16::try_from(now.year()).unwrap_or_default(),
        part(now.month()),
        part(now.day()),
        part(now.hour()),
        part(now.minute()),
        part(now.second()),
    );
    time.unwrap_or_default()
}
