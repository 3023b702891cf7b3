//! What waits at the desk of the demo, as tables: enquiries, custom trek requests, promotion codes, saved replies.

use domain::custom_trek::CustomTrekStatus::{self, Answered, Closed, New};
use domain::enquiry::Author::{self, Staff, Traveller};
use domain::enquiry::EnquiryStatus;

const DAY: i64 = 24;

/// An enquiry. The first message is the question.
#[derive(Debug)]
pub struct Asked {
    pub trek: &'static str,
    pub name: &'static str,
    pub email: &'static str,
    pub status: EnquiryStatus,
    /// Hours since each message, who wrote it, and the text.
    pub messages: &'static [(i64, Author, &'static str)],
}

#[rustfmt::skip]
pub const ENQUIRIES: &[Asked] = &[
    Asked { trek: "manaslu-circuit", name: "Ingrid Solheim", email: "ingrid.solheim@example.com", status: EnquiryStatus::Closed, messages: &[
        (12 * DAY, Traveller, "Can I join the circuit alone, or does the permit need two people?"),
        (12 * DAY - 5, Staff, "The permit office asks for at least two trekkers with a guide. On our group dates you join others, and we apply for all of you together."),
        (11 * DAY, Traveller, "Perfect, then I will look at the dates in spring. Thank you."),
    ] },
    Asked { trek: "annapurna-base-camp", name: "Oliver Brandt", email: "oliver.brandt@example.com", status: EnquiryStatus::Answered, messages: &[
        (3 * DAY, Traveller, "We are vegetarians. Is there enough to eat on the way, also at the base camp?"),
        (3 * DAY - 3, Staff, "Yes. Every lodge cooks dal bhat, noodles and potatoes, and most have eggs. Above Chhomrong no meat is sold at all."),
    ] },
    Asked { trek: "everest-base-camp", name: "Daniel Okafor", email: "daniel.okafor@example.com", status: EnquiryStatus::Waiting, messages: &[
        (30, Traveller, "My daughter is 13 and has walked for a week in the Alps. Is she too young for this trek?"),
        (26, Staff, "Several families have walked it with us. At 13 the height matters more than the distance, so we would add a second night in Namche. When would you come?"),
        (7, Traveller, "In the Easter holidays, from 27 March. Could you send a price with the additional night, for three?"),
    ] },
    Asked { trek: "upper-mustang", name: "Hana Suzuki", email: "hana.suzuki@example.com", status: EnquiryStatus::Waiting, messages: &[
        (4, Traveller, "Will the Tiji festival in Lo Manthang be within your dates in May? I would book for that."),
    ] },
    Asked { trek: "ghorepani-poon-hill", name: "Peter Novak", email: "peter.novak@example.com", status: EnquiryStatus::Waiting, messages: &[
        (2, Traveller, "I only have six days in Nepal in January. Is there snow on Poon Hill, and is it still possible?"),
    ] },
];

/// A request for a custom trek, and the versions of the proposal that answers it.
#[derive(Debug)]
pub struct Requested {
    pub name: &'static str,
    pub email: &'static str,
    pub destination: &'static str,
    pub hours_ago: i64,
    /// From the day of the first load.
    pub start_in_days: u64,
    pub days: u32,
    pub guests: u32,
    pub message: &'static str,
    pub status: CustomTrekStatus,
    pub notes: Option<&'static str>,
    pub proposals: &'static [Offered],
}

/// A proposal with the days and the price of a route.
#[derive(Debug)]
pub struct Offered {
    pub trek: &'static str,
    pub route: &'static str,
    pub title: &'static str,
    pub message: &'static str,
    pub hours_ago: i64,
    pub state: OfferedState,
    /// Text and price per person in dollars of what is offered in addition, which does not count.
    pub option: (&'static str, i64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferedState {
    Draft,
    /// Can be accepted for this many days from the first load; negative: it has expired.
    Sent(i64),
    Superseded,
}

#[rustfmt::skip]
pub const REQUESTS: &[Requested] = &[
    Requested {
        name: "Marek Svoboda", email: "marek.svoboda@example.com", destination: "Annapurna with an early return", hours_ago: 40 * DAY,
        start_in_days: 120, days: 9, guests: 2, message: "We fly home from Pokhara and have nine days.", status: Closed,
        notes: Some("Wrote that they go to Peru instead."),
        proposals: &[Offered {
            trek: "annapurna-base-camp", route: "classic", title: "Annapurna Base Camp in nine days",
            message: "Two easier days at the beginning, and the last night in Pokhara.", hours_ago: 39 * DAY,
            state: OfferedState::Sent(-18), option: ("Boat on Phewa Lake", 12),
        }],
    },
    Requested {
        name: "Elena Marchetti", email: "elena.marchetti@example.com", destination: "Langtang with a rest day", hours_ago: 8 * DAY,
        start_in_days: 96, days: 11, guests: 4, message: "Two of us are over sixty. We would like one day without walking, and a private guide.",
        status: Answered, notes: Some("Prefers email. Asked about a porter for each couple."),
        proposals: &[
            Offered {
                trek: "langtang-valley", route: "classic", title: "Langtang Valley for four", message: "The classic route at your own pace.",
                hours_ago: 7 * DAY, state: OfferedState::Superseded, option: ("Additional night in Kathmandu", 45),
            },
            Offered {
                trek: "langtang-valley", route: "kyanjin", title: "Langtang Valley for four, with a rest day",
                message: "As you wished, there is a day in Kyanjin Gompa without a walk, and the way down is divided in three.",
                hours_ago: 5 * DAY, state: OfferedState::Sent(9), option: ("Additional night in Kathmandu", 45),
            },
        ],
    },
    Requested {
        name: "Sofia Lindqvist", email: "sofia.lindqvist@example.com", destination: "Everest region away from the crowds", hours_ago: 2 * DAY,
        start_in_days: 140, days: 16, guests: 2, message: "Gokyo and one pass, with more time for photographs.", status: New, notes: None,
        proposals: &[Offered {
            trek: "everest-three-passes", route: "classic", title: "Gokyo and Renjo La", message: "", hours_ago: DAY,
            state: OfferedState::Draft, option: ("Single room where there is one", 190),
        }],
    },
    Requested {
        name: "Thomas Keller", email: "thomas.keller@example.com", destination: "Dolpo", hours_ago: 6,
        start_in_days: 260, days: 24, guests: 6, message: "A group of friends, all experienced. We need tents, a cook and the permits.",
        status: New, notes: None, proposals: &[],
    },
];

/// Code, what it takes off, days from the first load to the first and the last day, uses at most, treks (none: all),
/// note, whether it is switched on.
#[derive(Debug)]
pub struct Code(
    pub &'static str,
    pub Off,
    pub i64,
    pub i64,
    pub Option<u32>,
    pub &'static [&'static str],
    pub &'static str,
    pub bool,
);

#[derive(Debug, Clone, Copy)]
pub enum Off {
    Percent(u8),
    Dollars(i64),
}

#[rustfmt::skip]
pub const CODES: &[Code] = &[
    Code("WELCOME50", Off::Dollars(50), -120, 245, None, &[], "For subscribers of the newsletter", true),
    Code("SPRING-ANNAPURNA", Off::Percent(8), -20, 70, Some(40), &["annapurna-base-camp", "annapurna-circuit", "mardi-himal"], "Early bookings of the spring", true),
    Code("MONSOON-MUSTANG", Off::Percent(10), 120, 260, Some(20), &["upper-mustang"], "The rain shadow from June to August", true),
    Code("AUTUMN10", Off::Percent(10), -160, -30, Some(100), &[], "Autumn fair", true),
    Code("BLOG-READERS", Off::Dollars(25), -90, 30, None, &[], "Switched off: it was passed on in a forum", false),
];

/// Title and text of a saved reply.
#[derive(Debug)]
pub struct Saved(pub &'static str, pub &'static str);

#[rustfmt::skip]
pub const SAVED_REPLIES: &[Saved] = &[
    Saved("Insurance", "Your insurance must cover trekking up to the highest point of the trek and rescue by helicopter. Please bring the number of the policy and the emergency telephone of the insurer."),
    Saved("Food on the way", "Every lodge cooks dal bhat, noodles, potatoes and soups. Vegetarians have the widest choice. Tell us about allergies, and your guide speaks with the kitchens."),
    Saved("Flights to Lukla", "In the busiest weeks flights leave from Manthali, four to five hours by road from Kathmandu. Clouds often delay flights, so please leave two days before your flight home."),
];

/// The tables as text, to detect changes.
pub fn summary() -> String {
    format!("{ENQUIRIES:?} {REQUESTS:?} {CODES:?} {SAVED_REPLIES:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_message_of_an_enquiry_decides_whether_it_waits() {
        for asked in ENQUIRIES {
            let hours: Vec<i64> = asked.messages.iter().map(|message| message.0).collect();
            assert!(hours.is_sorted_by(|a, b| a > b), "{}", asked.name);
            let last = asked.messages.last().map(|message| message.1);
            match asked.status {
                EnquiryStatus::Waiting => assert_eq!(last, Some(Traveller), "{}", asked.name),
                EnquiryStatus::Answered => assert_eq!(last, Some(Staff), "{}", asked.name),
                EnquiryStatus::Closed => {}
            }
        }
    }

    #[test]
    fn only_the_last_version_of_a_proposal_is_open() {
        for request in REQUESTS {
            for (index, offered) in request.proposals.iter().enumerate() {
                let is_last = index + 1 == request.proposals.len();
                let is_superseded = offered.state == OfferedState::Superseded;
                assert_eq!(is_superseded, !is_last, "{}", offered.title);
                assert!(offered.hours_ago < request.hours_ago, "{}", offered.title);
            }
        }
    }
}
