//! Cache of the public reads: responses that are the same for every client, and what several of them are made of.
//!
//! A value is never older than the last save through this process: it is used only while the generation of what it
//! shows is the one that was current before it was read ([`Db::generation`]). Another server's save of content raises
//! the generation within half a second. Values that show departures, seats or bookings also expire after a second,
//! because a hold ends by the time and other servers sell seats too; articles after a few seconds, because their views are
//! not saves; all others after a minute, for what else depends on the time.
//!
//! While the database does not respond, the last value is sent.
//!
//! [`Db::generation`]: store::Db::generation

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::HeaderMap;
use axum::response::Response;
use chrono::{DateTime, TimeDelta, Utc};
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};
use serde::Serialize;
use store::public_content::{Generation, Kind};
use tokio::time::timeout;
use uuid::Uuid;

use crate::http::error::ApiResult;
use crate::http::prepared::Prepared;
use crate::platform::app::{App, AppState};
use crate::platform::config::Config;

/// Memory for all values. A page with all its data takes up to 400 kB.
const MAX_BYTES: u64 = 32 * 1024 * 1024;
/// An estimate for the size of the tables.
const USUAL_ENTRIES: usize = 500;
const LIFETIME_OF_CONTENT: TimeDelta = TimeDelta::minutes(1);
const LIFETIME_OF_VIEWS: TimeDelta = TimeDelta::seconds(5);
const LIFETIME_OF_DEPARTURES: TimeDelta = TimeDelta::seconds(1);
/// How long a request waits for the database before it gets the last value.
const STALE_TIMEOUT: Duration = Duration::from_secs(4);

/// Names a public read with its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    name: &'static str,
    shows: Kind,
    lifetime: TimeDelta,
    id: Uuid,
    part: (u64, u64),
}

impl Key {
    const fn new(name: &'static str, shows: Kind, lifetime: TimeDelta) -> Self {
        let (id, part) = (Uuid::nil(), (0, 0));
        Self {
            name,
            shows,
            lifetime,
            id,
            part,
        }
    }

    /// Of a read that shows no departures, seats or bookings.
    pub const fn content(name: &'static str) -> Self {
        Self::new(name, Kind::Content, LIFETIME_OF_CONTENT)
    }

    /// Of content with views of articles.
    pub const fn views(name: &'static str) -> Self {
        Self::new(name, Kind::Content, LIFETIME_OF_VIEWS)
    }

    pub const fn departures(name: &'static str) -> Self {
        Self::new(name, Kind::Departures, LIFETIME_OF_DEPARTURES)
    }

    pub const fn of(self, id: Uuid) -> Self {
        Self { id, ..self }
    }

    /// Of a part or a filtered form of the whole.
    pub const fn part(self, part: (u64, u64)) -> Self {
        Self { part, ..self }
    }
}

/// A value that the cache can hold.
pub trait Cached: Send + Sync + 'static {
    /// Memory that it may take.
    fn max_bytes(&self) -> usize;
    /// Takes from an earlier value what is expensive and still the same.
    fn reuse(&mut self, earlier: &Self);
}

impl Cached for Prepared {
    fn max_bytes(&self) -> usize {
        Self::max_bytes(self)
    }

    fn reuse(&mut self, earlier: &Self) {
        Self::reuse(self, earlier);
    }
}

/// Part of [`App`].
struct PublicCache {
    kept: Cache<Key, Arc<Kept>, Bytes>,
    /// One reader of each value at a time, so that many requests after a save read the database once.
    turns: Mutex<HashMap<Key, Arc<tokio::sync::Mutex<()>>>>,
}

#[derive(Clone)]
struct Bytes;

impl Weighter<Key, Arc<Kept>> for Bytes {
    fn weight(&self, _: &Key, kept: &Arc<Kept>) -> u64 {
        kept.max_bytes
    }
}

struct Kept {
    value: Arc<dyn Any + Send + Sync>,
    max_bytes: u64,
    /// Read before the value: a save in between makes the value look older than it is, never newer.
    generation: Generation,
    config: Arc<Config>,
    read_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

impl AppState for PublicCache {
    fn new(_: &App) -> Self {
        // One shard, so that one value may take all of the memory.
        let options = OptionsBuilder::new()
            .shards(1)
            .estimated_items_capacity(USUAL_ENTRIES)
            .weight_capacity(MAX_BYTES)
            .build()
            .expect("both capacities are set");
        let (hasher, lifecycle) = (DefaultHashBuilder::default(), DefaultLifecycle::default());
        Self {
            kept: Cache::with_options(options, Bytes, hasher, lifecycle),
            turns: Mutex::default(),
        }
    }
}

/// Responds with the JSON that `answer` returns, from the cache if it is current.
pub(crate) async fn respond<T, F, Fut>(
    app: &App,
    key: Key,
    asked: &HeaderMap,
    answer: F,
) -> ApiResult<Response>
where
    T: Serialize,
    F: FnOnce() -> Fut + Send,
    Fut: Future<Output = ApiResult<T>> + Send,
{
    let prepared = read(app, key, async || Prepared::json(&answer().await?)).await?;
    Ok(prepared.respond(asked).await)
}

/// The value of a key: current, or the last one while the database does not respond.
pub async fn read<T, F, Fut>(app: &App, key: Key, compute: F) -> ApiResult<Arc<T>>
where
    T: Cached,
    F: FnOnce() -> Fut + Send,
    Fut: Future<Output = ApiResult<T>> + Send,
{
    let cache = PublicCache::of(app);
    if let Some(value) = cache.current(app, &key, app.db.generation()) {
        return Ok(value);
    }
    // In a box, so that the future of a request that finds its value is small.
    Box::pin(cache.read_or_last(app, key, compute)).await
}

/// As [`read`], but fails while the database does not respond: for a part of another value, which would otherwise look
/// current with an outdated part.
pub(crate) async fn read_current<T, F, Fut>(app: &App, key: Key, compute: F) -> ApiResult<Arc<T>>
where
    T: Cached,
    F: FnOnce() -> Fut + Send,
    Fut: Future<Output = ApiResult<T>> + Send,
{
    let asked_at = app.db.generation();
    let cache = PublicCache::of(app);
    match cache.current(app, &key, asked_at) {
        Some(value) => Ok(value),
        None => cache.refresh(app, key, asked_at, compute).await,
    }
}

impl PublicCache {
    /// The value, if it includes all saves up to a generation.
    fn current<T: Cached>(&self, app: &App, key: &Key, asked_at: Generation) -> Option<Arc<T>> {
        let kept = self.kept.get(key)?;
        let is_current = kept.generation.content >= asked_at.content
            && (key.shows == Kind::Content || kept.generation.departures >= asked_at.departures)
            && Arc::ptr_eq(&kept.config, &app.config)
            && (kept.read_at..kept.expires_at).contains(&app.clock.now());
        is_current.then(|| kept.value())?
    }

    fn last<T: Cached>(&self, key: &Key) -> Option<Arc<T>> {
        self.kept.peek(key)?.value()
    }

    async fn read_or_last<T, F, Fut>(&self, app: &App, key: Key, compute: F) -> ApiResult<Arc<T>>
    where
        T: Cached,
        F: FnOnce() -> Fut + Send,
        Fut: Future<Output = ApiResult<T>> + Send,
    {
        let current = self.refresh(app, key, app.db.generation(), compute);
        let Some(last) = self.last(&key) else {
            return current.await;
        };
        if app.db.is_away() {
            return Ok(last);
        }
        match timeout(STALE_TIMEOUT, current).await {
            Ok(Err(error)) if error.status.is_server_error() => Ok(last),
            Ok(read) => read,
            Err(_) => Ok(last),
        }
    }

    async fn refresh<T, F, Fut>(
        &self,
        app: &App,
        key: Key,
        asked_at: Generation,
        compute: F,
    ) -> ApiResult<Arc<T>>
    where
        T: Cached,
        F: FnOnce() -> Fut + Send,
        Fut: Future<Output = ApiResult<T>> + Send,
    {
        let turn = Turn::of(self, key);
        let _held = turn.lock.lock().await;
        // Another request may have read it since. Even if it is outdated by now, it includes what this one may expect.
        if let Some(value) = self.current(app, &key, asked_at) {
            return Ok(value);
        }
        let (generation, read_at) = (app.db.generation(), app.clock.now());
        let mut value = match compute().await {
            Ok(value) => value,
            Err(error) => {
                if !error.status.is_server_error() {
                    self.kept.remove(&key);
                }
                return Err(error);
            }
        };
        if let Some(earlier) = self.last(&key) {
            value.reuse(&earlier);
        }
        let max_bytes = value.max_bytes() as u64;
        let value = Arc::new(value);
        let kept = Kept {
            value: value.clone(),
            max_bytes,
            generation,
            config: app.config.clone(),
            read_at,
            expires_at: expiry(app, &key, read_at),
        };
        self.kept.insert(key, Arc::new(kept));
        Ok(value)
    }
}

impl Kept {
    fn value<T: Cached>(&self) -> Option<Arc<T>> {
        self.value.clone().downcast().ok()
    }
}

/// Some values show the date, so none outlives the day by more than a second.
fn expiry(app: &App, key: &Key, read_at: DateTime<Utc>) -> DateTime<Utc> {
    let day = |moment: DateTime<Utc>| moment.with_timezone(&app.config.timezone).date_naive();
    let expires_at = read_at + key.lifetime;
    if day(read_at) == day(expires_at) {
        expires_at
    } else {
        read_at + LIFETIME_OF_DEPARTURES
    }
}

/// A request that reads a value, or waits for another one that does.
struct Turn<'a> {
    cache: &'a PublicCache,
    key: Key,
    lock: Arc<tokio::sync::Mutex<()>>,
}

impl<'a> Turn<'a> {
    fn of(cache: &'a PublicCache, key: Key) -> Self {
        let mut turns = cache.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let lock = turns.entry(key).or_default().clone();
        Self { cache, key, lock }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let turns = &self.cache.turns;
        let mut turns = turns.lock().unwrap_or_else(PoisonError::into_inner);
        // Only the map and this request hold the lock, so no other request waits for it.
        if Arc::strong_count(&self.lock) == 2 {
            turns.remove(&self.key);
        }
    }
}
