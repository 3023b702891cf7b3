//! `chautari serve`: listens, prints its address, runs the worker beside the server, and shuts down in order.

use std::io::Write;
use std::net::SocketAddr;
use std::time::Duration;

use domain::rate::RateSource;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::cli::backup::before_migration;
use crate::features::account::password::PasswordHasher;
use crate::features::branding;
use crate::features::demo;
use crate::http::listener;
use crate::jobs;
use crate::platform::adapters::clock::Clock;
use crate::platform::app::{App, AppState as _, StartError};
use crate::platform::config::Config;
use crate::platform::open_files;
use crate::platform::other_servers;
use crate::platform::settings::BadSetting;
use crate::router;
use crate::site::metrics;

/// How long a shutdown waits for requests in progress. Clients give up sooner.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);

pub async fn serve(mut config: Config, with_demo: bool) -> Result<(), StartError> {
    config.check_sandbox(with_demo)?;
    if with_demo {
        // A typed rate needs no other service.
        config.rate_source.get_or_insert(RateSource::Typed);
    }
    let (listener, bound) = listen("CHAUTARI_LISTEN", config.listen).await?;
    config.follow_port(bound);
    let mut metrics_listener = None;
    if let Some(address) = config.metrics_listen {
        let (listener, bound) = listen("CHAUTARI_METRICS_LISTEN", address).await?;
        config.metrics_listen = Some(bound);
        metrics_listener = Some(listener);
    }
    let mut limits = config.connections.clone();
    limits.total = limits.total.min(open_files::raise_limit());
    let app = before_migration::start(config, Clock::System).await?;
    // Warms up: large pictures take a second to convert, and the first dummy password hash is slow. No visitor waits
    // for them.
    branding::current(&app).await;
    let _ = PasswordHasher::of(&app);
    if with_demo {
        demo::load(&app).await?;
    }
    let shutdown_signal = shutdown_signal().map_err(StartError::Signals)?;
    announce(&app, with_demo);

    if let Some(outbox) = app.mailer.outbox() {
        outbox.tidy().await;
    }
    let (stop, stopped) = watch::channel(false);
    let worker = tokio::spawn(jobs::work(app.clone(), stopped.clone()));
    tokio::spawn(other_servers::follow(app.clone(), stopped.clone()));
    if let Some(listener) = metrics_listener {
        let router = metrics::router(app.clone());
        // A shutdown does not wait for scrapes: an interrupted one is repeated.
        let limits = limits.clone();
        tokio::spawn(listener::serve(listener, router, stopped.clone(), limits));
    }
    let server = tokio::spawn(listener::serve(
        listener,
        router::router(app.clone()),
        stopped,
        limits,
    ));

    shutdown_signal.await;
    tracing::info!("shutting down: completing requests and jobs in progress");
    let _ = stop.send(true);
    let in_order = async {
        let _ = server.await;
        let _ = worker.await;
    };
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, in_order)
        .await
        .is_err()
    {
        tracing::warn!(
            "shut down with requests or jobs in progress; the jobs will run again at the next start"
        );
    }
    Ok(())
}

/// Binds the address. Port 0 picks a free port.
async fn listen(
    setting: &str,
    address: SocketAddr,
) -> Result<(TcpListener, SocketAddr), BadSetting> {
    let bound = async {
        let listener = TcpListener::bind(address).await?;
        let bound = listener.local_addr()?;
        Ok((listener, bound))
    };
    bound.await.map_err(|error: std::io::Error| {
        let problem = format!("cannot listen on {address} ({})", error.kind());
        BadSetting::new(setting, problem)
    })
}

/// Prints the address first: programs that start this one read it from the first line.
fn announce(app: &App, with_demo: bool) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "http://{}", app.config.listen);
    if let Some(address) = app.config.metrics_listen {
        let _ = writeln!(out, "Metrics at http://{address}/metrics");
    }
    if with_demo {
        let _ = writeln!(
            out,
            "Open {} in a browser. Demo logins:",
            app.config.public_url
        );
        for login in demo::logins() {
            let _ = writeln!(
                out,
                "  {:<10} {}  {}",
                login.role.as_str(),
                login.person.email,
                login.password
            );
        }
    }
    let _ = out.flush();
}

/// Registers the signal handlers when it is called, not when the future is first polled: a program that reads the
/// address may send a signal immediately.
#[cfg(unix)]
pub fn shutdown_signal() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

#[cfg(not(unix))]
pub fn shutdown_signal() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
