//! The achievement figures and articles of the demo.

use chrono::TimeDelta;
use domain::achievement::Achievement;
use serde::Deserialize;
use store::Tx;
use store::achievements::{self, Shown};

use super::{Calendar, broken};
use crate::app::StartError;

const ACHIEVEMENTS: &str = include_str!("../../../../demo/achievements.json");
pub const FILES: [&str; 1] = [ACHIEVEMENTS];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    experience_yrs: u32,
    no_of_location: u32,
    travel_awards: u32,
    total_clients: u32,
    visibility: bool,
}

pub async fn load(tx: &Tx, calendar: Calendar) -> Result<(), StartError> {
    load_achievements(tx, calendar).await
}

async fn load_achievements(tx: &Tx, calendar: Calendar) -> Result<(), StartError> {
    let figures: Vec<Figures> = serde_json::from_str(ACHIEVEMENTS).map_err(broken)?;
    let known = achievements::list(tx, Shown::All).await?;
    for (index, figures) in figures.into_iter().enumerate() {
        let id = calendar.id(
            calendar.before(TimeDelta::days(200)),
            &format!("achievement/{index}"),
        );
        if known.iter().any(|achievement| achievement.id == id) {
            continue;
        }
        let achievement = Achievement {
            id,
            experience_yrs: figures.experience_yrs,
            no_of_location: figures.no_of_location,
            travel_awards: figures.travel_awards,
            total_clients: figures.total_clients,
            visibility: figures.visibility,
        };
        achievements::insert(tx, &achievement).await?;
    }
    Ok(())
}
