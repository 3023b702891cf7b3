//! Search of bookings: every query plan returns the same result.

use domain::booking::{Booking, BookingStatus};
use domain::booking_search::{search_text, search_words};
use store::bookings::{self, BookingFilter, Order, SearchPlan, SortBy};
use uuid::Uuid;

use crate::booking_lists::list;
use crate::bookings::confirm;
use crate::support::{TestDb, booking_of, hours_ago, id, now, stored_trek};

#[tokio::test]
async fn phones_notes_and_accents_are_found_in_any_formatting() {
    let test = TestDb::start().await;
    let trek = stored_trek(&test.db, "Found").await;
    let mut booking = booking_of(&trek, id(), now());
    booking.party.primary.name = "Jürgen Müller".to_owned();
    booking.party.primary.phone_number = Some("+977 (980) 123-4567".to_owned());
    booking.notes = Some("Vegetarian, arrives by bus".to_owned());
    bookings::insert(&test.db, &booking).await.unwrap();
    let other = booking_of(&trek, id(), now());
    bookings::insert(&test.db, &other).await.unwrap();
    for search in [
        "9801234567",
        "+977-980-1234567",
        "0980 123 4567",
        "00977 980",
        "vegetarian BUS",
        "muller",
        "MÜLLER jurgen",
        "müller 123-4567",
    ] {
        let wanted = BookingFilter {
            search: search.to_owned(),
            ..BookingFilter::default()
        };
        let found = list(&test.db, &wanted, (SortBy::Created, Order::Desc)).await;
        assert_eq!(found, [booking.id], "{search}");
    }
    // Searchable together with the booking: the invoice number is assigned later than the booking is stored.
    assert!(confirm(&test.db, booking.id).await);
    let invoice = bookings::find(&test.db, booking.id).await.unwrap().unwrap();
    let wanted = BookingFilter {
        search: invoice.invoice_number.expect("an invoice"),
        ..BookingFilter::default()
    };
    let found = list(&test.db, &wanted, (SortBy::Created, Order::Desc)).await;
    assert_eq!(found, [booking.id]);
}

/// Deterministic pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).unwrap()
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

// Every search plan returns, page by page, the same bookings as a full scan.
#[tokio::test]
async fn a_search_finds_on_its_pages_exactly_what_a_scan_finds() {
    const NAMES: [&str; 6] = [
        "Maya Sherpa",
        "Jürgen Müller",
        "थापा",
        "O'Brien 50%",
        "Ada_B",
        "Sofia",
    ];
    const SEARCHES: [&str; 14] = [
        "sherpa",
        "MULLER",
        "müller jurgen",
        "थापा",
        "50%",
        "a_b",
        "a!b",
        "o'b",
        "a",
        "98",
        "+977 9801",
        "many.example",
        "nobody",
        "late sherpa",
    ];
    let test = TestDb::start().await;
    let trek = stored_trek(&test.db, "Searched").await;
    let mut random = Random(0x5EED);
    let mut stored = Vec::new();
    for index in 0..60 {
        let mut booking = booking_of(&trek, id(), hours_ago(1 + random.below(9) as i64));
        booking.party.primary.name = random.pick(&NAMES).to_owned();
        booking.party.primary.phone_number = Some(format!("+977 98{:02}", random.below(4)));
        booking.customer.email = format!("t{index}@many.example");
        booking.notes = Some(random.pick(&["", "arrives late", "a!b"]).to_owned());
        bookings::insert(&test.db, &booking).await.unwrap();
        if random.below(2) == 0 {
            assert!(confirm(&test.db, booking.id).await);
        }
        stored.push(bookings::find(&test.db, booking.id).await.unwrap().unwrap());
    }
    for search in SEARCHES {
        let status = [None, Some(BookingStatus::Confirmed)][random.below(2)];
        let words = search_words(search);
        let is_match = |booking: &&Booking| {
            let text = search_text(booking);
            words.iter().all(|word| {
                let digits = word.digits.as_ref();
                text.contains(&word.text) || digits.is_some_and(|digits| text.contains(digits))
            })
        };
        let matches: Vec<&Booking> = stored.iter().filter(is_match).collect();
        let mut expected = matches.clone();
        expected.retain(|booking| status.is_none_or(|status| booking.status == status));
        expected.sort_by_key(|booking| std::cmp::Reverse((booking.created_at, booking.id)));
        let expected: Vec<Uuid> = expected.iter().map(|booking| booking.id).collect();
        let wanted = BookingFilter {
            status,
            search: search.to_owned(),
            ..BookingFilter::default()
        };
        let ids: Vec<Uuid> = matches.iter().map(|booking| booking.id).collect();
        let listed = SearchPlan::Listed(ids.clone());
        // More than are looked up one by one.
        let many = SearchPlan::Listed(ids.into_iter().chain((0..1000).map(|_| id())).collect());
        for plan in [SearchPlan::Collect, SearchPlan::Probe, listed, many] {
            let mut found = Vec::new();
            for offset in (0..=expected.len() as u64).step_by(7) {
                let newest = (SortBy::Created, Order::Desc);
                let page = bookings::page_ids(&test.db, &wanted, &plan, newest, offset, 7).await;
                found.extend(page.unwrap());
            }
            assert_eq!(found, expected, "{search} by {:.50}", format!("{plan:?}"));
        }
        for offset in (0..=expected.len()).step_by(7) {
            let newest = (SortBy::Created, Order::Desc);
            let (page, total) = bookings::list(&test.db, &wanted, newest, offset as u64, 7)
                .await
                .unwrap();
            let page: Vec<Uuid> = page.iter().map(|booking| booking.id).collect();
            let end = expected.len().min(offset + 7);
            assert_eq!(
                (page.as_slice(), total),
                (&expected[offset..end], expected.len() as u64),
                "{search}"
            );
        }
    }
}

// A search with more matches than are listed counts them, and reads a page in the sort order.
#[tokio::test]
async fn a_search_that_a_thousand_bookings_match_finds_all_of_them() {
    let test = TestDb::start().await;
    let trek = stored_trek(&test.db, "Common").await;
    let mut newest_first = Vec::new();
    for _ in 0..1010 {
        let booking = booking_of(&trek, id(), now());
        bookings::insert(&test.db, &booking).await.unwrap();
        newest_first.push(booking.id);
    }
    newest_first.sort_unstable_by(|a, b| b.cmp(a));
    for status in [None, Some(BookingStatus::Pending)] {
        let wanted = BookingFilter {
            status,
            search: "common".to_owned(),
            ..BookingFilter::default()
        };
        for offset in [0, 500, 1000] {
            let newest = (SortBy::Created, Order::Desc);
            let found = bookings::list(&test.db, &wanted, newest, offset, 25).await;
            let (page, total) = found.unwrap();
            let page: Vec<Uuid> = page.iter().map(|booking| booking.id).collect();
            let from = usize::try_from(offset).unwrap();
            assert_eq!(page, newest_first[from..newest_first.len().min(from + 25)]);
            assert_eq!(total, 1010);
        }
    }
}
