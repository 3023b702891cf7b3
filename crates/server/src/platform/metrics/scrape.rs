//! Renders `GET /metrics`: the counters of this server, and current totals of the database and the process.

use chrono::TimeDelta;
use prometheus::{Encoder, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry, TextEncoder};
use store::StoreResult;
use store::statistics::{self, OpenJobs};

use super::process;
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::job_runner::MAX_ATTEMPTS;

/// Prometheus text format 0.0.4. If the database does not respond, a metric reports that and the rest is still
/// rendered.
pub(crate) async fn text(app: &App) -> prometheus::Result<String> {
    let moment = Scrape(Registry::new());
    moment.program(app)?;
    moment.conflicts(app)?;
    let well = match Statistics::ask(app).await {
        Ok(figures) => {
            moment.figures(app, &figures)?;
            true
        }
        Err(error) => {
            tracing::warn!(
                error = error_chain(&error),
                "failed to query the database statistics"
            );
            false
        }
    };
    moment.one(
        "chautari_database_up",
        "Whether the database answered.",
        well.into(),
    )?;
    let mut families = app.metrics.0.registry.gather();
    families.extend(moment.0.gather());
    let mut text = Vec::new();
    TextEncoder::new().encode(&families, &mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Staff have acted or not by then; the alarm must be able to tell of another one.
const REFUND_FAILURES_SHOWN: TimeDelta = TimeDelta::days(7);

struct Statistics {
    bookings: Vec<(String, String, i64)>,
    refunds: Vec<(String, i64)>,
    jobs: Vec<OpenJobs>,
}

impl Statistics {
    async fn ask(app: &App) -> StoreResult<Self> {
        Ok(Self {
            bookings: statistics::bookings(&app.db).await?,
            refunds: statistics::refunds(&app.db, app.clock.now() - REFUND_FAILURES_SHOWN).await?,
            jobs: statistics::open_jobs(&app.db, MAX_ATTEMPTS).await?,
        })
    }
}

/// Metrics of one scrape. They are created anew each time, so that labels without values disappear.
struct Scrape(Registry);

impl Scrape {
    fn one(&self, name: &str, help: &str, value: i64) -> prometheus::Result<()> {
        let gauge = super::keep(&self.0, IntGauge::new(name, help)?)?;
        gauge.set(value);
        Ok(())
    }

    fn many(&self, name: &str, help: &str, labels: &[&str]) -> prometheus::Result<IntGaugeVec> {
        super::keep(&self.0, IntGaugeVec::new(Opts::new(name, help), labels)?)
    }

    fn counters(&self, name: &str, help: &str) -> prometheus::Result<IntCounterVec> {
        super::keep(
            &self.0,
            IntCounterVec::new(Opts::new(name, help), &["name"])?,
        )
    }

    fn program(&self, app: &App) -> prometheus::Result<()> {
        let help = "Always 1; the label says which version runs.";
        let build = self.many("chautari_build_info", help, &["version"])?;
        build.with_label_values(&[env!("CARGO_PKG_VERSION")]).set(1);
        let help = "When the program started, in Unix time.";
        self.one(
            "process_start_time_seconds",
            help,
            app.started_at.timestamp(),
        )?;
        if let Some(bytes) = process::resident_bytes() {
            self.one(
                "process_resident_memory_bytes",
                "Memory that is in use.",
                bytes,
            )?;
        }
        if let Some(number) = process::open_files() {
            self.one(
                "process_open_fds",
                "Files and sockets that are open.",
                number,
            )?;
        }
        let (open, idle, most) = app.db.connections();
        let help = "Connections to the database, idle and used.";
        let connections = self.many("chautari_database_connections", help, &["state"])?;
        connections.with_label_values(&["idle"]).set(idle.into());
        let used = open.saturating_sub(idle);
        connections.with_label_values(&["used"]).set(used.into());
        let help = "Connections that the pool opens at most.";
        self.one("chautari_database_connections_max", help, most.into())
    }

    fn conflicts(&self, app: &App) -> prometheus::Result<()> {
        let help = "Transactions that were run again after a conflict with another one.";
        let retries = self.counters("chautari_transaction_retries_total", help)?;
        let help = "Transactions whose last attempt failed after a conflict as well: 503.";
        let failures = self.counters("chautari_transaction_failures_total", help)?;
        for (name, conflicts) in app.db.conflicts() {
            let labels = [name];
            retries.with_label_values(&labels).inc_by(conflicts.retries);
            failures
                .with_label_values(&labels)
                .inc_by(conflicts.failures);
        }
        Ok(())
    }

    fn figures(&self, app: &App, figures: &Statistics) -> prometheus::Result<()> {
        let help = "Bookings by their own state and that of their payment.";
        let bookings = self.many("chautari_bookings", help, &["status", "payment"])?;
        for (status, payment, number) in &figures.bookings {
            bookings.with_label_values(&[status, payment]).set(*number);
        }
        let help = "Refunds: requested (the provider is still to make them), made, owed (staff make them), failed \
                    in the last seven days.";
        let refunds = self.many("chautari_refunds", help, &["state"])?;
        for (state, number) in &figures.refunds {
            refunds.with_label_values(&[state]).set(*number);
        }
        let help = "Jobs that are not done: waiting, retrying, or given_up: an email until staff act, another job \
                    that failed twelve times and is tried every hour.";
        let jobs = self.many("chautari_jobs", help, &["kind", "state"])?;
        for open in &figures.jobs {
            let labels = [open.kind.as_str(), open.state.as_str()];
            jobs.with_label_values(&labels).set(open.number);
        }
        let due = figures
            .jobs
            .iter()
            .filter(|open| open.state != OpenJobs::GIVEN_UP);
        let oldest = due
            .map(|open| (app.clock.now() - open.first_due_at).num_seconds())
            .max();
        let help = "How long the job that is due longest has been waiting; 0 where none is due.";
        self.one(
            "chautari_jobs_oldest_due_age_seconds",
            help,
            oldest.unwrap_or_default().max(0),
        )
    }
}
