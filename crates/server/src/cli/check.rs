//! `chautari check`: tests everything that the server depends on and prints one line per item (decisions §1).

use std::io::Write;
use std::path::Path;

use crate::features::branding;
use crate::features::npr_rate;
use crate::platform::adapters::clock::Clock;
use crate::platform::adapters::secrets::Secrets;
use crate::platform::app::App;
use crate::platform::config::Config;
use crate::platform::error_chain::error_chain;
use crate::platform::private_files::make_private_folder;
use crate::platform::secret_key;
use crate::platform::settings::Values;
use crate::platform::unfinished_restore::refuse_unfinished;

/// Prints a line per item. Returns whether all are usable.
pub async fn check(values: &Values) -> bool {
    let config = match Config::from_values(values)
        .and_then(|config| config.check_sandbox(false).map(|()| config))
    {
        Ok(config) => config,
        Err(problem) => return line("settings", Err(problem.to_string())),
    };
    let mut well = line(
        "settings",
        Ok(format!("{} at {}", config.name, config.public_url)),
    );
    let folder = config.data_dir.clone();
    if let Err(problem) = refuse_unfinished(&folder) {
        return line("storage", Err(problem.to_string()));
    }
    let secrets = make_private_folder(&folder)
        .and_then(|()| Secrets::load(&folder, config.secret_key.as_deref()));
    let storage = match &secrets {
        Ok(_) => Ok(folder.display().to_string()),
        Err(error) => Err(format!(
            "CHAUTARI_DATA_DIR: {} cannot be written ({error})",
            folder.display()
        )),
    };
    well &= line("storage", storage);
    let Ok(secrets) = secrets else { return false };
    well &= line("site", site(&folder).await);
    let db = match reach(&config.database_url).await {
        Ok(db) => db,
        Err(error) => {
            return line(
                "database",
                Err(format!(
                    "CHAUTARI_DATABASE_URL: cannot be reached ({error})"
                )),
            );
        }
    };
    let described = db.describe().await.map_err(|error| error_chain(&error));
    well &= line("database", described);
    let key = match secret_key::is_recorded(&db, &secrets).await {
        Ok(true) => Ok("the key of this database".to_owned()),
        Ok(false) => Ok("recorded at the next start".to_owned()),
        Err(problem) => Err(problem.to_string()),
    };
    well &= line("secret", key);
    let app = match App::new(config, db, Clock::System, secrets) {
        Ok(app) => app,
        Err(problem) => return line("settings", Err(problem.to_string())),
    };
    well &= desk_settings(&app).await;
    let app = app.clone();
    let uploads = app.files.check().await;
    let uploads = uploads.map(|place| place + of_one_server(&app.config));
    well &= line("uploads", uploads.map_err(|error| error_chain(&error)));
    let mail = app.mailer.check().await;
    let mail = mail.map(|place| match app.mailer.outbox() {
        Some(_) => place + of_one_server(&app.config),
        None => place,
    });
    well &= line("mail", mail.map_err(|error| error_chain(&error)));
    well &= line("metrics", Ok(metrics(&app.config)));
    let provider = app.identity.check().await;
    well &= line("sign-in", provider.map_err(|error| error_chain(&error)));
    well &= line("rate", npr_rate::describe(&app).await);
    let payment = app.payments.check().await;
    well &= line("payment", payment.map_err(|error| error_chain(&error)));
    well &= ways_by_hand(&app.config);
    for wallet in app.payments.wallets() {
        let checked = app.payments.check_wallet(wallet).await;
        let named = |error| format!("{}: {}", wallet.name(), error_chain(&error));
        well &= line("wallet", checked.map_err(named));
    }
    well
}

/// SQLite belongs to one server. On PostgreSQL several may run, and the data folder is one server's own.
fn of_one_server(config: &Config) -> &'static str {
    match !config.shares_storage() && !config.database_url.starts_with("sqlite:") {
        true => " (only on this server: not for several servers on one database)",
        false => "",
    }
}

/// Checks the agency's branding files.
async fn site(data_dir: &Path) -> Result<String, String> {
    let site = branding::load(&data_dir.join(branding::FOLDER)).await;
    if site.problems.is_empty() {
        return Ok(site.summary());
    }
    let problems: Vec<String> = site.problems.iter().map(ToString::to_string).collect();
    let folder = data_dir.join(branding::FOLDER);
    Err(format!("{}: {}", folder.display(), problems.join("; ")))
}

/// Reads the settings that an owner changed at the desk, and prints those that cannot be used. A database of an earlier
/// version has none.
async fn desk_settings(app: &App) -> bool {
    if app.settings.refresh(&app.db).await.is_err() {
        return true;
    }
    let current = app.settings.current();
    let problems: Vec<String> = current
        .refused
        .iter()
        .map(|refused| format!("{}: {}", refused.name, refused.problem))
        .collect();
    match (current.stored.len(), problems.is_empty()) {
        (0, _) => true,
        (count, true) => line("desk", Ok(format!("{count} settings changed there"))),
        (_, false) => line("desk", Err(problems.join("; "))),
    }
}

/// Prints the ways to pay whose payments staff record.
fn ways_by_hand(config: &Config) -> bool {
    let bank = config.bank_transfer.iter().map(|bank| {
        let (hours, account) = (bank.wait.num_hours(), &bank.account_number);
        let text = format!("{account} at {}, bookings wait {hours} h", bank.bank);
        line("bank", Ok(text))
    });
    let arrival = config.pay_on_arrival.iter().map(|arrival| {
        let text = format!("bookings wait {} h", arrival.wait.num_hours());
        line("arrival", Ok(text))
    });
    bank.chain(arrival).all(|well| well)
}

fn metrics(config: &Config) -> String {
    match config.metrics_listen {
        Some(address) => format!("http://{address}/metrics"),
        None => format!("http://{}/metrics, from this machine only", config.listen),
    }
}

async fn reach(url: &str) -> Result<store::Db, store::StoreError> {
    let db = store::connect(url).await?;
    db.ping().await?;
    Ok(db)
}

fn line(what: &str, found: Result<String, String>) -> bool {
    let (mark, text, well) = match found {
        Ok(text) => ("ok    ", text, true),
        Err(text) => ("FAILED", text, false),
    };
    let _ = writeln!(std::io::stdout(), "{mark}  {what:<9} {text}");
    well
}
