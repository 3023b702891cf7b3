//! `GET /api/bookings/get-trending-treks`: the most booked treks (decisions §9 question 139).
//!
//! Counting all bookings for each visitor of the home page is too slow. The ranking is counted at most once a minute,
//! and again after a booking was paid or cancelled in this process. The treks are always those on offer now. Bookings
//! of all time are counted only if those of the last 90 days rank fewer than three treks on offer.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Request, State};
use axum::http::header::AGE;
use axum::response::Response;
use chrono::{DateTime, TimeDelta, Utc};
use store::Db;
use store::public_content::Kind;
use uuid::Uuid;

use super::wire_summary::{TrekList, TrekListAnswer};
use crate::features::trek::list::offered_treks;
use crate::http::error::ApiResult;
use crate::http::error_responses::ServerError;
use crate::http::prepared::Prepared;
use crate::http::public_cache::{self, Key};
use crate::http::response::Success;
use crate::platform::app::{App, AppState};

const TRENDING: Key = Key::departures("trending treks");
const MAX_TREKS: usize = 3;
const RECENT: TimeDelta = TimeDelta::days(90);
/// After this time bookings of other servers are counted.
const MAX_AGE: TimeDelta = TimeDelta::seconds(60);

/// The cached ranking; part of [`App`].
pub struct Trending {
    db: Db,
    kept: Mutex<Option<Ranking>>,
    /// Counts the changes of this process. A ranking that was counted before a change is not cached after it.
    changes: AtomicU64,
    /// One reader of the database at a time.
    counting: tokio::sync::Mutex<()>,
}

#[derive(Clone)]
struct Ranking {
    treks: Arc<[Uuid]>,
    period: Period,
    counted_at: DateTime<Utc>,
}

/// Which bookings a ranking counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Period {
    Recent,
    /// The recent ones, then those of all time.
    All,
}

impl AppState for Trending {
    fn new(app: &App) -> Self {
        Self {
            db: app.db.clone(),
            kept: Mutex::default(),
            changes: AtomicU64::default(),
            counting: tokio::sync::Mutex::default(),
        }
    }
}

impl Trending {
    /// Drops the cached ranking, and the responses with it, after a booking was paid or cancelled.
    pub fn forget(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.db.announce(Kind::Departures);
    }

    /// Returns the cached ranking if it is recent and counts at least the bookings of `period`.
    fn fresh(&self, period: Period, now: DateTime<Utc>) -> Option<Ranking> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clone().filter(|ranking| {
            let is_enough = ranking.period == Period::All || period == Period::Recent;
            is_enough && now - ranking.counted_at < MAX_AGE
        })
    }

    async fn get(&self, app: &App, period: Period) -> ApiResult<Ranking> {
        if let Some(ranking) = self.fresh(period, app.clock.now()) {
            return Ok(ranking);
        }
        let _turn = self.counting.lock().await;
        let now = app.clock.now();
        if let Some(ranking) = self.fresh(period, now) {
            return Ok(ranking);
        }
        let changes = self.changes.load(Ordering::SeqCst);
        let mut ranked = store::bookings::list_popular_treks(&app.db, now - RECENT).await?;
        if period == Period::All {
            let ever = DateTime::<Utc>::UNIX_EPOCH;
            ranked.extend(store::bookings::list_popular_treks(&app.db, ever).await?);
        }
        let mut seen = HashSet::new();
        let ranking = Ranking {
            treks: ranked.into_iter().filter(|id| seen.insert(*id)).collect(),
            period,
            counted_at: now,
        };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if self.changes.load(Ordering::SeqCst) == changes {
            *kept = Some(ranking.clone());
        }
        Ok(ranking)
    }
}

/// Lists up to three treks with paid bookings: of the last 90 days, then of all time. The client adds others if needed.
#[utoipa::path(
    get, path = "/api/bookings/get-trending-treks", tag = "treks",
    responses(
        (status = 200, body = TrekListAnswer,
            headers(("Age" = u64, description = "Seconds since the bookings were counted; less than 60"))),
        ServerError,
    ),
)]
pub(crate) async fn list_trending_treks(
    State(app): State<App>,
    request: Request,
) -> ApiResult<Response> {
    let trending = async || {
        let (list, age) = trending_treks(&app).await?;
        Ok(Prepared::json(&list)?.with_header(AGE, age.into()))
    };
    let trending = public_cache::read(&app, TRENDING, trending).await?;
    Ok(trending.respond(request.headers()).await)
}

/// Returns the response, and how many seconds ago its bookings were counted.
pub(crate) async fn trending_treks(app: &App) -> ApiResult<(TrekListAnswer, i64)> {
    let offered = offered_treks(app).await?;
    let on_offer = |id: &Uuid| offered.treks.iter().find(|trek| trek.id == *id).cloned();
    let shown = |ranking: &Ranking| -> Vec<_> {
        let treks = ranking.treks.iter().filter_map(on_offer);
        treks.take(MAX_TREKS).collect()
    };
    let mut ranking = Trending::of(app).get(app, Period::Recent).await?;
    let mut treks = shown(&ranking);
    if treks.len() < MAX_TREKS && ranking.period == Period::Recent {
        ranking = Trending::of(app).get(app, Period::All).await?;
        treks = shown(&ranking);
    }
    let list = TrekListAnswer {
        status: Success::Success,
        data: TrekList { treks },
    };
    let age = (app.clock.now() - ranking.counted_at).num_seconds().max(0);
    Ok((list, age))
}
