//! The command line: `serve`, `admin`, `ledger check`, `seats check`, `enquiry receive`, `openapi`, `check`, `health`,
//! `backup`, `restore` (decisions §1).

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use chautari::cli::admin;
use chautari::cli::backup;
use chautari::cli::check;
use chautari::cli::enquiry;
use chautari::cli::health;
use chautari::cli::ledger_check;
use chautari::cli::seats_check;
use chautari::cli::serve;
use chautari::platform::config::Config;
use chautari::platform::log_format::WithRequestId;
use chautari::platform::secret_key;
use chautari::platform::settings::{self, BadSetting, Values};
use chautari::platform::traces::{Traces, is_log};
use chautari::router;
use clap::{Arg, ArgAction, ArgMatches, Command};
use domain::account::Role;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{FilterExt, FilterFn, LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

fn command() -> Command {
    let demo = Arg::new("demo")
        .long("demo")
        .action(ArgAction::SetTrue)
        .help("Fill an empty database with demo data and print the demo logins");
    let new_secret_key = Arg::new("new-secret-key")
        .long("new-secret-key")
        .action(ArgAction::SetTrue)
        .help("Accept a changed CHAUTARI_SECRET_KEY; all users must log in again");
    let by_email = |name: &'static str, about: &'static str| {
        let email = Arg::new("email").long("email").value_name("ADDRESS");
        Command::new(name).about(about).arg(email.required(true))
    };
    let about = "Creates an administrator, a member of staff or a guide; reads the password from a prompt or standard input";
    let create = by_email("create", about)
        // `name` is also the setting with the site's name. This flag is the administrator's name.
        .arg(
            Arg::new("person")
                .long("name")
                .required(true)
                .value_name("NAME"),
        )
        .arg(
            Arg::new("role")
                .long("role")
                .value_parser(["admin", "staff", "guide"])
                .default_value("admin")
                .help("admin: everything. staff: all but settings, roles and refunds above staff_refund_limit. guide: manifests of own departures"),
        );
    Command::new("chautari")
        .about("Booking site for a trekking agency: treks, bookings and payments")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(settings::with_flags(
            Command::new("serve")
                .about("Starts the server")
                .arg(demo)
                .arg(new_secret_key),
        ))
        .subcommand(
            Command::new("admin")
                .about("Manages administrators, staff and guides")
                .subcommand_required(true)
                .subcommand(settings::with_flags_besides(create, &["name"]))
                .subcommand(settings::with_flags(
                    Command::new("list").about("Lists the administrators, staff and guides"),
                ))
                .subcommand(settings::with_flags(by_email(
                    "remove",
                    "Removes the role and ends all sessions; the last administrator cannot be removed",
                )))
                .subcommand(settings::with_flags(by_email(
                    "reset-password",
                    "Sets the password of a person with a role, from a prompt or standard input, and ends all sessions",
                )))
                .subcommand(settings::with_flags(by_email(
                    "reset-totp",
                    "Removes the second step of an account, for a person without the app and recovery codes, and ends all sessions",
                ))),
        )
        .subcommand(settings::with_flags(Command::new("check").about(
            "Checks the settings, database, storage, mail and payment provider",
        )))
        .subcommand(settings::with_flags(Command::new("health").about(
            "Succeeds if the server with these settings is ready, for the health check of a container",
        )))
        .subcommand(
            Command::new("ledger")
                .about("Inspects the payment ledger")
                .subcommand_required(true)
                .subcommand(settings::with_flags(Command::new("check").about(
                    "Compares the ledger with the payment provider and lists every difference",
                ))),
        )
        .subcommand(
            Command::new("seats")
                .about("Inspects the seats of departures")
                .subcommand_required(true)
                .subcommand(settings::with_flags(Command::new("check").about(
                    "Compares the seat pools with the bookings and lists every difference",
                ))),
        )
        .subcommand(
            Command::new("enquiry")
                .about("Handles the questions of travellers")
                .subcommand_required(true)
                .subcommand(settings::with_flags(receive_command())),
        )
        .subcommand(with_file(
            "backup",
            "Writes the data, images, secret key and outbox to one file, while the server runs",
        ))
        .subcommand(with_file(
            "restore",
            "Restores a backup into an empty data folder and an empty database",
        ))
        .subcommand(Command::new("openapi").about("Prints the OpenAPI document"))
}

fn receive_command() -> Command {
    let recipient = Arg::new("recipient")
        .long("recipient")
        .value_name("ADDRESS")
        .help("Address that the mail server received the email for; default: from its headers");
    Command::new("receive")
        .about("Stores the reply of a traveller: reads one email from standard input, for the pipe of a mail server")
        .arg(recipient)
}

/// A command with a backup file as argument, and all settings.
fn with_file(name: &'static str, about: &'static str) -> Command {
    let file = Arg::new("file")
        .required(true)
        .value_name("FILE")
        .value_parser(clap::value_parser!(PathBuf));
    settings::with_flags(Command::new(name).about(about).arg(file))
}

fn main() -> ExitCode {
    // Selects the TLS provider: the default of the library would need another one.
    let _ = rustls::crypto::ring::default_provider().install_default();
    match run(&command().get_matches()) {
        Ok(code) => code,
        Err(problem) => {
            let _ = writeln!(std::io::stderr(), "chautari: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Returns freed memory to the system. The allocator of glibc keeps that of password hashes (docs/operations.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Failed = Box<dyn std::error::Error + Send + Sync>;

fn run(matches: &ArgMatches) -> Result<ExitCode, Failed> {
    match matches.subcommand() {
        Some(("openapi", _)) => {
            std::io::stdout().write_all(router::openapi().as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Some(("serve", flags)) => {
            let config = Config::from_values(&Values::gather(flags)?)?;
            let traces = start_traces(&config)?;
            start_log(&config, traces.as_ref())?;
            runtime()?.block_on(async {
                if flags.get_flag("new-secret-key") {
                    secret_key::accept_new(&config).await?;
                }
                serve::serve(config, flags.get_flag("demo")).await
            })?;
            Ok(ExitCode::SUCCESS)
        }
        Some(("check", flags)) => {
            let all_well = runtime()?.block_on(check::check(&Values::gather(flags)?));
            Ok(if all_well {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            })
        }
        Some(("health", flags)) => {
            let config = Config::from_values(&Values::gather(flags)?)?;
            let line = runtime()?.block_on(health::check(&config))?;
            writeln!(std::io::stdout(), "{line}")?;
            Ok(ExitCode::SUCCESS)
        }
        Some((command @ ("ledger" | "seats"), matches)) => {
            let Some(("check", flags)) = matches.subcommand() else {
                return Ok(ExitCode::FAILURE);
            };
            let config = Config::from_values(&Values::gather(flags)?)?;
            start_log(&config, None)?;
            let is_right = runtime()?.block_on(async {
                match command {
                    "ledger" => ledger_check::check(config).await,
                    _ => seats_check::check(config).await,
                }
            })?;
            Ok(if is_right {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            })
        }
        Some((command @ ("backup" | "restore"), flags)) => {
            let config = Config::from_values(&Values::gather(flags)?)?;
            start_log(&config, None)?;
            let file = flags.get_one::<PathBuf>("file").cloned();
            let file = file.unwrap_or_default();
            let line = runtime()?.block_on(async {
                let made = async {
                    match command {
                        "backup" => backup::make::make(&config, &file).await,
                        _ => backup::restore::restore(&config, &file).await,
                    }
                };
                tokio::select! {
                    done = made => Ok::<_, Failed>(done?),
                    () = serve::shutdown_signal()? => Err("ended by a signal".into()),
                }
            })?;
            writeln!(std::io::stdout(), "{line}")?;
            Ok(ExitCode::SUCCESS)
        }
        Some(("enquiry", matches)) => {
            let Some(("receive", flags)) = matches.subcommand() else {
                return Ok(ExitCode::FAILURE);
            };
            Ok(receive_mail(flags).unwrap_or_else(|problem| {
                let _ = writeln!(std::io::stderr(), "chautari: {problem}");
                ExitCode::from(enquiry::TRY_AGAIN)
            }))
        }
        Some(("admin", matches)) => {
            let Some((command, flags)) = matches.subcommand() else {
                return Ok(ExitCode::FAILURE);
            };
            let config = Config::from_values(&Values::gather(flags)?)?;
            start_log(&config, None)?;
            let text = |name: &str| {
                let given = flags.try_get_one::<String>(name).ok().flatten();
                given.cloned().unwrap_or_default()
            };
            let (email, name) = (text("email"), text("person"));
            let role = Role::parse(&text("role")).unwrap_or(Role::Admin);
            let line = runtime()?.block_on(async {
                match command {
                    "create" => admin::create(config, &email, &name, role).await,
                    "remove" => admin::remove(config, &email).await,
                    "reset-totp" => admin::reset_totp(config, &email).await,
                    "reset-password" => admin::reset_password(config, &email).await,
                    _ => admin::list(config).await,
                }
            })?;
            writeln!(std::io::stdout(), "{line}")?;
            Ok(ExitCode::SUCCESS)
        }
        _ => Ok(ExitCode::FAILURE),
    }
}

fn receive_mail(flags: &ArgMatches) -> Result<ExitCode, Failed> {
    let config = Config::from_values(&Values::gather(flags)?)?;
    start_log(&config, None)?;
    let recipient = flags.get_one::<String>("recipient").map(String::as_str);
    runtime()?.block_on(enquiry::receive(config, recipient))
}

fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
}

/// None without an endpoint.
fn start_traces(config: &Config) -> Result<Option<Traces>, BadSetting> {
    let Some(endpoint) = &config.otlp_endpoint else {
        return Ok(None);
    };
    let started = Traces::start(endpoint);
    let started =
        started.map_err(|error| BadSetting::new("CHAUTARI_OTLP_ENDPOINT", error.to_string()));
    started.map(Some)
}

/// Logs go to standard error, because the first line of standard output is the address.
fn start_log(config: &Config, traces: Option<&Traces>) -> Result<(), BadSetting> {
    let filter = config.log.parse::<Targets>().map_err(|_| {
        BadSetting::new(
            "CHAUTARI_LOG",
            "must be error, warn, info, debug, trace, or levels by target, such as warn,store=debug",
        )
    })?;
    let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let log = tracing_subscriber::fmt::layer()
        // A line that cannot be written, for example on a full disk, is lost. Reporting that error would panic.
        .log_internal_errors(false)
        .with_ansi(is_terminal)
        .with_writer(std::io::stderr);
    let is_json = config.log_json;
    let log = match is_json {
        true => log
            .json()
            .map_event_format(|inner| WithRequestId { inner, is_json })
            .boxed(),
        false => log
            .map_event_format(|inner| WithRequestId {
                inner: inner.with_ansi(is_terminal),
                is_json,
            })
            .boxed(),
    };
    let is_log = FilterFn::new(is_log).with_max_level_hint(LevelFilter::TRACE);
    tracing_subscriber::registry()
        .with(log.with_filter(filter.and(is_log)))
        .with(traces.map(Traces::layer))
        .init();
    Ok(())
}
