//! many_treks URL TREKS ARTICLES: fills a demo database up to that many treks and articles, for measurements only.
//!
//! Every new one is a walk of the demo under another name, from another place, at another price. The same numbers
//! give the same data on every machine; nothing of this is in the program.

use chrono::TimeDelta;
use domain::blog::Blog;
use domain::itinerary::Place;
use domain::money::Money;
use domain::trek::Trek;
use uuid::{Builder, Uuid};

const KINDS: [&str; 16] = [
    "Ridge Walk",
    "Heritage Trail",
    "Panorama",
    "Pass",
    "Loop",
    "Teahouse Trek",
    "Yak Route",
    "Sunrise Walk",
    "Valley Trek",
    "High Route",
    "Monastery Trail",
    "Rhododendron Walk",
    "Lakes",
    "Winter Walk",
    "Homestay Trail",
    "Traverse",
];
const WISHES: [&str; 8] = [
    "What to pack for",
    "A week in",
    "The people of",
    "Spring in",
    "Walking slowly through",
    "Letters from",
    "The kitchens of",
    "How we plan",
];

/// A generator of our own (xorshift), so that a library's next version does not change the data.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).unwrap_or_default()
    }

    /// Up to so many degrees to either side.
    fn aside(&mut self, degrees: f64) -> f64 {
        (self.below(2001) as f64 / 1000.0 - 1.0) * degrees
    }

    fn id(&mut self, made: chrono::DateTime<chrono::Utc>) -> Uuid {
        let mut bytes = [0; 10];
        for byte in &mut bytes {
            *byte = u8::try_from(self.below(256)).unwrap_or_default();
        }
        let millis = u64::try_from(made.timestamp_millis()).unwrap_or_default();
        Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [url, treks, articles] =
        <[String; 3]>::try_from(std::env::args().skip(1).collect::<Vec<_>>())
            .map_err(|_| "many_treks URL TREKS ARTICLES")?;
    let db = store::connect(&url).await?;
    let mut dice = Dice(0x5EED_0BAD_CAFE);
    let models = store::treks::list(&db).await?;
    let everything = store::blogs::Page {
        shown: store::blogs::Shown::All,
        search: String::new(),
        sort_by: store::blogs::SortBy::CreatedAt,
        descending: true,
        offset: 0,
        limit: 1000,
    };
    let (written, _) = store::blogs::list(&db, everything).await?;
    let places = places_of(&models);
    if places.is_empty() || written.is_empty() {
        return Err("the database has no demo data yet: start the server with --demo once".into());
    }
    let tx = db.begin().await?;
    for number in models.len()..treks.parse()? {
        let model = &models[number % models.len()];
        store::treks::insert(&tx, &trek_like(model, number, &places, &mut dice)).await?;
    }
    for number in written.len()..articles.parse()? {
        let model = &written[number % written.len()];
        store::blogs::insert(&tx, &article_like(model, number, &places, &mut dice)).await?;
    }
    tx.commit().await?;
    Ok(db.close().await?)
}

/// Where the demo's walks pass, each place once.
fn places_of(treks: &[Trek]) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    let days = treks
        .iter()
        .flat_map(|trek| &trek.routes)
        .flat_map(|route| &route.daily_activities);
    for point in days.flat_map(|day| &day.waypoints) {
        if places.iter().all(|place| place.name != point.name) {
            places.push(Place {
                name: point.name.clone(),
                coordinates: point.coordinates,
            });
        }
    }
    places
}

fn trek_like(model: &Trek, number: usize, places: &[Place], dice: &mut Dice) -> Trek {
    let made = model.created_at - TimeDelta::hours(i64::try_from(number).unwrap_or_default() * 7);
    let mut trek = model.clone();
    let from = &places[number % places.len()];
    let kind = KINDS[(number / places.len()) % KINDS.len()];
    let round = number / (places.len() * KINDS.len());
    trek.id = dice.id(made);
    trek.name = match round {
        0 => format!("{} {kind}", from.name),
        _ => format!("{} {kind} {}", from.name, round + 1),
    };
    trek.created_at = made;
    trek.updated_at = made;
    trek.starting_place = from.clone();
    // Two in three end where buses and planes leave, as in life; the others somewhere along the hills.
    if dice.below(3) == 0 {
        let mut end = places[dice.below(places.len())].clone();
        end.coordinates.latitude += dice.aside(0.15);
        end.coordinates.longitude += dice.aside(0.4);
        trek.ending_place = end;
    }
    for route in &mut trek.routes {
        route.id = dice.id(made);
        let steps = i64::try_from(dice.below(120)).unwrap_or_default();
        route.price_per_head = route
            .price_per_head
            .checked_add(Money::from_minor(steps * 1000))
            .unwrap_or(route.price_per_head);
    }
    trek
}

fn article_like(model: &Blog, number: usize, places: &[Place], dice: &mut Dice) -> Blog {
    let made = model.created_at - TimeDelta::hours(i64::try_from(number).unwrap_or_default() * 11);
    let place = &places[number % places.len()];
    let wish = WISHES[(number / places.len()) % WISHES.len()];
    Blog {
        id: dice.id(made),
        title: format!("{wish} {}, {number}", place.name),
        published_on: Some(made),
        created_at: made,
        views: u64::try_from(dice.below(4000)).unwrap_or_default(),
        ..model.clone()
    }
}
