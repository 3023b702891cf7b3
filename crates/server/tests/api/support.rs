//! Each test starts its own app, with its own database and outbox and a clock that the test controls.

use std::panic::Location;
use std::path::PathBuf;

use axum::Router;
use axum::http::Method;
use chautari::jobs;
use chautari::platform::adapters::clock::{Clock, FixedClock};
use chautari::platform::app::App;
use chautari::platform::config::Config;
use chautari::platform::settings::Values;
use chautari::router;
use chrono::{DateTime, TimeDelta, Utc};
use domain::account::Role;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::call::Call;
use crate::outbox::{self, MailFile};
use crate::test_database::create_migrated_database;
use crate::time_limit::TimeLimit;

/// The time at the start of every test: a morning in Kathmandu.
pub fn beginning() -> DateTime<Utc> {
    "2026-11-20T03:30:00Z".parse().expect("a moment")
}

/// The lease of a claimed job. The clock of a test stands still, so the lease does not end.
const A_SECOND: TimeDelta = TimeDelta::seconds(1);

pub struct TestApp {
    pub app: App,
    pub clock: FixedClock,
    pub router: Router,
    database_url: String,
    pub folder: TempDir,
    may_leave_jobs: bool,
    _limit: TimeLimit,
}

/// A signed-in user.
#[derive(Debug, Clone)]
pub struct Login {
    pub user_id: String,
    pub access: String,
    pub refresh: String,
}

impl TestApp {
    pub async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// Starts with settings that replace the defaults of the tests.
    pub async fn start_with(settings: &[(&'static str, &str)]) -> Self {
        let limit = TimeLimit::of_test();
        let _step = TimeLimit::of_step("the start of the app", Location::caller());
        let _ = rustls::crypto::ring::default_provider().install_default();
        let folder = tempfile::tempdir().expect("a folder");
        let database_url = create_migrated_database(folder.path()).await;
        let defaults = [
            ("listen", "127.0.0.1:0"),
            ("database_url", &database_url),
            ("data_dir", folder.path().to_str().expect("a path")),
            ("public_url", "http://localhost:8080"),
            ("exchange_rate_url", "off"),
            // Most tests check the emails to travellers. Tests of the emails to the agency turn them on.
            ("agency_email", "off"),
            // The minimum of argon2: tests check the comparison, not its cost.
            ("argon2_memory_kib", "8"),
            ("argon2_iterations", "1"),
        ];
        // A folder for each test in the storage bucket, where one is configured.
        let storage = std::env::var("CHAUTARI_TEST_STORAGE_URL").ok();
        let storage = storage.map(|bucket| format!("{bucket}/{}", Clock::System.new_id()));
        let storage = storage.as_deref().map(|url| ("storage_url", url));
        let given: Vec<_> = defaults
            .iter()
            .chain(&storage)
            .chain(settings)
            .map(|(name, value)| (*name, (*value).to_owned()))
            .collect();
        let config = Config::from_values(&Values::from_pairs(&given)).expect("settings");
        let clock = FixedClock::at(beginning());
        let app = App::start(config, Clock::Fixed(clock.clone()))
            .await
            .expect("the app starts");
        Self {
            router: router::router(app.clone()),
            app,
            clock,
            database_url,
            folder,
            may_leave_jobs: false,
            _limit: limit,
        }
    }

    pub fn get(&self, path: &str) -> Call {
        Call::new(self.router.clone(), Method::GET, path)
    }

    pub fn post(&self, path: &str, body: &Value) -> Call {
        Call::new(self.router.clone(), Method::POST, path).json(body)
    }

    pub fn call(&self, method: Method, path: &str) -> Call {
        Call::new(self.router.clone(), method, path)
    }

    pub fn outbox_folder(&self) -> PathBuf {
        self.folder.path().join("outbox")
    }

    pub fn outbox(&self) -> Vec<MailFile> {
        outbox::read(&self.outbox_folder())
    }

    /// For tests of jobs that fail: the app may end with jobs left.
    pub fn may_leave_jobs(&mut self) {
        self.may_leave_jobs = true;
    }

    /// Runs every due job twice, as after a crash: the second run must succeed too and change no
    /// email.
    #[track_caller]
    pub fn do_jobs(&self) -> impl Future<Output = ()> {
        let caller = Location::caller();
        async move {
            let _step = TimeLimit::of_step("the jobs that are due", caller);
            loop {
                let now = self.app.clock.now();
                let claimed = store::jobs::claim(&self.app.db, now, now + A_SECOND, 100)
                    .await
                    .expect("claimed");
                if claimed.is_empty() {
                    return;
                }
                for job in claimed {
                    let mut mails = Vec::new();
                    for _ in 0..2 {
                        // Cloned for each job, as the worker does: with the settings of this moment.
                        jobs::run(&self.app.clone(), &job)
                            .await
                            .unwrap_or_else(|error| panic!("{caller}: {:?}: {error}", job.job));
                        mails.push(
                            self.outbox()
                                .into_iter()
                                .map(|mail| mail.raw)
                                .collect::<Vec<_>>(),
                        );
                    }
                    assert_eq!(
                        mails[0], mails[1],
                        "{caller}: {:?} did something else again",
                        job.job
                    );
                    store::jobs::finish(&self.app.db, job.id)
                        .await
                        .expect("finished");
                }
            }
        }
    }

    /// Runs the jobs and returns the code of the newest email to an address.
    pub async fn mailed_code(&self, email: &str) -> String {
        self.do_jobs().await;
        let mails = self.outbox();
        let mail = mails
            .iter()
            .rfind(|mail| mail.to == email)
            .expect("a mail with a code");
        mail.subject
            .chars()
            .take_while(char::is_ascii_digit)
            .collect()
    }

    /// Signs up with the emailed code.
    pub async fn sign_up(&self, name: &str, email: &str, password: &str) -> Login {
        let ask = json!({"name": name, "email": email, "password": password, "confirmPassword": password});
        let begun = self.post("/api/auth/signup", &ask).send().await.expect(200);
        let code = self.mailed_code(email).await;
        let ask = json!({"otp": code, "tempUserId": begun["tempUserId"]});
        Login::of(self.post("/api/auth/verifyOTP", &ask).send().await)
    }

    pub async fn login(&self, email: &str, password: &str) -> Login {
        let ask = json!({"email": email, "password": password});
        Login::of(self.post("/api/auth/login", &ask).send().await)
    }

    /// Signs up the traveller Maya.
    pub async fn traveller(&self) -> Login {
        self.sign_up("Maya Gurung", "maya@example.com", "trail of many stones")
            .await
    }

    /// Signs up an administrator.
    pub async fn admin(&self) -> Login {
        let login = self
            .sign_up("Ang Rita", "admin@example.com", "mountain of many roads")
            .await;
        self.give_role(&login, Role::Admin).await;
        login
    }

    /// Gives a role to a user.
    pub async fn give_role(&self, login: &Login, role: Role) {
        let id = login.user_id.parse().expect("an id");
        let changed = store::accounts::set_role(&self.app.db, id, role).await;
        assert!(changed.expect("changed"));
    }
}

impl Login {
    #[track_caller]
    pub fn of(answer: crate::call::Answer) -> Self {
        let token = |name| answer.header(name).map(str::to_owned);
        let (access, refresh) = (token("x-access-token"), token("x-refresh-token"));
        let body = answer.expect(200);
        Self {
            user_id: body["user"]["id"].as_str().expect("an id").to_owned(),
            access: access.expect("an access token"),
            refresh: refresh.expect("a refresh token"),
        }
    }
}

/// Fails a test that leaves jobs, because it did not check all of its effects.
impl Drop for TestApp {
    fn drop(&mut self) {
        if std::thread::panicking() || self.may_leave_jobs {
            return;
        }
        // On its own thread and connection: the runtime of the test waits for this drop.
        let url = self.database_url.clone();
        let count = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            runtime.expect("a runtime").block_on(async move {
                let db = store::connect(&url).await.expect("the database");
                let open = store::jobs::count_open(&db).await.expect("a count");
                db.close().await.expect("closed");
                open
            })
        });
        let (open, given_up) = count.join().expect("a count");
        assert_eq!(
            (open, given_up),
            (0, 0),
            "jobs were left undone, and of those given up"
        );
    }
}
