//! The program dies at each kill point in turn; started again, it brings the booking to the end it would have had.

use std::collections::HashSet;
use std::os::unix::process::ExitStatusExt;
use std::sync::Arc;

use chautari::kill_points::KILL_POINTS;
use chautari::ports::clock::Clock;
use chrono::TimeDelta;
use domain::booking::BookingStatus;
use fastrand::Rng;
use sea_orm::{ConnectionTrait, Statement};
use store::Db;
use uuid::Uuid;

use crate::audit::Audit;
use crate::books::Books;
use crate::journey::{Offer, Outcome, Promise, Way, offers, travel};
use crate::outbox;
use crate::program::Site;
use crate::traveller::Traveller;

const SIGABRT: i32 = 6;

struct Stage {
    site: Site,
    db: Db,
    who: Traveller,
    offers: Arc<Vec<Offer>>,
    outcomes: Vec<Outcome>,
}

// PAY-08 BOOK-16 CONF-10: a crash right after any commit or provider call of the booking path is healed by the next start.
#[tokio::test]
async fn the_program_recovers_from_a_crash_at_every_kill_point() {
    let (mut stage, of_the_demo) = Stage::set().await;
    for point in KILL_POINTS {
        println!("killed at {point}");
        match *point {
            "unpaid-payment-cancelled" | "booking-expired" => stage.nobody_pays(point).await,
            _ => stage.books_and_pays(point).await,
        }
    }
    let books = Books::read(&stage.db).await;
    let mails = outbox::read(&stage.site.outbox());
    let audited = Audit::of(&books, &mails, &stage.outcomes, &of_the_demo).run();
    audited.unwrap_or_else(|breaches| panic!("{breaches}\n{}", stage.site.last_words()));
}

impl Stage {
    async fn set() -> (Self, HashSet<Uuid>) {
        let site = Site::new().await;
        let life = site.start(&["serve", "--demo"], &[]).await;
        let visitor = Traveller::visitor(site.address());
        let offers = offers(&visitor).await;
        let who = visitor.sign_up(0, &site.outbox()).await;
        site.kill(life).await;
        let db = store::connect(&site.database_url)
            .await
            .expect("the database");
        // The rounds of a start would die over the unpaid bookings of the demo, before the traveller comes.
        for sql in [
            "delete from sandbox_intents where status <> 'succeeded'",
            "delete from bookings where payment_status = 'Pending'",
        ] {
            db.execute_unprepared(sql).await.expect("deleted");
        }
        let demo = Books::read(&db).await.bookings;
        let stage = Self {
            site,
            db,
            who,
            offers,
            outcomes: Vec::new(),
        };
        (stage, demo.iter().map(|booking| booking.id).collect())
    }

    /// The traveller insists, over the crash, until the booking is confirmed.
    async fn books_and_pays(&mut self, point: &str) {
        let life = self
            .site
            .start(&["serve"], &[("CHAUTARI_KILL_AT", point)])
            .await;
        let journey = self.journey(Way::Plain);
        self.dies(life, point).await;
        let life = self.site.start(&["serve"], &[]).await;
        let outcome = journey.await.expect("the journey");
        assert_eq!(outcome.promise, Promise::Paid, "{point}");
        self.site.kill(life).await;
        self.site.come_to_rest(&self.db).await;
        self.expect(&outcome, BookingStatus::Confirmed, point).await;
        self.outcomes.push(outcome);
    }

    /// A day later the sweep comes, and dies.
    async fn nobody_pays(&mut self, point: &str) {
        let life = self.site.start(&["serve"], &[]).await;
        let outcome = self.journey(Way::Leaves).await.expect("the journey");
        self.site.kill(life).await;
        self.a_day_passes().await;
        let life = self
            .site
            .start(&["serve"], &[("CHAUTARI_KILL_AT", point)])
            .await;
        self.dies(life, point).await;
        let life = self.site.start(&["serve"], &[]).await;
        while self.status_of(&outcome).await == BookingStatus::Pending {
            self.who.breathe().await;
        }
        self.site.kill(life).await;
        self.expect(&outcome, BookingStatus::Cancelled, point).await;
        let open = "select id from sandbox_intents where status not in ('succeeded', 'canceled')";
        assert!(
            crate::books::rows(&self.db, open).await.is_empty(),
            "{point}: it could still be paid"
        );
        self.outcomes.push(outcome);
    }

    fn journey(&self, way: Way) -> tokio::task::JoinHandle<Outcome> {
        let (who, offers) = (self.who.clone(), self.offers.clone());
        tokio::spawn(async move { travel(&who, &offers, way, &mut Rng::new()).await })
    }

    async fn dies(&self, life: crate::program::Life, point: &str) {
        let status = self.site.end_of(life).await;
        let signal = status.map(|status| status.signal());
        assert_eq!(signal, Some(Some(SIGABRT)), "{point} was not reached");
    }

    async fn status_of(&self, outcome: &Outcome) -> BookingStatus {
        let id = outcome.booking_id.parse().expect("an id");
        let booking = store::bookings::find(&self.db, id).await.expect("read");
        booking.expect("a booking").status
    }

    async fn expect(&self, outcome: &Outcome, status: BookingStatus, point: &str) {
        assert_eq!(self.status_of(outcome).await, status, "killed at {point}");
    }

    async fn a_day_passes(&self) {
        let backend = self.db.get_database_backend();
        let sql = match backend {
            sea_orm::DbBackend::Postgres => {
                "update bookings set created_at = $1 where status = 'Pending'"
            }
            _ => "update bookings set created_at = ? where status = 'Pending'",
        };
        let then = Clock::System.now() - TimeDelta::hours(25);
        let statement = Statement::from_sql_and_values(backend, sql, [then.into()]);
        self.db.execute_raw(statement).await.expect("changed");
    }
}
