//! Guides of departures: staff assign them, and are warned where a guide is needed twice or has no licence
//! (operations §2).

use std::collections::HashMap;

use domain::departure::Departure;
use domain::guide::{Guide, MAX_GUIDES_OF_DEPARTURE};
use domain::problem::Problem;
use store::guides::{self, NamedGuide};
use store::{Tx, treks};
use uuid::Uuid;

use super::terms::INVALID;
use super::wire::DepartureGuide;
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;

const FIELD: &str = "guideIds";

/// The guides of some departures, in one query.
pub(crate) async fn guides_of(
    app: &App,
    departures: &[Departure],
) -> ApiResult<HashMap<Uuid, Vec<DepartureGuide>>> {
    let ids: Vec<Uuid> = departures.iter().map(|departure| departure.id).collect();
    let found = guides::of_departures(&app.db, &ids).await?;
    let shown = |guide: NamedGuide| DepartureGuide {
        id: guide.id,
        name: guide.name,
    };
    let shown = |guides: Vec<NamedGuide>| guides.into_iter().map(shown).collect();
    Ok(found
        .into_iter()
        .map(|(departure, guides)| (departure, shown(guides)))
        .collect())
}

/// Guides that staff chose for a departure, and those that it had.
pub struct Assignment {
    chosen: Vec<Guide>,
    before: Vec<NamedGuide>,
}

impl Assignment {
    /// Reads the ids. A guide out of service can stay, but not be added.
    pub(crate) async fn read(tx: &Tx, departure: &Departure, ids: &[String]) -> ApiResult<Self> {
        let refuse = |message: &str| {
            ApiError::invalid(INVALID, vec![Problem::new(FIELD, message.to_owned())])
        };
        if ids.len() > MAX_GUIDES_OF_DEPARTURE {
            return Err(refuse("A departure can have at most 20 guides"));
        }
        let ids: Result<Vec<Uuid>, _> = ids.iter().map(|id| Uuid::parse_str(id.trim())).collect();
        let mut ids = ids.map_err(|_| refuse("Guide not found."))?;
        ids.sort_unstable();
        ids.dedup();
        let chosen = guides::find_many(tx, &ids).await?;
        if chosen.len() != ids.len() {
            return Err(refuse("Guide not found."));
        }
        let mut before = guides::of_departures(tx, &[departure.id]).await?;
        let before = before.remove(&departure.id).unwrap_or_default();
        let had = |guide: &Guide| before.iter().any(|known| known.id == guide.id);
        if let Some(guide) = chosen.iter().find(|guide| !guide.is_active && !had(guide)) {
            return Err(refuse(&format!("{} is out of service", guide.name)));
        }
        Ok(Self { chosen, before })
    }

    /// Stores the guides, and returns what staff should know about them.
    pub(crate) async fn save(&self, tx: &Tx, departure: &Departure) -> ApiResult<Vec<Problem>> {
        let ids: Vec<Uuid> = self.chosen.iter().map(|guide| guide.id).collect();
        guides::assign(tx, departure.id, &ids).await?;
        let overlaps = guides::list_overlaps(tx, departure, &ids).await?;
        let treks: Vec<Uuid> = overlaps.iter().map(|overlap| overlap.trek_id).collect();
        let treks = treks::names(tx, &treks).await?;
        let mut warnings = Vec::new();
        for guide in &self.chosen {
            for overlap in overlaps.iter().filter(|one| one.guide_id == guide.id) {
                let trek = treks
                    .get(&overlap.trek_id)
                    .map_or("another trek", |name| name);
                warnings.push(format!(
                    "{} also leads {trek} from {} to {}",
                    guide.name, overlap.start_date, overlap.end_date
                ));
            }
            if let Some(until) = guide.licence_until
                && guide.is_unlicensed_at(departure.end_date)
            {
                let message = "before the last day of this departure";
                let name = &guide.name;
                warnings.push(format!("The licence of {name} ends on {until}, {message}"));
            }
        }
        let warning = |message| Problem::new(FIELD, message);
        Ok(warnings.into_iter().map(warning).collect())
    }

    /// The names before and after, for the audit log.
    #[must_use]
    pub fn names(&self) -> (Vec<&str>, Vec<&str>) {
        (
            self.before.iter().map(|guide| &*guide.name).collect(),
            self.chosen.iter().map(|guide| &*guide.name).collect(),
        )
    }
}
