//! `chautari enquiry receive`: reads one email from standard input, for the pipe of a mail server.

use std::io::{Read, Write};
use std::process::ExitCode;

use crate::cli::backup::before_migration;
use crate::features::enquiry::receive::{self, MAX_MAIL_BYTES, Received, Refusal};
use crate::platform::adapters::clock::Clock;
use crate::platform::config::Config;

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// The mail server keeps the email and tries again (EX_TEMPFAIL of sysexits.h).
pub const TRY_AGAIN: u8 = 75;

/// Stores the email, or prints to standard error why not, for the mail server to return it to its sender. Errors of this
/// server keep the email in the queue of the mail server.
pub async fn receive(config: Config, recipient: Option<&str>) -> Result<ExitCode, Failed> {
    let bytes = tokio::task::spawn_blocking(read_mail).await??;
    let app = before_migration::start(config, Clock::System).await?;
    match receive::receive(&app, &bytes, recipient).await {
        Ok(received) => {
            let outcome = match received {
                Received::Stored(_) => "stored an email in its enquiry",
                Received::StoredBefore => "ignored an email that was stored before",
                Received::Automatic => "ignored an automatic email",
            };
            tracing::info!("{outcome}");
            Ok(ExitCode::SUCCESS)
        }
        Err(Refusal::Store(error)) => Err(error.into()),
        Err(refusal) => {
            print_refusal(&refusal.to_string());
            Ok(ExitCode::from(refusal.exit_code()))
        }
    }
}

/// One byte more than permitted shows that the email is too large.
fn read_mail() -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = MAX_MAIL_BYTES as u64 + 1;
    let mut input = std::io::stdin().lock();
    input.by_ref().take(most).read_to_end(&mut bytes)?;
    // Read to the end, so that the mail server does not see a closed pipe instead of the exit code.
    std::io::copy(&mut input, &mut std::io::sink())?;
    Ok(bytes)
}

fn print_refusal(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
