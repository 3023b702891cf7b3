//! The application state: built once and cloned into every handler.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use chrono::{DateTime, Utc};
use lettre::message::Mailbox;
use store::{Db, StoreError, Tx, dump};
use tokio::sync::Notify;
use tracing::Instrument as _;

use crate::platform::adapters::clock::Clock;
use crate::platform::adapters::esewa::Esewa;
use crate::platform::adapters::file_store::FileStore;
use crate::platform::adapters::identity::Identity;
use crate::platform::adapters::khalti::Khalti;
use crate::platform::adapters::khalti_id::IdKey;
use crate::platform::adapters::mailer::{Mail, MailError, Mailer};
use crate::platform::adapters::metered_payments::MeteredPayments;
use crate::platform::adapters::nrb::Nrb;
use crate::platform::adapters::outbox::Outbox;
use crate::platform::adapters::payments::{CardProvider, Payments};
use crate::platform::adapters::rates::Rates;
use crate::platform::adapters::sandbox::Sandbox;
use crate::platform::adapters::secrets::Secrets;
use crate::platform::adapters::stripe::Stripe;
use crate::platform::config::Config;
use crate::platform::live_settings::LiveSettings;
use crate::platform::metrics::Metrics;
use crate::platform::private_files::make_private_folder;
use crate::platform::secret_key;
use crate::platform::settings::BadSetting;
pub use crate::platform::start_error::StartError;
use crate::platform::traces;
use crate::platform::turn::give_up_turn;
use crate::platform::unfinished_restore::refuse_unfinished;

/// A handle with the settings of the moment in which it was cloned. axum clones it for each request and the worker for
/// each job, so that each sees the current settings, and the same until it ends.
pub struct App {
    inner: Arc<Parts>,
    pub config: Arc<Config>,
}

impl Clone for App {
    fn clone(&self) -> Self {
        Self {
            config: self.inner.settings.config(),
            inner: self.inner.clone(),
        }
    }
}

pub struct Parts {
    pub settings: LiveSettings,
    pub db: Db,
    pub clock: Clock,
    pub secrets: Secrets,
    /// Use [`App::send_mail`] to send emails.
    pub mailer: Mailer,
    pub files: FileStore,
    pub identity: Identity,
    pub payments: MeteredPayments,
    pub rates: Rates,
    pub nrb: Nrb,
    pub metrics: Metrics,
    pub started_at: DateTime<Utc>,
    wake: Notify,
    state: StateMap,
}

impl std::ops::Deref for App {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.inner
    }
}

type StateMap = RwLock<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>;

/// In-memory state of one module, such as a cache, a rate limit or a parsed setting. It is created on first use, so
/// that this file does not depend on the modules that use it.
pub trait AppState: Send + Sync + Sized + 'static {
    fn new(app: &App) -> Self;

    #[must_use]
    fn of(app: &App) -> Arc<Self> {
        app.state()
    }
}

impl App {
    /// Creates the data folder, connects to the database and runs the migrations.
    pub async fn start(config: Config, clock: Clock) -> Result<Self, StartError> {
        refuse_unfinished(&config.data_dir)?;
        let folder = config.data_dir.display().to_string();
        let no_folder = |error| {
            StartError::DataDir(
                format!("'{folder}' may be a folder that can be written"),
                error,
            )
        };
        make_private_folder(&config.data_dir).map_err(no_folder)?;
        let secrets =
            Secrets::load(&config.data_dir, config.secret_key.as_deref()).map_err(no_folder)?;
        let db = store::connect(&config.database_url).await?;
        refuse_newer(&db).await?;
        db.migrate().await?;
        secret_key::check(&db, &secrets).await?;
        check_currency(&db, &config).await?;
        store::bookings::fill_references(&db, &config.reference_prefix).await?;
        let app = Self::new(config, db, clock, secrets)?;
        app.settings.refresh(&app.db).await?;
        let app = app.clone();
        let policy = &app.config.cancellation_policy;
        store::bookings::fill_cancellation_policies(&app.db, policy).await?;
        Ok(app)
    }

    pub fn new(config: Config, db: Db, clock: Clock, secrets: Secrets) -> Result<Self, StartError> {
        let files = FileStore::open(&config.storage)?;
        let mailer = mailer(&config, &files);
        let identity = Identity::new(&config, clock.clone());
        let metrics = Metrics::default();
        let payments = payments(&config, &db, &clock, &secrets)?;
        let payments = MeteredPayments::new(payments, metrics.clone());
        let started_at = Clock::System.now();
        let rates = Rates::new(config.exchange_rate_url.as_deref());
        let nrb = Nrb::new(&config.nrb_url);
        let settings = LiveSettings::new(config);
        Ok(Self {
            config: settings.current().config.clone(),
            inner: Arc::new(Parts {
                settings,
                db,
                clock,
                secrets,
                mailer,
                files,
                identity,
                payments,
                rates,
                nrb,
                metrics,
                started_at,
                wake: Notify::new(),
                state: StateMap::default(),
            }),
        })
    }

    /// Runs `body` in a transaction, and again after a conflict: see [`Db::in_transaction`].
    pub(crate) async fn in_transaction<T, E, F, Fut>(
        &self,
        name: &'static str,
        body: F,
    ) -> Result<T, E>
    where
        F: Fn(Tx) -> Fut,
        Fut: Future<Output = Result<T, E>> + Send,
        E: From<StoreError>,
    {
        self.db.in_transaction(name, body).await
    }

    /// Sends an email and counts the result in the metrics.
    pub async fn send_mail(&self, mail: Mail) -> Result<(), MailError> {
        self.send_mail_from(mail, &self.config.mail_from).await
    }

    /// As [`App::send_mail`], from another sender.
    pub(crate) async fn send_mail_from(&self, mail: Mail, from: &Mailbox) -> Result<(), MailError> {
        give_up_turn();
        let span = tracing::info_span!(target: traces::TARGET, "mail", otel.kind = "client");
        let sent = self.mailer.send(mail, from).instrument(span).await;
        self.metrics.mail(sent.as_ref().copied());
        sent
    }

    fn state<S: AppState>(&self) -> Arc<S> {
        let id = TypeId::of::<S>();
        let known = self.state.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(state) = known.get(&id).and_then(downcast) {
            return state;
        }
        drop(known);
        // Created before the lock is taken, because `new` may be slow or may access other state.
        let made: Arc<dyn Any + Send + Sync> = Arc::new(S::new(self));
        let mut known = self.state.write().unwrap_or_else(PoisonError::into_inner);
        let kept = known.entry(id).or_insert(made);
        downcast(kept).expect("a state is kept under the id of its type")
    }

    /// Wakes the worker after a job was stored, so that an email does not wait for the next poll.
    pub fn wake_worker(&self) {
        self.wake.notify_one();
    }

    pub(crate) async fn woken(&self) {
        self.wake.notified().await;
    }
}

fn downcast<S: AppState>(state: &Arc<dyn Any + Send + Sync>) -> Option<Arc<S>> {
    state.clone().downcast().ok()
}

fn mailer(config: &Config, files: &FileStore) -> Mailer {
    let host = config.public_host();
    match config.smtp.clone() {
        Some(server) => Mailer::Smtp { server, host },
        None => Mailer::Outbox {
            outbox: Outbox::new(config, files),
            host,
        },
    }
}

/// For cards Stripe if its keys are set, otherwise the sandbox or none; and each wallet whose keys are set.
fn payments(
    config: &Config,
    db: &Db,
    clock: &Clock,
    secrets: &Secrets,
) -> Result<Payments, StartError> {
    let bad = |name: &'static str, error: &dyn std::error::Error| {
        StartError::from(BadSetting::new(name, error.to_string()))
    };
    let cards = match &config.stripe {
        Some(keys) => Stripe::new(keys, clock.clone())
            .map(CardProvider::Stripe)
            .map_err(|error| bad("CHAUTARI_STRIPE_API_URL", &error))?,
        None if config.uses_sandbox() => CardProvider::Sandbox(Sandbox {
            db: db.clone(),
            clock: clock.clone(),
            faults: config.sandbox_faults.clone(),
        }),
        None => CardProvider::None,
    };
    let esewa = config.esewa.as_ref();
    let esewa = esewa.map(|keys| Esewa::new(keys, clock.clone()));
    let key = IdKey(secrets.wallet_payment_key());
    let khalti = config.khalti.as_ref();
    let khalti = khalti.map(|keys| Khalti::new(keys, key, clock.clone()));
    Ok(Payments {
        cards,
        esewa: esewa
            .transpose()
            .map_err(|error| bad("CHAUTARI_ESEWA_URL", &error))?,
        khalti: khalti
            .transpose()
            .map_err(|error| bad("CHAUTARI_KHALTI_URL", &error))?,
    })
}

/// An older program would misread the tables of a newer one. The migrations refuse them as well, in words for developers.
async fn refuse_newer(db: &Db) -> Result<(), StartError> {
    let dump::Schema::Newer(name) = dump::schema(db).await? else {
        return Ok(());
    };
    let problem = format!(
        "the database was migrated by a newer Chautari ({name} is unknown to {}); start that version, or restore a \
         backup from before the upgrade",
        env!("CARGO_PKG_VERSION")
    );
    Err(BadSetting::new("CHAUTARI_DATABASE_URL", problem).into())
}

/// Amounts stored in one currency must not be charged in another.
async fn check_currency(db: &Db, config: &Config) -> Result<(), StartError> {
    let ours = config.currency.code();
    let stored = store::treks::currencies(db).await?;
    match stored.iter().find(|code| *code != ours) {
        None => Ok(()),
        Some(code) => {
            let problem =
                format!("is {ours}, but the stored treks are priced in {code}; it must be {code}");
            Err(BadSetting::new("CHAUTARI_CURRENCY", problem).into())
        }
    }
}
