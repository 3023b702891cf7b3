//! Periodic tasks of several servers on one database: the work is done once, and another server goes on when one dies.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use chautari::jobs;
use chautari::platform::adapters::clock::Clock;
use chautari::platform::app::App;
use chautari::platform::periodic_tasks::{PeriodicTask, share};
use chautari::router;
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::call::Call;
use crate::metrics_text::Text;
use crate::stage::{booked, stored_trek};
use crate::support::TestApp;

const LEASE: Duration = Duration::from_secs(3);
/// For a loaded machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Another server on the database of a test, with a data folder of its own.
pub async fn another(test: &TestApp) -> (App, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let key = test.folder.path().join("secret.key");
    std::fs::copy(key, folder.path().join("secret.key")).expect("the same key");
    let mut config = (*test.app.config).clone();
    config.data_dir = folder.path().to_owned();
    let app = App::start(config, Clock::Fixed(test.clock.clone())).await;
    (app.expect("another server"), folder)
}

struct Server {
    stop: watch::Sender<bool>,
    working: JoinHandle<()>,
}

impl Server {
    fn start(app: &App, tasks: &'static [PeriodicTask]) -> Self {
        let (stop, stopped) = watch::channel(false);
        let working = tokio::spawn(share(app.clone(), stopped, tasks, LEASE));
        Self { stop, working }
    }

    async fn stop(self) {
        self.stop.send(true).expect("it works");
        self.working.await.expect("it ends in order");
    }

    /// As a crash does: it finishes and releases nothing.
    async fn die(self) {
        self.working.abort();
        let _ = self.working.await;
    }
}

async fn until(what: &str, is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < PATIENCE, "{what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

static BUSY: AtomicUsize = AtomicUsize::new(0);
static MOST_BUSY: AtomicUsize = AtomicUsize::new(0);
static OFTEN: AtomicUsize = AtomicUsize::new(0);
const OFTEN_TASK: &[PeriodicTask] = &[PeriodicTask {
    name: "often",
    every: Duration::from_millis(300),
    run: |_| {
        Box::pin(async {
            MOST_BUSY.fetch_max(BUSY.fetch_add(1, SeqCst) + 1, SeqCst);
            tokio::time::sleep(Duration::from_millis(100)).await;
            BUSY.fetch_sub(1, SeqCst);
            OFTEN.fetch_add(1, SeqCst);
            Ok(())
        })
    },
}];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_servers_run_a_task_as_often_as_one_would_and_never_at_once() {
    let test = TestApp::start().await;
    let (second, _folder) = another(&test).await;
    let (third, _folder) = another(&test).await;
    let since = Instant::now();
    let servers = [&test.app, &second, &third].map(|app| Server::start(app, OFTEN_TASK));
    until("it runs again and again", || OFTEN.load(SeqCst) >= 4).await;
    for server in servers {
        server.stop().await;
    }
    // One server needs at least 400 ms for a run and the pause after it.
    let most = since.elapsed().as_millis() / 400 + 1;
    assert!(OFTEN.load(SeqCst) as u128 <= most, "at most {most}");
    assert_eq!(MOST_BUSY.load(SeqCst), 1);
}

static LONG: AtomicUsize = AtomicUsize::new(0);
const LONG_TASK: &[PeriodicTask] = &[PeriodicTask {
    name: "long",
    every: Duration::from_secs(3600),
    run: |_| {
        Box::pin(async {
            match LONG.fetch_add(1, SeqCst) {
                0 => std::future::pending().await,
                _ => Ok(()),
            }
        })
    },
}];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_server_of_a_task_dies_another_one_runs_it() {
    let test = TestApp::start().await;
    let (second, _folder) = another(&test).await;
    let first = Server::start(&test.app, LONG_TASK);
    until("it begins", || LONG.load(SeqCst) == 1).await;
    let other = Server::start(&second, LONG_TASK);
    tokio::time::sleep(LEASE * 3).await;
    assert_eq!(LONG.load(SeqCst), 1, "the lease is renewed");
    first.die().await;
    until("another server takes over", || LONG.load(SeqCst) == 2).await;
    other.stop().await;
}

static HOURLY: AtomicUsize = AtomicUsize::new(0);
const HOURLY_TASK: &[PeriodicTask] = &[PeriodicTask {
    name: "hourly",
    every: Duration::from_secs(3600),
    run: |_| {
        Box::pin(async {
            HOURLY.fetch_add(1, SeqCst);
            Ok(())
        })
    },
}];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_starts_again_after_a_crash_runs_its_tasks_at_once() {
    let test = TestApp::start().await;
    let (second, _folder) = another(&test).await;
    let is_stored = async || {
        let due = store::periodic_tasks::list(&test.app.db).await;
        due.expect("read")[0].last_success_at.is_some()
    };
    let first = Server::start(&test.app, HOURLY_TASK);
    until("it runs", || HOURLY.load(SeqCst) == 1).await;
    while !is_stored().await {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    first.die().await;
    // Nothing was interrupted in another server.
    let other = Server::start(&second, HOURLY_TASK);
    tokio::time::sleep(LEASE).await;
    other.stop().await;
    assert_eq!(HOURLY.load(SeqCst), 1);

    let again = Server::start(&test.app, HOURLY_TASK);
    until("it runs again", || HOURLY.load(SeqCst) == 2).await;
    again.stop().await;
    let again = Server::start(&test.app, HOURLY_TASK);
    tokio::time::sleep(LEASE).await;
    again.stop().await;
    assert_eq!(HOURLY.load(SeqCst), 2, "it had stopped in order");
}

/// Calls of the payment provider and rounds of the reconciler at all of these servers.
async fn asked(apps: &[&App]) -> (f64, f64) {
    let (mut calls, mut rounds) = (0.0, 0.0);
    for app in apps {
        let call = Call::new(
            router::router((*app).clone()),
            axum::http::Method::GET,
            "/metrics",
        );
        let answer = call.peer("127.0.0.1:40000").send().await;
        let text = Text::read(std::str::from_utf8(&answer.body).expect("text"));
        let labels = [("call", "retrieve"), ("outcome", "ok")];
        calls += text.value("chautari_payment_provider_calls_total", &labels);
        let labels = [("task", "reconcile_payments"), ("outcome", "done")];
        rounds += text.value("chautari_periodic_tasks_total", &labels);
    }
    (calls, rounds)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_servers_ask_the_payment_provider_as_often_as_one() {
    let mut test = TestApp::start().await;
    test.may_leave_jobs();
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    for _ in 0..3 {
        booked(&test, &me, &trek).await;
    }
    let (second, _folder) = another(&test).await;
    let (third, _folder) = another(&test).await;
    let apps = [&test.app, &second, &third];
    let (before, _) = asked(&apps).await;
    let (stop, stopped) = watch::channel(false);
    let working = apps.map(|app| tokio::spawn(jobs::work(app.clone(), stopped.clone())));
    let since = Instant::now();
    while asked(&apps).await.1 < 1.0 {
        assert!(since.elapsed() < PATIENCE, "the reconciler runs");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // The other servers have read the list of tasks by then.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let _ = stop.send(true);
    for server in working {
        server.await.expect("it ends in order");
    }
    let (after, rounds) = asked(&apps).await;
    assert_eq!((after - before, rounds), (3.0, 1.0));
}
