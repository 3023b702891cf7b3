//! The bookings of the demo as a table.

/// State of a demo booking.
#[derive(Clone, Copy, Debug)]
pub enum State {
    /// Booked a few hours ago and not paid yet.
    Unpaid,
    /// Not paid; a card was declined.
    Declined,
    /// Paid and in the future.
    Confirmed,
    /// In the future, with the deposit of its trek paid.
    Deposit,
    /// Paid and over.
    Completed,
    /// Cancelled after a day without payment.
    Lapsed,
    /// Paid and cancelled by the traveller, with a refund of this percentage.
    Refunded(u8),
}
use State::{Completed, Confirmed, Declined, Deposit, Lapsed, Refunded, Unpaid};

/// Trek, route, customer, number of additional guests, hours since booking, days from now to the start, state.
pub struct Row(
    pub &'static str,
    pub &'static str,
    pub &'static str,
    pub usize,
    pub i64,
    pub i64,
    pub State,
);

const DAY: i64 = 24;

#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    Row("everest-base-camp", "classic", "lukasz.wisniewski@example.com", 1, 88 * DAY, -38, Completed),
    Row("annapurna-base-camp", "classic", "camille.lefevre@example.com", 1, 86 * DAY, -52, Completed),
    Row("ghorepani-poon-hill", "classic", "priya.raghunathan@example.com", 3, 84 * DAY, -60, Completed),
    Row("langtang-valley", "classic", "maya@chautari.example", 1, 82 * DAY, -45, Completed),
    Row("everest-base-camp", "classic", "yoko.yamamoto@example.com", 4, 79 * DAY, -33, Completed),
    Row("upper-mustang", "classic", "juergen.weiss@example.com", 0, 77 * DAY, -44, Completed),
    Row("mardi-himal", "classic", "aino.makela@example.com", 0, 75 * DAY, -41, Completed),
    Row("annapurna-circuit", "tilicho", "mateo.hernandez@example.com", 0, 73 * DAY, -36, Completed),
    Row("everest-three-passes", "classic", "tama.ngata@example.com", 1, 71 * DAY, -20, Refunded(100)),
    Row("ghorepani-poon-hill", "short", "sunita.shrestha@example.com", 2, 69 * DAY, -50, Completed),
    Row("annapurna-base-camp", "classic", "grace.mbeki@example.com", 0, 66 * DAY, -28, Completed),
    Row("everest-base-camp", "classic", "siobhan.oconnor@example.com", 1, 64 * DAY, -30, Completed),
    Row("manaslu-circuit", "classic", "zofia.zolkiewska@example.com", 0, 61 * DAY, -29, Completed),
    Row("gosaikunda-and-helambu", "classic", "bikash.adhikari@example.com", 0, 58 * DAY, -40, Lapsed),
    Row("everest-panorama", "classic", "dana.kowalczyk@example.com", 1, 55 * DAY, -25, Completed),
    // Its balance is overdue.
    Row("everest-three-passes", "classic", "priya.raghunathan@example.com", 1, 54 * DAY, 26, Deposit),
    Row("annapurna-base-camp", "classic", "robin.achterberg@example.com", 0, 52 * DAY, -18, Completed),
    Row("everest-base-camp", "helicopter", "ken.tanaka@example.com", 1, 49 * DAY, -16, Completed),
    // Its balance is due within a week.
    Row("manaslu-circuit", "classic", "dana.kowalczyk@example.com", 1, 47 * DAY, 35, Deposit),
    Row("langtang-valley", "kyanjin", "aino.makela@example.com", 0, 46 * DAY, -12, Refunded(50)),
    Row("ghorepani-poon-hill", "classic", "maya@chautari.example", 4, 43 * DAY, 4, Refunded(50)),
    Row("annapurna-circuit", "classic", "lukasz.wisniewski@example.com", 1, 40 * DAY, 12, Confirmed),
    Row("rara-lake", "classic", "sunita.shrestha@example.com", 1, 37 * DAY, -14, Completed),
    Row("everest-base-camp", "classic", "mateo.hernandez@example.com", 0, 34 * DAY, 9, Confirmed),
    Row("mardi-himal", "classic", "priya.raghunathan@example.com", 1, 31 * DAY, -9, Completed),
    Row("annapurna-base-camp", "classic", "juergen.weiss@example.com", 5, 28 * DAY, 16, Confirmed),
    Row("upper-mustang", "classic", "camille.lefevre@example.com", 0, 25 * DAY, 150, Lapsed),
    Row("everest-base-camp", "classic", "grace.mbeki@example.com", 1, 22 * DAY, 118, Confirmed),
    Row("annapurna-base-camp", "classic", "maya@chautari.example", 1, 19 * DAY, 34, Confirmed),
    Row("everest-three-passes", "classic", "siobhan.oconnor@example.com", 0, 16 * DAY, 130, Deposit),
    Row("ghorepani-poon-hill", "classic", "yoko.yamamoto@example.com", 1, 13 * DAY, 21, Confirmed),
    Row("everest-base-camp", "classic", "robin.achterberg@example.com", 0, 11 * DAY, 125, Confirmed),
    Row("manaslu-circuit", "classic", "tama.ngata@example.com", 3, 9 * DAY, 140, Deposit),
    Row("annapurna-circuit", "tilicho", "dana.kowalczyk@example.com", 0, 7 * DAY, 110, Refunded(100)),
    Row("langtang-valley", "classic", "zofia.zolkiewska@example.com", 1, 5 * DAY, 27, Confirmed),
    Row("annapurna-base-camp", "classic", "ken.tanaka@example.com", 1, 3 * DAY, 128, Confirmed),
    Row("everest-panorama", "classic", "bikash.adhikari@example.com", 2, 2 * DAY, 18, Lapsed),
    Row("everest-base-camp", "classic", "lukasz.wisniewski@example.com", 2, DAY + 6, 133, Confirmed),
    Row("mardi-himal", "classic", "grace.mbeki@example.com", 0, 14, 24, Declined),
    Row("rara-lake", "classic", "aino.makela@example.com", 0, 9, 155, Unpaid),
    Row("everest-base-camp", "classic", "maya@chautari.example", 1, 3, 121, Unpaid),
    Row("ghorepani-poon-hill", "short", "robin.achterberg@example.com", 1, 1, 30, Unpaid),
];

/// The table as text, to detect changes.
pub fn summary() -> String {
    let line = |row: &Row| {
        format!(
            "{} {} {} {} {} {} {:?}",
            row.0, row.1, row.2, row.3, row.4, row.5, row.6
        )
    };
    ROWS.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_90_days_have_at_least_30_bookings_in_every_state_in_order_of_time() {
        let recent = ROWS.iter().filter(|row| row.4 < 90 * DAY).count();
        assert!(recent >= 30, "{recent}");
        for state in [
            "Unpaid",
            "Declined",
            "Confirmed",
            "Deposit",
            "Completed",
            "Lapsed",
            "Refunded(100)",
            "Refunded(50)",
        ] {
            assert!(
                ROWS.iter().any(|row| format!("{:?}", row.6) == state),
                "{state}"
            );
        }
        assert!(ROWS.is_sorted_by(|a, b| a.4 > b.4));
    }

    #[test]
    fn nobody_booked_after_the_start() {
        for Row(trek, _, who, _, hours, days, _) in ROWS {
            assert!(days + hours / DAY > 0, "{trek} {who}");
        }
    }

    #[test]
    fn the_demo_traveller_has_something_to_pay_to_look_forward_to_and_to_remember() {
        let maya = |wanted: fn(&State) -> bool| {
            ROWS.iter()
                .any(|row| row.2 == "maya@chautari.example" && wanted(&row.6))
        };
        assert!(maya(|state| matches!(state, Unpaid)));
        assert!(maya(|state| matches!(state, Confirmed)));
        assert!(maya(|state| matches!(state, Completed)));
    }
}
