//! Every setting once: its name, default and meaning. Flags, environment, `chautari.toml`, `--help`
//! and the documented defaults all come from this table (decisions §1).
//!
//! Not by clap's derive: it repeats refused secrets, has no place for the file before the defaults, and more lines
//! (docs/decisions/0016-settings.md).

mod table;

use std::collections::BTreeMap;
use std::path::Path;

use clap::builder::StyledStr;
use clap::{Arg, ArgMatches, Command};

pub use table::SETTINGS;

pub struct Setting {
    /// As in `chautari.toml`; the flag has hyphens, the variable is upper case behind `CHAUTARI_`.
    pub name: &'static str,
    pub default: &'static str,
    pub help: &'static str,
}

impl Setting {
    #[must_use]
    pub fn variable(&self) -> String {
        variable(self.name)
    }

    #[must_use]
    pub fn flag(&self) -> String {
        self.name.replace('_', "-")
    }

    fn arg(&self) -> Arg {
        let help = match self.default {
            "" => format!("{} [env: {}]", self.help, self.variable()),
            default => format!(
                "{} [env: {}] [default: {default}]",
                self.help,
                self.variable()
            ),
        };
        Arg::new(self.name)
            .long(self.flag())
            .value_name("VALUE")
            .help(StyledStr::from(help))
    }
}

/// The environment variable of a setting.
#[must_use]
pub fn variable(name: &str) -> String {
    format!("CHAUTARI_{}", name.to_uppercase())
}

/// Adds a flag for every setting, and one for the file.
#[must_use]
pub fn with_flags(command: Command) -> Command {
    with_flags_besides(command, &[])
}

/// The same for a command that has flags of such names itself.
#[must_use]
pub fn with_flags_besides(command: Command, taken: &[&str]) -> Command {
    let file = Arg::new("config")
        .long("config")
        .value_name("FILE")
        .help("Settings file [env: CHAUTARI_CONFIG] [default: chautari.toml if it exists]");
    command.arg(file).args(
        SETTINGS
            .iter()
            .filter(|setting| !taken.contains(&setting.name))
            .map(Setting::arg),
    )
}

/// What was given for each setting: flag, else environment, else file, else default.
#[derive(Debug, Clone, Default)]
pub struct Values(BTreeMap<&'static str, String>);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {problem}")]
pub struct BadSetting {
    pub name: String,
    pub problem: String,
}

impl BadSetting {
    pub fn new(name: impl Into<String>, problem: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            problem: problem.into(),
        }
    }
}

impl Values {
    /// For a program that is given its settings by code: names as in the table.
    pub fn from_pairs(pairs: &[(&'static str, String)]) -> Self {
        Self(pairs.iter().cloned().collect())
    }

    pub fn gather(flags: &ArgMatches) -> Result<Self, BadSetting> {
        let named = flags
            .get_one::<String>("config")
            .cloned()
            .or_else(|| std::env::var("CHAUTARI_CONFIG").ok());
        let file = match named {
            Some(path) => read_file(Path::new(&path), true)?,
            None => read_file(Path::new("chautari.toml"), false)?,
        };
        let mut values = BTreeMap::new();
        for name in names() {
            let flag = flags.try_get_one::<String>(name).ok().flatten().cloned();
            let variable = std::env::var(variable(name))
                .ok()
                .filter(|text| !text.is_empty());
            if let Some(value) = flag.or(variable).or_else(|| file.get(name).cloned()) {
                values.insert(name, value);
            }
        }
        Ok(Self(values))
    }

    /// The value of a setting; none where it is empty and has no default.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let given = self.0.get(name).map(|text| text.trim());
        let default = SETTINGS
            .iter()
            .find(|setting| setting.name == name)
            .map(|setting| setting.default);
        // Empty is how files and shells say "not set".
        given
            .filter(|text| !text.is_empty())
            .or(default.filter(|text| !text.is_empty()))
    }
}

/// All that may be set, in the environment and the file.
fn names() -> impl Iterator<Item = &'static str> {
    SETTINGS.iter().map(|setting| setting.name)
}

fn read_file(path: &Path, must_exist: bool) -> Result<BTreeMap<String, String>, BadSetting> {
    let shown = path.display().to_string();
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !must_exist => {
            return Ok(BTreeMap::new());
        }
        Err(error) => {
            return Err(BadSetting::new(
                shown,
                format!("cannot be read ({})", error.kind()),
            ));
        }
    };
    let table: toml::Table = text
        .parse()
        .map_err(|error: toml::de::Error| BadSetting::new(&shown, first_line(error.message())))?;
    let mut values = BTreeMap::new();
    for (name, value) in table {
        if !names().any(|known| known == name) {
            return Err(BadSetting::new(
                shown,
                format!("has no setting named '{name}'; chautari.default.toml lists all settings"),
            ));
        }
        let text = match value {
            toml::Value::String(text) => text,
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Boolean(yes) => u8::from(yes).to_string(),
            _ => {
                return Err(BadSetting::new(
                    name,
                    format!("in {shown} must be a text, a whole number, true or false"),
                ));
            }
        };
        values.insert(name, text);
    }
    Ok(values)
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
