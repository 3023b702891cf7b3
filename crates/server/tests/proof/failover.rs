//! 16 travellers book and pay at three servers on a replicated PostgreSQL, while its nodes are killed, switched over
//! and cut off; then the books are audited. The servers run from the beginning to the end.
//!
//! Only runs below `scripts/peers/with-cluster.sh`. `CHAUTARI_FAILOVER_SECONDS` is the least time of the run (0: each
//! kind of failure once).

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fastrand::Rng;
use sea_orm::ConnectionTrait as _;
use store::Db;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::audit::Audit;
use crate::audit_over_time;
use crate::books::{Books, at_rest};
use crate::cluster::{Break, Cluster};
use crate::departures::{end_holds, expect_seats_in_order};
use crate::journey::{Offer, Opened, Outcome, Promise, offers, request};
use crate::outbox;
use crate::over_time::Wallets;
use crate::program::{Life, PATIENCE, Site};
use crate::soak::{Crowd, expect_books_to_agree, find_wallet_payments, number_from_environment};
use crate::traveller::{Traveller, post};

const SERVERS: usize = 3;
/// Every server must take bookings again within this time of a failure.
const MAX_OUTAGE: Duration = Duration::from_secs(30);
/// A node stays broken for at least this long: longer than the leader's lease of 20 seconds.
const BROKEN_FOR: Duration = Duration::from_secs(30);
const BETWEEN_FAILURES: Duration = Duration::from_secs(4);
/// Each request of a traveller goes to the next server.
const NEXT_SERVER: Duration = Duration::from_millis(30);
/// Time between two runs of the hourly tasks at the end of the test.
const TASK_INTERVAL: Duration = Duration::from_secs(10);
const PROBE_INTERVAL: Duration = Duration::from_millis(400);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_booking_is_lost_or_doubled_when_the_database_fails_over() {
    let Some(cluster) = Cluster::of_environment() else {
        return;
    };
    let seconds = number_from_environment("CHAUTARI_FAILOVER_SECONDS").unwrap_or(0);
    let seed = number_from_environment("CHAUTARI_SOAK_SEED").unwrap_or_else(|| fastrand::u64(..));
    println!("failover for {seconds} s, CHAUTARI_SOAK_SEED={seed}");
    let url = std::env::var("CHAUTARI_TEST_PG_URL").expect("the database of the cluster");
    let mut site = Site::on(url);
    let wallets = Wallets::start(&mut site).await;
    let mut rng = Rng::with_seed(seed);
    let began = Instant::now();

    let servers = Servers::start(&site).await;
    let db = store::connect(&site.database_url).await;
    let db = db.expect("the database");
    let demo = Books::read(&db).await.bookings;
    let of_the_demo: HashSet<_> = demo.iter().map(|booking| booking.id).collect();
    let crowd = Crowd::gather(&site, &mut rng).await;
    let probes = Probes::start(&site, &servers.addresses).await;
    let stop = watch::Sender::new(false);
    let mut background = JoinSet::new();
    background.spawn(end_holds(db.clone(), stop.subscribe()));
    let trouble = wallets.clone();
    background.spawn(trouble.trouble(Rng::with_seed(rng.u64(..)), stop.subscribe()));
    background.spawn(take_turns(
        site.publisher(),
        servers.addresses.clone(),
        stop.subscribe(),
    ));

    let mut outages = Vec::new();
    for how in Break::ALL.into_iter().cycle() {
        if outages.len() >= Break::ALL.len() && began.elapsed() >= Duration::from_secs(seconds) {
            break;
        }
        cluster.become_whole().await;
        tokio::time::sleep(BETWEEN_FAILURES).await;
        outages.push(fail(&cluster, &probes, how, &site).await);
    }
    cluster.become_whole().await;

    let (mut outcomes, notes) = crowd.go_home().await;
    outcomes.extend(probes.end().await);
    stop.send_replace(true);
    while let Some(ended) = background.join_next().await {
        ended.expect("it stops");
    }
    let paid = wallets.paid();
    tokio::select! {
        () = find_wallet_payments(&db, &paid) => {}
        () = let_hours_pass(&db) => {}
    }
    come_to_rest(&db).await;
    expect_seats_in_order(&site);
    expect_books_to_agree(&site).await;
    servers.expect_to_run(&site).await;

    let (mut books, mails) = (Books::read(&db).await, outbox::read(&site.outbox()));
    books.add_wallets(&db, &wallets.paid()).await;
    db.close().await.expect("closed");
    let audited = Audit::of(&books, &mails, &outcomes, &of_the_demo).run();
    let breaches = audit_over_time::breaches(&books, &notes, &of_the_demo);
    println!("{}", audit_over_time::figures(&books, &notes));
    let took = began.elapsed().as_secs();
    let told = outcomes.len();
    match audited {
        Ok(figures) => println!("{told} bookings acknowledged in {took} s. {figures}"),
        Err(breaches) => panic!("seed {seed}\n{breaches}\n{}", site.last_words()),
    }
    assert!(breaches.is_empty(), "seed {seed}\n{}", breaches.join("\n"));
    let late = outages.iter().filter(|(_, outage)| *outage > MAX_OUTAGE);
    assert_eq!(late.count(), 0, "{outages:?}");
    let log = site.whole_log();
    assert!(!log.contains("panicked"), "{}", site.last_words());
}

/// Lets the database fail and recover. Returns the longest time without a booking at any server.
async fn fail(cluster: &Cluster, probes: &Probes, how: Break, site: &Site) -> (Break, Duration) {
    let since = Instant::now();
    let mend = cluster.break_it(how).await;
    let is_of_leader = matches!(how, Break::KillLeader | Break::CutLeader);
    if how == Break::KillPooler {
        cluster.mend("start/pgbouncer").await;
    }
    while !probes.all_booked_since(since) {
        if since.elapsed() >= MAX_OUTAGE * 3 {
            let (last, state) = (probes.since_last(), cluster.state().await);
            panic!(
                "{how:?}: still away; the last booking of each server was {last:.1?} ago\n{state}\n{}",
                site.last_words()
            );
        }
        tokio::time::sleep(PROBE_INTERVAL / 4).await;
    }
    if is_of_leader {
        tokio::time::sleep(BROKEN_FOR.saturating_sub(since.elapsed())).await;
    }
    if let Some(mend) = mend.filter(|_| how != Break::KillPooler) {
        cluster.mend(&mend).await;
    }
    cluster.become_whole().await;
    let outage = probes.longest_gap_since(since);
    println!("{how:?}: no booking for {:.1} s", outage.as_secs_f64());
    (how, outage)
}

/// Makes the hourly tasks due again and again. Right after its faults, a server does not call a wallet for 30 seconds.
async fn let_hours_pass(db: &Db) {
    loop {
        let now = "update periodic_tasks set due_at = now() where run_id is null";
        db.execute_unprepared(now).await.expect("the tasks are due");
        tokio::time::sleep(TASK_INTERVAL).await;
    }
}

/// Waits until the servers have done all their work. A job that failed several times while the database was away would
/// wait for minutes until its next attempt; one that is due within a lease may be running.
async fn come_to_rest(db: &Db) {
    let since = Instant::now();
    let retry = "update jobs set due_at = now() where given_up_at is null and due_at > now() + interval '60 seconds'";
    while since.elapsed() < PATIENCE && !at_rest(db).await {
        db.execute_unprepared(retry).await.expect("changed");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Publishes the address of one server after the other, so that no traveller stays with one.
async fn take_turns(
    publisher: watch::Sender<Option<String>>,
    addresses: Vec<String>,
    mut stop: watch::Receiver<bool>,
) {
    for address in addresses.iter().cycle() {
        publisher.send_replace(Some(address.clone()));
        let _ = tokio::time::timeout(NEXT_SERVER, stop.changed()).await;
        if *stop.borrow() {
            return;
        }
    }
}

struct Servers {
    lives: Vec<Life>,
    addresses: Vec<String>,
}

impl Servers {
    async fn start(site: &Site) -> Self {
        let (mut lives, mut addresses) = (Vec::new(), Vec::new());
        for number in 0..SERVERS {
            let arguments: &[&str] = if number == 0 {
                &["serve", "--demo"]
            } else {
                &["serve"]
            };
            lives.push(site.start(arguments, &[]).await);
            addresses.push(site.address().borrow().clone().expect("an address"));
        }
        Self { lives, addresses }
    }

    /// None of them has ended by itself.
    async fn expect_to_run(self, site: &Site) {
        for mut life in self.lives {
            assert!(life.is_running(), "{}", site.last_words());
            site.kill(life).await;
        }
    }
}

/// Books at each server at short intervals without paying, to find out when bookings are possible.
struct Probes {
    booked: Vec<Arc<Mutex<Vec<Instant>>>>,
    outcomes: Arc<Mutex<Vec<Outcome>>>,
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl Probes {
    async fn start(site: &Site, addresses: &[String]) -> Self {
        let mut probes = Self {
            booked: Vec::new(),
            outcomes: Arc::default(),
            stop: watch::Sender::new(false),
            tasks: JoinSet::new(),
        };
        for (number, address) in addresses.iter().enumerate() {
            let here = watch::Sender::new(Some(address.clone()));
            let visitor = Traveller::visitor(here.subscribe());
            let offer = offers(&visitor).await[0].clone();
            let who = visitor.sign_up(100 + number, &site.outbox()).await;
            let probe = Probe {
                who,
                offer,
                booked: Arc::default(),
                outcomes: probes.outcomes.clone(),
                stop: probes.stop.subscribe(),
                _here: here,
            };
            probes.booked.push(probe.booked.clone());
            probes.tasks.spawn(probe.book_again_and_again());
        }
        probes
    }

    fn all_booked_since(&self, since: Instant) -> bool {
        self.booked.iter().all(|booked| {
            let booked = booked.lock().expect("unbroken");
            // The answer to an older request may arrive after the failure.
            booked.iter().rev().take_while(|at| **at > since).count() >= 2
        })
    }

    /// How long ago each server confirmed its last booking.
    fn since_last(&self) -> Vec<Option<Duration>> {
        let last = |booked: &Arc<Mutex<Vec<Instant>>>| {
            let booked = booked.lock().expect("unbroken");
            booked.last().map(Instant::elapsed)
        };
        self.booked.iter().map(last).collect()
    }

    fn longest_gap_since(&self, since: Instant) -> Duration {
        let gaps = self.booked.iter().map(|booked| {
            let booked = booked.lock().expect("unbroken");
            let pairs = booked.windows(2).filter(|pair| pair[1] > since);
            let gap = pairs.map(|pair| pair[1] - pair[0]).max();
            gap.unwrap_or_else(|| since.elapsed())
        });
        gaps.max().unwrap_or_default()
    }

    async fn end(mut self) -> Vec<Outcome> {
        self.stop.send_replace(true);
        while let Some(ended) = self.tasks.join_next().await {
            ended.expect("a probe");
        }
        self.outcomes.lock().expect("unbroken").clone()
    }
}

struct Probe {
    who: Traveller,
    offer: Offer,
    booked: Arc<Mutex<Vec<Instant>>>,
    outcomes: Arc<Mutex<Vec<Outcome>>>,
    stop: watch::Receiver<bool>,
    _here: watch::Sender<Option<String>>,
}

impl Probe {
    async fn book_again_and_again(mut self) {
        let ask = request(&self.who, &self.offer, 1).await;
        for number in 0.. {
            if *self.stop.borrow() {
                return;
            }
            let key = format!("probe-{}-{number}", self.who.email);
            let call = post("/api/bookings", &ask).with_key(&key);
            let made = self.who.insist(&call).await.expect(201);
            self.booked.lock().expect("unbroken").push(Instant::now());
            let outcome = Outcome {
                booking_id: Opened::of(&made["data"]).id,
                promise: Promise::Unpaid,
            };
            self.outcomes.lock().expect("unbroken").push(outcome);
            let _ = tokio::time::timeout(PROBE_INTERVAL, self.stop.changed()).await;
        }
    }
}
