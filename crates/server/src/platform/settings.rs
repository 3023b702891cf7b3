//! Name, default and help text of each setting. Flags, environment, `chautari.toml`, `--help` and the documented
//! defaults use this table (decisions §1).
//!
//! Does not use the derive of clap: it prints rejected secrets, has no place for the file before the defaults, and
//! needs more lines (docs/decisions/0016-settings.md).

pub mod desk;
mod table;

use std::collections::BTreeMap;
use std::path::Path;

use clap::builder::StyledStr;
use clap::{Arg, ArgMatches, Command};

pub use table::SETTINGS;

/// The file of the working directory.
const DEFAULT_FILE: &str = "chautari.toml";

pub struct Setting {
    /// Name in `chautari.toml`. The flag has hyphens; the variable is in upper case with the prefix `CHAUTARI_`.
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

#[must_use]
pub fn variable(name: &str) -> String {
    format!("CHAUTARI_{}", name.to_uppercase())
}

/// Adds a flag for every setting and for the path of the file.
#[must_use]
pub fn with_flags(command: Command) -> Command {
    with_flags_besides(command, &[])
}

/// Like [`with_flags`], without the flags in `taken`, which the command defines itself.
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

/// Where the operator set a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    Flag,
    Environment,
    /// The path of the file.
    File(String),
}

/// The value of each setting from flag, environment or file, in this order of precedence; after them those that an owner
/// changed at the desk.
#[derive(Debug, Clone, Default)]
pub struct Values {
    given: BTreeMap<&'static str, (String, Source)>,
    desk: BTreeMap<&'static str, String>,
}

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
    /// Settings from code, under the names of the table.
    pub fn from_pairs(pairs: &[(&'static str, String)]) -> Self {
        let source = Source::File(DEFAULT_FILE.to_owned());
        let given = pairs.iter().cloned();
        let given = given.map(|(name, value)| (name, (value, source.clone())));
        Self {
            given: given.collect(),
            desk: BTreeMap::new(),
        }
    }

    pub fn gather(flags: &ArgMatches) -> Result<Self, BadSetting> {
        let named = flags
            .get_one::<String>("config")
            .cloned()
            .or_else(|| std::env::var("CHAUTARI_CONFIG").ok());
        let path = named.as_deref().unwrap_or(DEFAULT_FILE);
        let file = read_file(Path::new(path), named.is_some())?;
        let mut given = BTreeMap::new();
        for name in names() {
            let flag = flags.try_get_one::<String>(name).ok().flatten().cloned();
            let variable = std::env::var(variable(name))
                .ok()
                .filter(|text| !text.is_empty());
            let in_file = file.get(name).cloned();
            let value = flag
                .map(|value| (value, Source::Flag))
                .or(variable.map(|value| (value, Source::Environment)))
                .or(in_file.map(|value| (value, Source::File(path.to_owned()))));
            if let Some(value) = value {
                given.insert(name, value);
            }
        }
        Ok(Self {
            given,
            desk: BTreeMap::new(),
        })
    }

    /// These values with others of the desk.
    #[must_use]
    pub fn with_desk(&self, desk: BTreeMap<&'static str, String>) -> Self {
        Self {
            given: self.given.clone(),
            desk,
        }
    }

    /// The value of a setting or its default; none if both are empty.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let given = self.given(name).map(|(value, _)| value);
        let desk = self.desk.get(name).map(String::as_str);
        given.or(desk.and_then(not_empty)).or(default(name))
    }

    /// The value that the operator set, and where.
    #[must_use]
    pub fn given(&self, name: &str) -> Option<(&str, &Source)> {
        let (value, source) = self.given.get(name)?;
        Some((not_empty(value)?, source))
    }
}

/// None if it is empty.
#[must_use]
pub fn default(name: &str) -> Option<&'static str> {
    let setting = SETTINGS.iter().find(|setting| setting.name == name)?;
    not_empty(setting.default)
}

/// An empty value means not set.
fn not_empty(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}

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
