//! `GET /api/treks/getall`: every trek on offer, cached in memory (document 1 §7).
//!
//! The response is the same for every client, so its bytes are serialized and compressed once and sent until a trek
//! changes. A save in this process drops them at once. A save in another process is detected within a second by the
//! revision of the store.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use sha2::{Digest, Sha256};
use store::Db;
use tokio::time::timeout;

use super::departing::{self, Departing};
use super::wire_map::{TrekMap, TrekMapAnswer, TrekOnMap};
use super::wire_summary::{TrekList, TrekListAnswer, TrekSummary};
use crate::features::placeholders::Known;
use crate::features::review::rating::TrekRating;
use crate::http::conditional::{EntityTag, Representation};
use crate::http::content_coding::Coding;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, ServerError};
use crate::http::response::Success;
use crate::platform::app::{App, AppState};

/// How long the list is sent without checking whether another process has saved.
const REVISION_LIFETIME: Duration = Duration::from_secs(1);
/// How long a request waits for the database before it gets the cached list.
const STALE_TIMEOUT: Duration = Duration::from_secs(1);

/// The cached list; part of [`App`].
#[derive(Default)]
pub struct OfferedTreks {
    kept: RwLock<Option<Kept>>,
    /// Counts the saves of this process. A list that was read before a save is not cached after it.
    saves: AtomicU64,
    /// One reader of the store at a time, so that many requests after a save read it once.
    reading: tokio::sync::Mutex<()>,
}

#[derive(Clone)]
struct Kept {
    snapshot: Arc<Snapshot>,
    checked: Instant,
}

/// The treks on offer at one revision of the store, ready to send.
pub struct Snapshot {
    pub treks: Vec<TrekSummary>,
    revision: i64,
    list: Prepared,
    /// The response of `GET /api/treks/map`.
    pub map: Prepared,
}

/// A response that is the same for every client, in every content coding.
pub struct Prepared {
    forms: [Form; 3],
}

/// The response in one content coding.
struct Form {
    coding: Coding,
    bytes: Bytes,
    tag: EntityTag,
}

impl AppState for OfferedTreks {
    fn new(_: &App) -> Self {
        Self::default()
    }
}

impl OfferedTreks {
    /// Drops the cached list after a save in this process.
    pub fn forget(&self) {
        self.saves.fetch_add(1, Ordering::SeqCst);
        *self.kept.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    pub async fn get(&self, db: &Db) -> ApiResult<Arc<Snapshot>> {
        match self.trusted() {
            Some(snapshot) => Ok(snapshot),
            None => self.refresh(db).await,
        }
    }

    fn kept(&self) -> Option<Kept> {
        self.kept
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn trusted(&self) -> Option<Arc<Snapshot>> {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        let kept = kept
            .as_ref()
            .filter(|kept| kept.checked.elapsed() < REVISION_LIFETIME)?;
        Some(kept.snapshot.clone())
    }

    async fn refresh(&self, db: &Db) -> ApiResult<Arc<Snapshot>> {
        let _turn = self.reading.lock().await;
        if let Some(snapshot) = self.trusted() {
            return Ok(snapshot);
        }
        let saves = self.saves.load(Ordering::SeqCst);
        let kept = self.kept();
        let read = read_unless_kept(db, kept.as_ref());
        let snapshot = match kept.as_ref() {
            None => read.await?,
            Some(kept) if db.is_away() => kept.snapshot.clone(),
            Some(kept) => match timeout(STALE_TIMEOUT, read).await {
                Ok(Err(error)) if !error.status.is_server_error() => return Err(error),
                Ok(Ok(snapshot)) => snapshot,
                // Requests do not wait for an unavailable database: they get the cached list.
                Ok(Err(_)) | Err(_) => kept.snapshot.clone(),
            },
        };
        let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
        if self.saves.load(Ordering::SeqCst) == saves {
            *kept = Some(Kept {
                snapshot: snapshot.clone(),
                checked: Instant::now(),
            });
        }
        Ok(snapshot)
    }
}

async fn read_unless_kept(db: &Db, kept: Option<&Kept>) -> ApiResult<Arc<Snapshot>> {
    // Read before the treks: a save in between makes the list look older than it is, never newer.
    let revision = store::treks::revision(db).await?;
    match kept {
        Some(kept) if kept.snapshot.revision == revision => Ok(kept.snapshot.clone()),
        _ => Ok(Arc::new(read(db, revision).await?)),
    }
}

async fn read(db: &Db, revision: i64) -> ApiResult<Snapshot> {
    let treks = store::treks::list(db).await?;
    let banners = treks.iter().map(|trek| trek.images.banner_image.as_str());
    let known = Known::of(db, banners).await?;
    let rated = store::reviews::ratings(db, treks.iter().map(|trek| trek.id)).await?;
    tokio::task::spawn_blocking(move || {
        let shown = treks
            .iter()
            .filter(|trek| trek.visible_routes().next().is_some());
        let map = shown.clone().map(TrekOnMap::from).collect();
        let shown = shown.map(|trek| TrekSummary {
            placeholders: known.for_pictures([trek.images.banner_image.as_str()]),
            rating: rated.get(&trek.id).copied().and_then(TrekRating::of),
            ..trek.into()
        });
        Snapshot::new(shown.collect(), map, revision)
    })
    .await
    .map_err(ApiError::internal)?
    .map_err(ApiError::internal)
}

impl Snapshot {
    fn new(treks: Vec<TrekSummary>, map: Vec<TrekOnMap>, revision: i64) -> std::io::Result<Self> {
        let answer = TrekListAnswer {
            status: Success::Success,
            data: TrekList { treks },
        };
        let map = TrekMapAnswer {
            status: Success::Success,
            data: TrekMap { treks: map },
        };
        Ok(Self {
            revision,
            list: Prepared::new(&answer)?,
            map: Prepared::new(&map)?,
            treks: answer.data.treks,
        })
    }

    /// The list as JSON.
    pub fn plain(&self) -> &[u8] {
        let [.., plain] = &self.list.forms;
        &plain.bytes
    }
}

impl Prepared {
    fn new(answer: &impl Serialize) -> std::io::Result<Self> {
        let plain = serde_json::to_vec(answer)?;
        let hash = Sha256::digest(&plain);
        let form = |coding: Coding| -> std::io::Result<Form> {
            Ok(Form {
                coding,
                bytes: coding.encode(&plain)?.into(),
                tag: EntityTag::new(&hash, coding),
            })
        };
        let [brotli, gzip, identity] = Coding::ALL;
        Ok(Self {
            forms: [form(brotli)?, form(gzip)?, form(identity)?],
        })
    }

    pub fn answer(&self, asked: &HeaderMap) -> Response {
        let coding = Coding::preferred(asked);
        let [.., plain] = &self.forms;
        let mut forms = self.forms.iter();
        let form = forms.find(|form| form.coding == coding).unwrap_or(plain);
        let representation = Representation {
            content_type: HeaderValue::from_static("application/json"),
            cache_control: HeaderValue::from_static("no-cache"),
            coding,
            tag: form.tag.clone(),
        };
        representation.respond(asked, StatusCode::OK, || Ok(form.bytes.clone()))
    }
}

/// Lists the treks on offer with their visible routes, without the days.
#[utoipa::path(
    get, path = "/api/treks/getall", tag = "treks", params(Departing),
    responses((status = 200, body = TrekListAnswer), BadRequest, ServerError),
)]
pub async fn list_treks(State(app): State<App>, request: Request) -> ApiResult<Response> {
    // Takes the whole request, because the extractor of headers would copy them.
    let snapshot = OfferedTreks::of(&app).get(&app.db).await?;
    match departing::read(request.uri())? {
        None => Ok(snapshot.list.answer(request.headers())),
        Some(wanted) => {
            let treks = departing::filter(&app, &snapshot.treks, wanted).await?;
            let answer = TrekListAnswer {
                status: Success::Success,
                data: TrekList { treks },
            };
            Ok(Json(answer).into_response())
        }
    }
}
