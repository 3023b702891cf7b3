//! The settings as they are now: those of the start, with the changes that an owner made at the desk in this or another
//! server process (operations §6).

use std::collections::BTreeMap;
use std::sync::Arc;

use arc_swap::ArcSwap;
use store::settings::{self, StoredSetting};
use store::{Db, StoreResult};

use crate::platform::config::{Config, DeskValues, Refused};
use crate::platform::settings::desk;

pub struct LiveSettings {
    /// Without the desk.
    operator: Config,
    current: ArcSwap<CurrentSettings>,
}

/// One version of the settings.
pub struct CurrentSettings {
    /// The version of the stored settings; 0 if there are none.
    pub version: i64,
    pub config: Arc<Config>,
    /// What the desk stores, by name.
    pub stored: BTreeMap<String, StoredSetting>,
    /// The stored values that are not used although the operator set none.
    pub refused: Vec<Refused>,
}

impl LiveSettings {
    pub fn new(operator: Config) -> Self {
        let current = CurrentSettings {
            version: 0,
            config: Arc::new(operator.clone()),
            stored: BTreeMap::new(),
            refused: Vec::new(),
        };
        Self {
            operator,
            current: ArcSwap::from_pointee(current),
        }
    }

    pub fn current(&self) -> Arc<CurrentSettings> {
        self.current.load_full()
    }

    pub fn config(&self) -> Arc<Config> {
        self.current.load().config.clone()
    }

    /// The settings with what the desk stores.
    pub fn read(&self, version: i64, stored: Vec<StoredSetting>) -> CurrentSettings {
        let values: DeskValues = stored
            .iter()
            .filter_map(|one| Some((desk::find(&one.name)?.name, one.value.clone())))
            .collect();
        let (config, refused) = self.operator.with_desk(&values);
        CurrentSettings {
            version,
            config: Arc::new(config),
            stored: stored
                .into_iter()
                .map(|one| (one.name.clone(), one))
                .collect(),
            refused,
        }
    }

    /// Uses these settings from now on, unless newer ones are in use.
    pub fn set(&self, settings: CurrentSettings) {
        let settings = Arc::new(settings);
        let newest = |current: &Arc<CurrentSettings>| match current.version < settings.version {
            true => settings.clone(),
            false => current.clone(),
        };
        self.current.rcu(newest);
    }

    /// Reads the stored settings if another process has changed them.
    pub async fn refresh(&self, db: &Db) -> StoreResult<()> {
        // Read before the settings: a change in between makes them look older than they are, never newer.
        let version = settings::version(db).await?;
        let known = self.current.load().version;
        if version == known {
            return Ok(());
        }
        let settings = self.read(version, settings::list(db).await?);
        for Refused { name, problem } in &settings.refused {
            tracing::warn!(
                setting = name,
                "a setting of the desk cannot be used: {problem}"
            );
        }
        if version > known {
            self.set(settings);
        } else if settings::version(db).await? == version {
            // Not a save of this server in between: the database was restored to an earlier moment.
            self.current.store(Arc::new(settings));
        }
        Ok(())
    }
}
