//! The reviews of the demo as a table.
//!
//! Reviewers choose the name to show. On the page of the first trek all are in Latin-1: fonts of other letters are not
//! preloaded.

/// Trek, customer and hours of the booking (see `booking_table`), the name to show, rating, title, text, answer of the
/// agency. Those without a decision wait at the desk.
#[derive(Debug)]
pub struct Row(
    pub &'static str,
    pub &'static str,
    pub i64,
    pub &'static str,
    pub u8,
    pub &'static str,
    pub &'static str,
    pub Decision,
);

#[derive(Debug, Clone, Copy)]
pub enum Decision {
    Published,
    Answered(&'static str),
    Waiting,
}
use Decision::{Answered, Published, Waiting};

const DAY: i64 = 24;

#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    Row("everest-base-camp", "yoko.yamamoto@example.com", 79 * DAY, "Yoko", 4, "Everything well organised",
        "Permits, flights and rooms were all arranged, and we only had to walk. Our flight to Lukla left a day late because of clouds, and the agency moved the lodges without a word from us. Take earplugs for the lodges.",
        Answered("Thank you, Yoko. The earplugs are on our packing list now.")),
    Row("everest-base-camp", "siobhan.oconnor@example.com", 64 * DAY, "Siobhán", 5, "Worth the sore knees",
        "I trained for half a year and still found the last two days hard. The first view of the icefall made up for it. Meals were simple and there was always enough.",
        Published),
    Row("everest-base-camp", "ken.tanaka@example.com", 49 * DAY, "Ken", 4, "The flight back is no small thing",
        "Walking up and flying down saved us four days. We waited two hours for the cloud to lift, so do not plan your flight home for the same day.",
        Published),
    Row("annapurna-base-camp", "camille.lefevre@example.com", 86 * DAY, "Camille", 5, "Hot springs at the end",
        "Bamboo forest in the morning, snow in the afternoon, and the springs at Jhinu on the way down. Our porter Dawa carried twenty kilos and still walked faster than us.",
        Published),
    Row("annapurna-base-camp", "grace.mbeki@example.com", 66 * DAY, "Grace", 4, "Many steps, good company",
        "I walked alone and joined the others at dinner. The stone steps are relentless. The rooms at the base camp were full, and our guide had booked ahead.",
        Published),
    Row("annapurna-base-camp", "robin.achterberg@example.com", 52 * DAY, "Robin", 5, "My first trek",
        "I had never walked for more than two days. The plan left time for photographs and for tea, and nobody hurried me.",
        Waiting),
    Row("ghorepani-poon-hill", "priya.raghunathan@example.com", 84 * DAY, "Priya", 5, "Good with parents",
        "We were four, my parents are over sixty. Short days, warm lodges, and a sunrise that my father still talks about.",
        Answered("Thank you, Priya. Greetings to your parents from all of us.")),
    Row("langtang-valley", "maya@chautari.example", 82 * DAY, "Maya", 5, "A quiet valley",
        "Far fewer people than in Khumbu. In Kyanjin Gompa we climbed the small peak behind the village, which the itinerary calls optional. Do it if you can.",
        Published),
    Row("upper-mustang", "juergen.weiss@example.com", 77 * DAY, "Jürgen", 4, "Dust, wind and monasteries",
        "The wind blows every afternoon, so start early. The walls of Lo Manthang are like nothing else. The road is coming closer each year: go soon.",
        Published),
    Row("mardi-himal", "aino.makela@example.com", 75 * DAY, "Aino", 5, "The ridge at first light",
        "We left at four in the morning and had the view point to ourselves. Narrow in places, but never difficult.",
        Published),
    Row("annapurna-circuit", "mateo.hernandez@example.com", 73 * DAY, "Mateo", 5, "Over the pass",
        "Tilicho Lake was the surprise of the trip. Crossing Thorong La took us eight hours, and our guide turned one walker of another group around in time.",
        Published),
    Row("manaslu-circuit", "zofia.zolkiewska@example.com", 61 * DAY, "Zofia", 3, "Beautiful, with some long days",
        "The mountains are magnificent and the villages friendly. Two of the days were longer than described, because a bridge was closed. I would have liked to know that before.",
        Answered("Thank you for telling us, Zofia. We have added an hour to both days until the bridge is open again.")),
    Row("rara-lake", "sunita.shrestha@example.com", 37 * DAY, "सुनिता", 5, "The bluest lake in Nepal",
        "I am from Pokhara and thought that I knew lakes. We met six other walkers in eight days.",
        Waiting),
];

/// The table as text, to detect changes.
pub fn summary() -> String {
    format!("{ROWS:?}")
}
