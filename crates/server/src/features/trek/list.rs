//! `GET /api/treks/getall`: every trek on offer, from the cache of public reads (document 1 §7).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use chrono::Datelike as _;

use super::departing::{self, Departing};
use super::wire_map::{TrekMap, TrekMapAnswer, TrekOnMap};
use super::wire_summary::{TrekList, TrekListAnswer, TrekSummary};
use crate::features::placeholders::Known;
use crate::features::review::rating::TrekRating;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, ServerError};
use crate::http::prepared::Prepared;
use crate::http::public_cache::{self, Cached, Key};
use crate::http::response::Success;
use crate::platform::app::App;

const ALL: Key = Key::content("treks on offer");
const DEPARTING: Key = Key::departures("treks that depart");

/// The treks on offer, ready to send.
pub struct OfferedTreks {
    pub treks: Vec<TrekSummary>,
    /// The response of `GET /api/treks/getall`.
    pub list: Prepared,
    /// The response of `GET /api/treks/map`.
    pub map: Prepared,
}

impl Cached for OfferedTreks {
    fn max_bytes(&self) -> usize {
        // The summaries take about as much as their JSON.
        2 * self.list.max_bytes() + self.map.max_bytes()
    }

    fn reuse(&mut self, earlier: &Self) {
        self.list.reuse(&earlier.list);
        self.map.reuse(&earlier.map);
    }
}

/// The treks on offer, for a response that is made of them.
pub async fn offered_treks(app: &App) -> ApiResult<Arc<OfferedTreks>> {
    public_cache::read_current(app, ALL, || load(app)).await
}

/// The treks on offer, as they were last while the database does not respond.
pub(crate) async fn offered_treks_or_last(app: &App) -> ApiResult<Arc<OfferedTreks>> {
    public_cache::read(app, ALL, || load(app)).await
}

async fn load(app: &App) -> ApiResult<OfferedTreks> {
    let db = &app.db;
    let treks = store::treks::list(db).await?;
    let banners = treks.iter().map(|trek| trek.images.banner_image.as_str());
    let known = Known::of(db, banners).await?;
    let rated = store::reviews::ratings(db, treks.iter().map(|trek| trek.id)).await?;
    let prepared = tokio::task::spawn_blocking(move || {
        let shown = treks
            .iter()
            .filter(|trek| trek.visible_routes().next().is_some());
        let map = shown.clone().map(TrekOnMap::from).collect();
        let shown = shown.map(|trek| TrekSummary {
            placeholders: known.for_pictures([trek.images.banner_image.as_str()]),
            rating: rated.get(&trek.id).copied().and_then(TrekRating::of),
            ..trek.into()
        });
        OfferedTreks::new(shown.collect(), map)
    });
    prepared.await.map_err(ApiError::internal)?
}

impl OfferedTreks {
    fn new(treks: Vec<TrekSummary>, map: Vec<TrekOnMap>) -> ApiResult<Self> {
        let answer = list(treks);
        let map = TrekMapAnswer {
            status: Success::Success,
            data: TrekMap { treks: map },
        };
        Ok(Self {
            list: Prepared::json(&answer)?,
            map: Prepared::json(&map)?,
            treks: answer.data.treks,
        })
    }
}

fn list(treks: Vec<TrekSummary>) -> TrekListAnswer {
    TrekListAnswer {
        status: Success::Success,
        data: TrekList { treks },
    }
}

/// Lists the treks on offer with their visible routes, without the days.
#[utoipa::path(
    get, path = "/api/treks/getall", tag = "treks", params(Departing),
    responses((status = 200, body = TrekListAnswer), BadRequest, ServerError),
)]
pub(crate) async fn list_treks(State(app): State<App>, request: Request) -> ApiResult<Response> {
    // Takes the whole request, because the extractor of headers would copy them.
    let asked = request.headers();
    let Some(wanted) = departing::read(request.uri())? else {
        return Ok(offered_treks_or_last(&app).await?.list.respond(asked).await);
    };
    let month = wanted
        .between
        .map_or(0, |(first, _)| first.num_days_from_ce());
    let key = DEPARTING.part((u64::from(month.unsigned_abs()), wanted.is_guaranteed.into()));
    let departing = async || {
        let offered = offered_treks(&app).await?;
        Ok(list(departing::filter(&app, &offered.treks, wanted).await?))
    };
    public_cache::respond(&app, key, asked, departing).await
}
