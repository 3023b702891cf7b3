//! Whether the program lives, and whether it can work (decisions §3).

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::Success;
use crate::app::App;
use crate::error::{ApiError, ApiResult, Failure};

#[derive(Serialize, ToSchema)]
pub struct HealthAnswer {
    pub status: Success,
}

/// The process answers.
#[utoipa::path(get, path = "/healthz", tag = "operator", responses((status = 200, body = HealthAnswer)))]
pub async fn healthz() -> Json<HealthAnswer> {
    Json(HealthAnswer {
        status: Success::Success,
    })
}

/// Database and storage answer.
#[utoipa::path(
    get, path = "/readyz", tag = "operator",
    responses((status = 200, body = HealthAnswer), (status = 503, body = Failure)),
)]
pub async fn readyz(State(app): State<App>) -> ApiResult<Json<HealthAnswer>> {
    if let Err(error) = app.db.ping().await {
        tracing::error!(%error, "the database does not answer");
        return Err(ApiError::unavailable("The database does not answer"));
    }
    if let Err(error) = app.mailer.check_folder().await {
        tracing::error!(%error, "the data folder cannot be written");
        return Err(ApiError::unavailable("The data folder cannot be written"));
    }
    if let Err(error) = app.files.check().await {
        tracing::error!(%error, "the file store does not answer");
        return Err(ApiError::unavailable("The file store does not answer"));
    }
    Ok(Json(HealthAnswer {
        status: Success::Success,
    }))
}
