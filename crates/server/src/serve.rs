//! Serves: binds, prints its address, runs the worker beside the answers, and ends in order.

use std::io::Write;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::app::{App, StartError};
use crate::config::Config;
use crate::ports::clock::Clock;
use crate::settings::BadSetting;
use crate::{connections, demo, router, worker};

/// What is under way when the end is asked for may take so long; the clients give up sooner.
const LAST_ANSWERS: Duration = Duration::from_secs(10);

pub async fn serve(mut config: Config, with_demo: bool) -> Result<(), StartError> {
    config.check_sandbox(with_demo)?;
    for name in &config.without_effect {
        tracing::warn!("{name} is set and has no effect in this version");
    }
    let listener = TcpListener::bind(config.listen)
        .await
        .map_err(|error| cannot_listen(&config, &error))?;
    let bound = listener
        .local_addr()
        .map_err(|error| cannot_listen(&config, &error))?;
    config.follow_port(bound);
    let app = App::start(config, Clock::System).await?;
    if with_demo {
        demo::load(&app).await?;
    }
    let asked_to_end = asked_to_end().map_err(StartError::Signals)?;
    announce(&app, with_demo);

    app.mailer.tidy().await;
    let (stop, stopped) = watch::channel(false);
    let worker = tokio::spawn(worker::work(app.clone(), stopped.clone()));
    let server = tokio::spawn(connections::serve(
        listener,
        router::router(app.clone()),
        stopped,
    ));

    asked_to_end.await;
    tracing::info!("ending: no new requests, what is under way is finished");
    let _ = stop.send(true);
    let in_order = async {
        let _ = server.await;
        let _ = worker.await;
    };
    if tokio::time::timeout(LAST_ANSWERS, in_order).await.is_err() {
        tracing::warn!(
            "ended with requests or jobs under way; the jobs run again at the next start"
        );
    }
    Ok(())
}

fn cannot_listen(config: &Config, error: &std::io::Error) -> BadSetting {
    BadSetting::new(
        "CHAUTARI_LISTEN",
        format!("{} cannot be listened on ({})", config.listen, error.kind()),
    )
}

/// The address first: programs that start this one read it there.
fn announce(app: &App, with_demo: bool) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "http://{}", app.config.listen);
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

/// Listens from the moment it is called, not from the first poll: who reads the address may ask for the end at once.
#[cfg(unix)]
pub fn asked_to_end() -> std::io::Result<impl Future<Output = ()>> {
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
pub fn asked_to_end() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
