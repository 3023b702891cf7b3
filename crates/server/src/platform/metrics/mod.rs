//! Metrics of one server. `GET /metrics` renders them for Prometheus (decisions §3).
//!
//! Every label has few values: route templates instead of paths, kinds instead of ids. Totals from the database are
//! not counted here but queried at each scrape (`scrape.rs`), so that all servers report the same values.

mod process;
pub mod scrape;

use std::sync::Arc;
use std::time::Duration;

use prometheus::core::Collector;
use prometheus::{
    GaugeVec, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry,
};

use crate::platform::adapters::mailer::MailError;
use crate::platform::adapters::payments::PaymentError;
use crate::platform::rate_limits::Limit;

/// Histogram buckets, from a cached page to the time limits of the program.
const SECONDS: [f64; 11] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0,
];

/// The counters of one server. Clones share them.
#[derive(Clone)]
pub struct Metrics(Arc<Counters>);

struct Counters {
    registry: Registry,
    requests: IntCounterVec,
    request_seconds: HistogramVec,
    requests_in_flight: IntGauge,
    jobs: IntCounterVec,
    mails: IntCounterVec,
    provider_calls: IntCounterVec,
    provider_seconds: HistogramVec,
    periodic_tasks: IntCounterVec,
    task_succeeded: GaugeVec,
    findings: IntCounterVec,
    limit_refusals: IntCounterVec,
    overload_refusals: IntCounterVec,
    uploads: IntCounterVec,
    upload_bytes: IntCounter,
}

impl Default for Metrics {
    /// # Panics
    /// Never: the names below are valid and unique.
    fn default() -> Self {
        let registry = Registry::new();
        Self(Arc::new(make(&registry).expect("the names are valid")))
    }
}

/// Name, help and labels.
type Described = (&'static str, &'static str, &'static [&'static str]);

const REQUESTS: Described = (
    "chautari_http_requests_total",
    "Requests that were answered.",
    &["route", "method", "status"],
);
const REQUEST_SECONDS: Described = (
    "chautari_http_request_duration_seconds",
    "From the request's headers to the answer's.",
    &["route"],
);
const REQUESTS_IN_FLIGHT: Described = (
    "chautari_http_requests_in_flight",
    "Requests without an answer yet.",
    &[],
);
const JOBS: Described = (
    "chautari_jobs_run_total",
    "Runs of jobs: done, failed (tried again) or given_up.",
    &["kind", "outcome"],
);
const MAILS: Described = (
    "chautari_mails_total",
    "Mails: sent, failed (tried again) or refused for good.",
    &["outcome"],
);
const PROVIDER_CALLS: Described = (
    "chautari_payment_provider_calls_total",
    "Calls of the payment provider: ok, refused, unavailable, or failed otherwise.",
    &["call", "outcome"],
);
const PROVIDER_SECONDS: Described = (
    "chautari_payment_provider_call_duration_seconds",
    "How long the payment provider took.",
    &["call"],
);
const PERIODIC_TASKS: Described = (
    "chautari_periodic_tasks_total",
    "Runs of the periodic tasks in this process: done or failed.",
    &["task", "outcome"],
);
const TASK_SUCCEEDED: Described = (
    "chautari_periodic_task_last_success_timestamp_seconds",
    "When a periodic task last succeeded at any server, in Unix time.",
    &["task"],
);
const FINDINGS: Described = (
    "chautari_reconciler_findings_total",
    "What the reconciler settled first, and what it failed to settle.",
    &["finding"],
);
const LIMIT_REFUSALS: Described = (
    "chautari_limit_refusals_total",
    "What was refused, slowed or left out because a limit was reached.",
    &["limit"],
);
const OVERLOAD_REFUSALS: Described = (
    "chautari_overload_refusals_total",
    "Requests refused with 503 because too many were in progress: public, work, upload or password.",
    &["queue"],
);
const UPLOADS: Described = (
    "chautari_uploads_total",
    "Pictures that arrived: stored or refused.",
    &["outcome"],
);
const UPLOAD_BYTES: Described = (
    "chautari_upload_bytes_total",
    "Bytes of pictures that arrived.",
    &[],
);

fn make(registry: &Registry) -> prometheus::Result<Counters> {
    let counters = |(name, help, labels): Described| {
        keep(registry, IntCounterVec::new(Opts::new(name, help), labels)?)
    };
    let seconds = |(name, help, labels): Described| {
        let options = HistogramOpts::new(name, help).buckets(SECONDS.to_vec());
        keep(registry, HistogramVec::new(options, labels)?)
    };
    let (name, help, _) = REQUESTS_IN_FLIGHT;
    let requests_in_flight = keep(registry, IntGauge::new(name, help)?)?;
    let (name, help, labels) = TASK_SUCCEEDED;
    let task_succeeded = keep(registry, GaugeVec::new(Opts::new(name, help), labels)?)?;
    let (name, help, _) = UPLOAD_BYTES;
    let upload_bytes = keep(registry, IntCounter::new(name, help)?)?;
    Ok(Counters {
        registry: registry.clone(),
        requests: counters(REQUESTS)?,
        request_seconds: seconds(REQUEST_SECONDS)?,
        requests_in_flight,
        jobs: counters(JOBS)?,
        mails: counters(MAILS)?,
        provider_calls: counters(PROVIDER_CALLS)?,
        provider_seconds: seconds(PROVIDER_SECONDS)?,
        periodic_tasks: counters(PERIODIC_TASKS)?,
        task_succeeded,
        findings: counters(FINDINGS)?,
        limit_refusals: counters(LIMIT_REFUSALS)?,
        overload_refusals: counters(OVERLOAD_REFUSALS)?,
        uploads: counters(UPLOADS)?,
        upload_bytes,
    })
}

fn keep<C: Collector + Clone + 'static>(registry: &Registry, metric: C) -> prometheus::Result<C> {
    registry.register(Box::new(metric.clone()))?;
    Ok(metric)
}

/// How a run of a job ended.
#[derive(Debug, Clone, Copy)]
pub enum JobEnd {
    Done,
    Failed,
    GivenUp,
}

/// A request in progress. It is counted until this value is dropped, also when the client disconnects.
pub struct RequestInFlight(IntGauge);

impl Drop for RequestInFlight {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    #[must_use]
    pub fn begin_request(&self) -> RequestInFlight {
        let gauge = self.0.requests_in_flight.clone();
        gauge.inc();
        RequestInFlight(gauge)
    }

    /// `labels` are route, method and class of the status.
    pub fn end_request(&self, labels: [&str; 3], seconds: f64) {
        let [route, ..] = labels;
        let durations = &self.0.request_seconds;
        durations.with_label_values(&[route]).observe(seconds);
        self.0.requests.with_label_values(&labels).inc();
    }

    pub fn job(&self, kind: &str, end: JobEnd) {
        let outcome = match end {
            JobEnd::Done => "done",
            JobEnd::Failed => "failed",
            JobEnd::GivenUp => "given_up",
        };
        self.0.jobs.with_label_values(&[kind, outcome]).inc();
    }

    pub fn mail(&self, sent: Result<(), &MailError>) {
        let outcome = match sent {
            Ok(()) => "sent",
            Err(error) if error.is_permanent() => "refused",
            Err(_) => "failed",
        };
        self.0.mails.with_label_values(&[outcome]).inc();
    }

    pub fn provider_call(&self, call: &str, took: Duration, answered: Result<(), &PaymentError>) {
        let outcome = match answered {
            Ok(()) => "ok",
            Err(PaymentError::Refused(_) | PaymentError::Unknown(_)) => "refused",
            Err(PaymentError::Unavailable(_)) => "unavailable",
            Err(_) => "failed",
        };
        let (calls, seconds) = (&self.0.provider_calls, &self.0.provider_seconds);
        calls.with_label_values(&[call, outcome]).inc();
        seconds
            .with_label_values(&[call])
            .observe(took.as_secs_f64());
    }

    pub fn periodic_task(&self, name: &str, is_done: bool) {
        let outcome = if is_done { "done" } else { "failed" };
        let counter = &self.0.periodic_tasks;
        counter.with_label_values(&[name, outcome]).inc();
    }

    /// At which server a shared task succeeded makes no difference: all show the same time, in Unix seconds.
    pub fn task_succeeded(&self, name: &str, at: i64) {
        let gauge = self.0.task_succeeded.with_label_values(&[name]);
        #[expect(clippy::cast_precision_loss, reason = "seconds stay exact for ages")]
        gauge.set(at as f64);
    }

    pub fn finding(&self, finding: &str) {
        self.0.findings.with_label_values(&[finding]).inc();
    }

    pub fn limit_refusal(&self, limit: Limit) {
        self.0
            .limit_refusals
            .with_label_values(&[limit.name()])
            .inc();
    }

    pub fn overload_refusal(&self, queue: &str) {
        let counter = &self.0.overload_refusals;
        counter.with_label_values(&[queue]).inc();
    }

    pub fn upload(&self, bytes: usize, is_stored: bool) {
        let outcome = if is_stored { "stored" } else { "refused" };
        self.0.uploads.with_label_values(&[outcome]).inc();
        self.0.upload_bytes.inc_by(bytes as u64);
    }
}
