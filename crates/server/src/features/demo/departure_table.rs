//! The group departures of the demo as tables, and the bookings on them.

use chrono::Weekday::{self, Fri, Sat, Sun, Wed};
use domain::departure::Every::{self, Month, TwoWeeks};

/// Dates of a route that repeat in the best seasons of its trek.
#[derive(Debug)]
pub struct Series {
    pub trek: &'static str,
    pub route: &'static str,
    pub every: Every,
    pub weekday: Weekday,
    pub capacity: u32,
    pub minimum: u32,
}

const fn series(
    (trek, route): (&'static str, &'static str),
    every: Every,
    weekday: Weekday,
    (minimum, capacity): (u32, u32),
) -> Series {
    Series {
        trek,
        route,
        every,
        weekday,
        capacity,
        minimum,
    }
}

/// Rara Lake has none: few people go there, and agencies sell it to private parties.
#[rustfmt::skip]
pub const SERIES: &[Series] = &[
    series(("everest-base-camp", "classic"), TwoWeeks, Sat, (4, 12)),
    series(("everest-three-passes", "classic"), Month, Sun, (4, 10)),
    series(("everest-panorama", "classic"), Month, Sat, (4, 14)),
    series(("annapurna-base-camp", "classic"), TwoWeeks, Sun, (4, 14)),
    series(("annapurna-base-camp", "poon-hill"), Month, Wed, (4, 12)),
    series(("annapurna-circuit", "classic"), Month, Sun, (4, 12)),
    series(("annapurna-circuit", "tilicho"), Month, Sat, (4, 12)),
    series(("ghorepani-poon-hill", "classic"), TwoWeeks, Fri, (4, 16)),
    series(("mardi-himal", "classic"), Month, Wed, (4, 12)),
    series(("langtang-valley", "classic"), Month, Sun, (4, 12)),
    series(("gosaikunda-and-helambu", "classic"), Month, Sun, (4, 12)),
    // The agency applies for the permits once two people have booked.
    series(("manaslu-circuit", "classic"), Month, Sat, (2, 10)),
    series(("upper-mustang", "classic"), Month, Sun, (2, 10)),
    series(("upper-mustang", "jeep"), Month, Wed, (2, 8)),
];

/// How a departure differs from the others of its series.
#[derive(Debug)]
pub enum Change {
    /// Only by its bookings.
    Booked,
    /// A price of its own, in dollars.
    Price(i64),
    /// By a decision of the agency, without enough bookings.
    Guaranteed,
    /// No longer sold.
    Closed(&'static str),
    Cancelled(&'static str),
}

/// One date of a series, by its position (from 0), under a name that other tables use.
#[derive(Debug)]
pub struct Special(
    pub &'static str,
    pub (&'static str, &'static str),
    pub usize,
    pub Change,
);

#[rustfmt::skip]
pub const SPECIALS: &[Special] = &[
    Special("base-camp, sold out", ("everest-base-camp", "classic"), 0, Change::Booked),
    Special("base-camp, nearly full", ("everest-base-camp", "classic"), 1, Change::Booked),
    Special("base-camp, shared", ("everest-base-camp", "classic"), 2, Change::Booked),
    Special("base-camp, early booking", ("everest-base-camp", "classic"), 3, Change::Price(1350)),
    Special("base-camp, promised", ("everest-base-camp", "classic"), 4, Change::Guaranteed),
    Special("panorama, guaranteed", ("everest-panorama", "classic"), 0, Change::Booked),
    Special("sanctuary, cancelled", ("annapurna-base-camp", "classic"), 1,
        Change::Cancelled(CANCELLED_WHY)),
    Special("sanctuary, instead", ("annapurna-base-camp", "classic"), 2, Change::Booked),
    Special("sanctuary, below the minimum", ("annapurna-base-camp", "classic"), 3, Change::Booked),
    Special("circuit, dearer", ("annapurna-circuit", "tilicho"), 1, Change::Price(1490)),
    Special("ghorepani, booked", ("ghorepani-poon-hill", "classic"), 2, Change::Booked),
    Special("langtang, closed", ("langtang-valley", "classic"), 1,
        Change::Closed("The lodges at Kyanjin are full on these days.")),
    Special("manaslu, nearly full", ("manaslu-circuit", "classic"), 0, Change::Booked),
];

/// A departure that starts with a special one and shares its seats: both groups fly to Lukla and walk up together.
pub const SHARED: (&str, &str, &str) = ("base-camp, helicopter", "base-camp, shared", "helicopter");

/// The departure that is under way. Its route is the first of which this is the season; one always is.
pub const RUNNING: &str = "under way";
pub const RUNNING_ROUTES: [(&str, &str); 3] = [
    ("everest-base-camp", "classic"),
    ("upper-mustang", "classic"),
    ("ghorepani-poon-hill", "classic"),
];
pub const RUNNING_DAYS: u64 = 2;

/// Name of the departure, customer, number of additional guests, hours since booking. All bookings are paid.
#[derive(Debug)]
pub struct Seats(pub &'static str, pub &'static str, pub u32, pub i64);

const DAY: i64 = 24;

#[rustfmt::skip]
pub const SEATS: &[Seats] = &[
    Seats(RUNNING, "dana.kowalczyk@example.com", 2, 63 * DAY),
    Seats(RUNNING, "bikash.adhikari@example.com", 1, 47 * DAY),
    Seats("base-camp, sold out", "ken.tanaka@example.com", 5, 39 * DAY),
    Seats("panorama, guaranteed", "siobhan.oconnor@example.com", 2, 33 * DAY),
    Seats("base-camp, sold out", "zofia.zolkiewska@example.com", 3, 30 * DAY),
    Seats("manaslu, nearly full", "mateo.hernandez@example.com", 5, 26 * DAY),
    Seats("base-camp, nearly full", "priya.raghunathan@example.com", 4, 23 * DAY),
    Seats("panorama, guaranteed", "maya@chautari.example", 1, 20 * DAY),
    Seats("base-camp, sold out", "camille.lefevre@example.com", 1, 17 * DAY),
    Seats("base-camp, helicopter", "juergen.weiss@example.com", 1, 12 * DAY),
    Seats("base-camp, nearly full", "aino.makela@example.com", 3, 8 * DAY),
    Seats("base-camp, shared", "robin.achterberg@example.com", 2, 6 * DAY),
    Seats("sanctuary, below the minimum", "tama.ngata@example.com", 1, 4 * DAY),
    Seats("ghorepani, booked", "sunita.shrestha@example.com", 1, DAY + 2),
];

/// A booking of the departure that the agency cancelled: customer, number of additional guests, hours since booking,
/// and what the traveller chose. `None`: not answered.
#[derive(Debug)]
pub struct Asked(pub &'static str, pub u32, pub i64, pub Option<Answered>);

impl Asked {
    /// The name of the departure on which the booking is now.
    pub fn departure(&self) -> &'static str {
        match self.3 {
            Some(Answered::OtherDeparture) => INSTEAD,
            Some(Answered::Refund) | None => CANCELLED,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answered {
    Refund,
    /// Walks with the departure `INSTEAD`.
    OtherDeparture,
}

pub const CANCELLED: &str = "sanctuary, cancelled";
pub const CANCELLED_WHY: &str = "A landslide has closed the trail above Chhomrong.";
pub const INSTEAD: &str = "sanctuary, instead";
/// Hours since the agency cancelled it, and days until the travellers must have answered.
pub const CANCELLED_HOURS: i64 = 20;
pub const ANSWERED_HOURS: i64 = 6;
pub const ANSWER_DAYS: u64 = 14;

#[rustfmt::skip]
pub const ASKED: &[Asked] = &[
    Asked("yoko.yamamoto@example.com", 1, 29 * DAY, Some(Answered::OtherDeparture)),
    Asked("mateo.hernandez@example.com", 0, 21 * DAY, Some(Answered::Refund)),
    Asked("grace.mbeki@example.com", 1, 15 * DAY, None),
    Asked("maya@chautari.example", 0, 10 * DAY + 5, None),
];

/// A guide, and the departures that the guide leads, by their names. Nobody leads two at the same time.
#[derive(Debug)]
pub struct Leader {
    pub name: &'static str,
    pub phone: &'static str,
    pub email: Option<&'static str>,
    pub licence: &'static str,
    /// Days from the first load to the last day of the licence.
    pub licence_days: i64,
    pub leads: &'static [&'static str],
}

/// The first one can log in.
#[rustfmt::skip]
pub const GUIDES: &[Leader] = &[
    Leader { name: "Pasang Sherpa", phone: "+977 984-5550101", email: Some("guide@chautari.example"),
        licence: "TG-11842", licence_days: 410, leads: &[RUNNING, "base-camp, nearly full"] },
    Leader { name: "Mingma Tamang", phone: "+977 984-5550102", email: None,
        licence: "TG-12077", licence_days: 190, leads: &["base-camp, sold out"] },
    Leader { name: "Sarita Gurung", phone: "+977 984-5550103", email: None,
        licence: "TG-12530", licence_days: 655, leads: &["sanctuary, below the minimum"] },
    Leader { name: "Dawa Lama", phone: "+977 984-5550104", email: None,
        licence: "TG-10316", licence_days: -12, leads: &[] },
];

/// Name of the departure, customer, number of guests, hours since they joined the waitlist.
#[derive(Debug)]
pub struct Waiting(pub &'static str, pub &'static str, pub u32, pub i64);

#[rustfmt::skip]
pub const WAITING: &[Waiting] = &[
    Waiting("base-camp, sold out", "grace.mbeki@example.com", 2, 10 * DAY),
    Waiting("base-camp, sold out", "robin.achterberg@example.com", 1, 3 * DAY),
];

/// A period of the year in which a trek does not start: first and last day as (month, day), and the reason.
#[derive(Debug)]
pub struct Season(
    pub &'static str,
    pub (u32, u32),
    pub (u32, u32),
    pub &'static str,
);

/// The monsoon. Upper Mustang lies in the rain shadow and is at its best then; Rara and the upper Khumbu get little of
/// it, and the other treks are short or near a road, so they are sold in the rain, too.
#[rustfmt::skip]
pub const CLOSED_SEASONS: &[Season] = &[
    Season("everest-three-passes", (6, 1), (8, 31), "Monsoon: snow and cloud on the passes"),
    Season("annapurna-base-camp", (6, 1), (8, 31), "Monsoon: landslides and avalanches in the Modi Khola gorge"),
    Season("mardi-himal", (6, 1), (8, 31), "Monsoon: leeches in the forest and cloud on the ridge"),
    // In August pilgrims walk to the lake.
    Season("gosaikunda-and-helambu", (6, 1), (7, 31), "Monsoon: the paths of Helambu are washed out"),
    Season("manaslu-circuit", (6, 1), (8, 31), "Monsoon: landslides in the Budhi Gandaki gorge"),
];

/// The number of seats that the bookings of the demo take on a departure.
pub fn count_sold(name: &str) -> u32 {
    let seats = SEATS.iter().filter(|seats| seats.0 == name);
    let asked = ASKED.iter().filter(|asked| asked.departure() == name);
    let seats: u32 = seats.map(|seats| 1 + seats.2).sum();
    seats + asked.map(|asked| 1 + asked.1).sum::<u32>()
}

/// The tables as text, to detect changes.
pub fn summary() -> String {
    let departures = format!("{SERIES:?} {SPECIALS:?} {SHARED:?} {RUNNING_ROUTES:?}");
    let asked = format!("{ASKED:?} {CANCELLED_HOURS} {ANSWER_DAYS} {GUIDES:?}");
    format!("{departures} {SEATS:?} {asked} {WAITING:?} {CLOSED_SEASONS:?}")
}
