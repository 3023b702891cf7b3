//! 16 travellers book and pay, at once or over time, while the program is repeatedly killed; then the books are audited.
//!
//! `CHAUTARI_SOAK_KILLS` sets the number of kills (10), and `CHAUTARI_SOAK_SEED` repeats the choices of a run. The seed
//! also determines the times of the kills, but not what the program is doing then.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fastrand::Rng;
use store::Db;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::audit::Audit;
use crate::audit_over_time::{self, Notes};
use crate::books::{Books, is_of_wallet};
use crate::departures::{departure, end_holds, expect_seats_in_order, travel_with_group};
use crate::flight_days::{FlightDays, Groups};
use crate::journey::{Offer, Outcome, any_way, offers, travel};
use crate::outbox;
use crate::over_time::{Wallets, sell_with_deposit, travel_over_time};
use crate::program::{Life, PATIENCE, Site};
use crate::traveller::Traveller;

/// Login of an administrator of the demo.
pub const DESK: (&str, &str) = ("admin@chautari.example", "mountain-admin-2026");
const TRAVELLERS: usize = 16;
/// Group departures, and the seats of each: few, so that travellers compete for them.
const DEPARTURES: usize = 3;
const SEATS: usize = 12;
/// Faults of the provider; each process of the program has one of them.
const FAULTS: &[&str] = &[
    "",
    "",
    "slow=40",
    "slow=250",
    "failing",
    "forgetful",
    "duplicate",
    "slow=60,forgetful,duplicate",
];

pub fn number_from_environment(name: &str) -> Option<u64> {
    std::env::var(name)
        .ok()
        .map(|text| text.parse().expect("a number"))
}

// PAY-08 BOOK-16 CONF-10: whenever the program is killed, a captured payment is confirmed once and emailed once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_payment_is_lost_however_often_the_program_is_killed() {
    let seed = number_from_environment("CHAUTARI_SOAK_SEED").unwrap_or_else(|| fastrand::u64(..));
    let kills = number_from_environment("CHAUTARI_SOAK_KILLS").unwrap_or(10);
    let mut site = Site::new().await;
    let wallets = Wallets::start(&mut site).await;
    println!(
        "soak on {}: {kills} kills, CHAUTARI_SOAK_SEED={seed}",
        site.database()
    );
    let mut rng = Rng::with_seed(seed);
    let began = Instant::now();

    let life = site.start(&["serve", "--demo"], &[]).await;
    let db = store::connect(&site.database_url)
        .await
        .expect("the database");
    let demo = Books::read(&db).await.bookings;
    let of_the_demo: HashSet<_> = demo.iter().map(|booking| booking.id).collect();
    let crowd = Crowd::gather(&site, &mut rng).await;
    let stop = watch::Sender::new(false);
    let ending = tokio::spawn(end_holds(db.clone(), stop.subscribe()));
    let trouble = wallets
        .clone()
        .trouble(Rng::with_seed(rng.u64(..)), stop.subscribe());
    let trouble = tokio::spawn(trouble);

    let (life, killed) = kill_again_and_again(&site, life, kills, &mut rng).await;
    let (outcomes, notes) = crowd.go_home().await;
    stop.send_replace(true);
    ending.await.expect("it stops");
    trouble.await.expect("it stops");
    site.kill(life).await;
    let life = site.start(&["serve"], &[]).await;
    find_wallet_payments(&db, &wallets.paid()).await;
    site.kill(life).await;
    site.come_to_rest(&db).await;

    expect_seats_in_order(&site);
    expect_books_to_agree(&site).await;
    let (mut books, mails) = (Books::read(&db).await, outbox::read(&site.outbox()));
    books.add_wallets(&db, &wallets.paid()).await;
    db.close().await.expect("closed");
    let audited = Audit::of(&books, &mails, &outcomes, &of_the_demo).run();
    let breaches = audit_over_time::breaches(&books, &notes, &of_the_demo);
    println!("{}", audit_over_time::figures(&books, &notes));
    let seconds = began.elapsed().as_secs();
    match audited {
        Ok(figures) => println!(
            "{}: killed {killed} times in {seconds} s. {figures}",
            site.database()
        ),
        Err(breaches) => panic!(
            "CHAUTARI_SOAK_SEED={seed}\n{breaches}\n{}",
            site.last_words()
        ),
    }
    assert!(
        breaches.is_empty(),
        "CHAUTARI_SOAK_SEED={seed}\n{}\n{}",
        breaches.join("\n"),
        site.last_words()
    );
    assert!(
        !outcomes.is_empty() && !notes.is_empty(),
        "nobody got anything done"
    );
    let log = site.whole_log();
    assert!(!log.contains("panicked"), "{}", site.last_words());
}

/// Waits until the program has recorded every payment that a wallet took. Nobody may have come back from its page.
pub async fn find_wallet_payments(db: &Db, paid: &[String]) {
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        let lines = store::ledger::list_all(db).await.expect("read");
        let is_recorded = |id: &String| {
            let mut lines = lines.iter();
            lines.any(|line| is_of_wallet(Some(&line.reference), id))
        };
        if paid.iter().all(is_recorded) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Runs `chautari ledger check` on another thread, because it asks the wallets, which run on these.
pub async fn expect_books_to_agree(site: &Site) {
    // The wallets of the soak answer as slowly as the machine is busy.
    let patient = [("CHAUTARI_WALLET_TIMEOUT_MS", "10000")];
    let check = site.spawn(&["ledger", "check"], &patient);
    let checked = tokio::task::spawn_blocking(move || check.output()).await;
    let (agrees, said) = checked.expect("checked");
    assert!(agrees, "{said}\n{}", site.last_words());
}

async fn kill_again_and_again(
    site: &Site,
    mut life: Life,
    kills: u64,
    rng: &mut Rng,
) -> (Life, u64) {
    let mut killed = 0;
    while killed < kills {
        let up = Duration::from_millis(rng.u64(150..1300));
        tokio::time::sleep(up).await;
        site.kill(life).await;
        killed += 1;
        if rng.u8(..8) == 0 {
            // Kills it while it starts.
            let starting = site.spawn(&["serve"], &[]);
            tokio::time::sleep(Duration::from_millis(rng.u64(..200))).await;
            site.kill(starting).await;
            killed += 1;
        }
        let faults = FAULTS[rng.usize(..FAULTS.len())];
        life = site
            .start(&["serve"], &[("CHAUTARI_SANDBOX_FAULTS", faults)])
            .await;
    }
    // The last process has no faults, so that every traveller can finish.
    site.kill(life).await;
    (site.start(&["serve"], &[]).await, killed + 1)
}

/// Travellers who book one trek after another.
pub struct Crowd {
    tasks: JoinSet<()>,
    outcomes: Arc<Mutex<Vec<Outcome>>>,
    notes: Arc<Mutex<Vec<Notes>>>,
    go_home: watch::Sender<bool>,
}

impl Crowd {
    pub async fn gather(site: &Site, rng: &mut Rng) -> Self {
        let visitor = Traveller::visitor(site.address());
        let offers = offers(&visitor).await;
        let desk = visitor.clone().log_in(DESK.0, DESK.1).await;
        let mut groups = Vec::new();
        for (number, offer) in offers.iter().take(DEPARTURES).enumerate() {
            let start = format!("2028-03-{:02}", number + 4);
            groups.push(departure(&desk, offer, &start, SEATS).await);
        }
        let groups = Arc::new(Mutex::new(groups));
        let with_deposit = Arc::new(sell_with_deposit(&desk, &offers).await);
        let mut crowd = Self {
            tasks: JoinSet::new(),
            outcomes: Arc::default(),
            notes: Arc::default(),
            go_home: watch::Sender::new(false),
        };
        let mut travellers = JoinSet::new();
        for number in 0..TRAVELLERS {
            let (visitor, outbox) = (visitor.clone(), site.outbox());
            travellers.spawn(async move { visitor.sign_up(number, &outbox).await });
        }
        for who in travellers.join_all().await {
            let rng = Rng::with_seed(rng.u64(..));
            let journeys = Journeys {
                desk: desk.clone(),
                offers: offers.clone(),
                with_deposit: with_deposit.clone(),
                groups: groups.clone(),
                outcomes: crowd.outcomes.clone(),
                notes: crowd.notes.clone(),
                go_home: crowd.go_home.subscribe(),
            };
            crowd.tasks.spawn(journeys.live(who, rng));
        }
        let flight_days = FlightDays {
            desk,
            groups,
            outbox: site.outbox(),
        };
        let rng = Rng::with_seed(rng.u64(..));
        let stop = crowd.go_home.subscribe();
        crowd.tasks.spawn(flight_days.live(rng, stop));
        crowd
    }

    /// Every traveller finishes the current journey.
    pub async fn go_home(mut self) -> (Vec<Outcome>, Vec<Notes>) {
        self.go_home.send_replace(true);
        while let Some(ended) = self.tasks.join_next().await {
            ended.expect("a traveller's journey");
        }
        let outcomes = self.outcomes.lock().expect("unbroken").clone();
        (outcomes, self.notes.lock().expect("unbroken").clone())
    }
}

struct Journeys {
    desk: Traveller,
    offers: Arc<Vec<Offer>>,
    with_deposit: Arc<Vec<Offer>>,
    groups: Groups,
    outcomes: Arc<Mutex<Vec<Outcome>>>,
    notes: Arc<Mutex<Vec<Notes>>>,
    go_home: watch::Receiver<bool>,
}

impl Journeys {
    async fn live(self, who: Traveller, mut rng: Rng) {
        while !*self.go_home.borrow() {
            let outcome = match rng.u8(..3) {
                0 => {
                    let group = {
                        let groups = self.groups.lock().expect("unbroken");
                        groups[rng.usize(..groups.len())].clone()
                    };
                    travel_with_group(&who, &group, &mut rng).await
                }
                1 => {
                    let notes =
                        travel_over_time(&who, &self.desk, &self.with_deposit, &mut rng).await;
                    self.notes.lock().expect("unbroken").push(notes);
                    None
                }
                _ => {
                    let way = any_way(&mut rng);
                    Some(travel(&who, &self.desk, &self.offers, way, &mut rng).await)
                }
            };
            self.outcomes.lock().expect("unbroken").extend(outcome);
        }
    }
}
