//! What follows a moved or cancelled departure besides the answers of its travellers: silence, unpaid and late bookings,
//! and further moves (operations §2).

use chautari::features::booking::payment::reconcile::{complete, find_late_payments};
use chautari::features::departure_change::carry_on::carry_on_all;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::flight_day::{PRICE_OF_TWO, START, Stage, to_another_day};
use crate::money::{cancel, charge_behind_our_back};
use crate::payments::{cash, record};
use crate::stage::{booking_id, text};

#[tokio::test]
async fn silence_is_answered_once_after_the_last_day_as_the_agency_said() {
    let mut stage = Stage::set().await;
    let moved = stage.departure(START, json!({})).await;
    let ended = stage.departure("2027-04-17", json!({})).await;
    let (walks, stays) = (stage.booked(&moved).await, stage.booked(&ended).await);
    stage.moved(&moved, &to_another_day()).await;
    stage.cancelled(&ended).await;
    stage.test.do_jobs().await;
    // Midnight in Kathmandu comes 5:45 hours before that of Greenwich.
    let last_moment: chrono::DateTime<chrono::Utc> =
        "2027-03-20T18:14:00Z".parse().expect("a moment");
    let wait = last_moment - stage.test.app.clock.now();
    stage.test.clock.advance(wait);
    carry_on_all(&stage.test.app).await.expect("carried on");
    stage.sign_in_again().await;
    let booking = stage.booking(&walks).await;
    assert_eq!(booking["bookingDetails"]["startDate"], START);
    stage.test.clock.advance(TimeDelta::minutes(2));
    for _ in 0..2 {
        carry_on_all(&stage.test.app).await.expect("carried on");
        stage.test.do_jobs().await;
    }
    for (id, status, refunds) in [(&walks, "Confirmed", 0), (&stays, "Cancelled", 1)] {
        let booking = stage.booking(id).await;
        assert_eq!(booking["status"], status);
        assert_eq!(booking["refunds"].as_array().map(Vec::len), Some(refunds));
    }
    let booking = stage.booking(&walks).await;
    assert_eq!(booking["earlierDates"][0]["startDate"], START);
    assert_eq!(stage.booking(&stays).await["refunded"], PRICE_OF_TWO);
    let link = stage.link().await;
    stage
        .choose(&link, "credit")
        .await
        .expect_failure(410, "The time to answer has passed.");
    stage.ends().await;
}

// The server was down from before the last day to answer until after the trek.
#[tokio::test]
async fn silence_is_applied_before_a_booking_is_completed() {
    let mut stage = Stage::set().await;
    let moved = stage.departure(START, json!({})).await;
    let walks = stage.booked(&moved).await;
    stage.moved(&moved, &to_another_day()).await;
    stage.test.do_jobs().await;
    stage.test.clock.advance(TimeDelta::days(200));
    complete(&stage.test.app).await.expect("nothing");
    carry_on_all(&stage.test.app).await.expect("carried on");
    stage.test.do_jobs().await;
    complete(&stage.test.app).await.expect("completed");
    stage.sign_in_again().await;
    let booking = stage.booking(&walks).await;
    assert_eq!(booking["status"], "Completed");
    assert_eq!(booking["earlierDates"][0]["startDate"], START);
    stage.ends().await;
}

#[tokio::test]
async fn unpaid_bookings_of_a_cancelled_departure_end_and_money_that_comes_later_goes_back() {
    let mut stage = Stage::set().await;
    let old = stage.departure(START, json!({})).await;
    let opened = stage.held(&old).await;
    let late = stage.held(&old).await;
    // The hold of the second ends before the departure is cancelled.
    stage.test.clock.advance(TimeDelta::minutes(21));
    chautari::features::booking::payment::reconcile::expire_holds(&stage.test.app)
        .await
        .expect("swept");
    stage.sign_in_again().await;
    let waiting = stage.held(&old).await;
    stage.cancelled(&old).await;
    stage.test.do_jobs().await;
    for ended in [&opened, &late, &waiting] {
        let booking = stage.booking(&booking_id(ended)).await;
        assert_eq!(booking["status"], "Cancelled");
    }
    let change = stage.changes(&old).await.remove(0);
    let told: Vec<_> = stage
        .test
        .outbox()
        .into_iter()
        .filter(|mail| mail.text.contains("Please send no money for it."))
        .collect();
    assert_eq!(told.len(), 1, "the others had ended before");
    let reference = text(&waiting["booking"], "reference");
    assert!(told[0].text.contains(reference), "{}", told[0].text);
    assert_eq!(change["choices"], json!([]));
    assert_ne!(change["finishedAt"], Value::Null);
    charge_behind_our_back(&stage.test, &late).await;
    find_late_payments(&stage.test.app).await.expect("looked");
    let booking = stage.booking(&booking_id(&late)).await;
    assert_eq!(booking["status"], "Cancelled");
    assert_eq!(booking["refunded"], PRICE_OF_TWO);
    stage.ends().await;
}

#[tokio::test]
async fn what_was_paid_in_part_for_a_cancelled_departure_goes_back_and_the_change_ends() {
    let stage = Stage::set().await;
    let old = stage.departure(START, json!({})).await;
    let id = booking_id(&stage.held(&old).await);
    record(&stage.test, &stage.desk, &id, &cash(100.0))
        .await
        .expect(201);
    stage.cancelled(&old).await;
    stage.test.do_jobs().await;
    let booking = stage.booking(&id).await;
    assert_eq!(booking["status"], "Cancelled");
    assert_eq!(booking["owedByHand"].as_f64(), Some(100.0));
    assert_eq!(stage.seats(&old).await, (json!(0), json!(0)));
    let change = stage.changes(&old).await.remove(0);
    assert_ne!(change["finishedAt"], Value::Null);
    let mails = stage.test.outbox();
    let newest = mails.iter().rfind(|mail| mail.to == "maya@example.com");
    assert!(newest.expect("a mail").subject.contains("cancelled"));
    stage.ends().await;
}

#[tokio::test]
async fn a_booking_that_was_cancelled_meanwhile_has_nothing_to_choose_and_frees_both_seats() {
    let stage = Stage::set().await;
    let old = stage.departure(START, json!({})).await;
    let id = stage.booked(&old).await;
    let change = stage.moved(&old, &to_another_day()).await;
    let new = text(&change, "toDepartureId").to_owned();
    let link = stage.link().await;
    cancel(&stage.test, &stage.maya, &id).await.expect(200);
    assert_eq!(stage.seats(&old).await, (json!(0), json!(0)));
    assert_eq!(stage.seats(&new).await, (json!(0), json!(0)));
    stage.test.get(&link).send().await.expect(410);
    stage.choose(&link, "accept").await.expect(410);
    carry_on_all(&stage.test.app).await.expect("carried on");
    let done = stage.changes(&old).await.remove(0);
    assert_eq!(done["choices"][0]["choice"], Value::Null);
    assert_ne!(done["finishedAt"], Value::Null);
    stage.ends().await;
}

#[tokio::test]
async fn a_second_flight_day_asks_again_who_has_and_who_has_not_answered_the_first() {
    let stage = Stage::set().await;
    let first = stage.departure(START, json!({})).await;
    let (quick, slow) = (stage.booked(&first).await, stage.booked(&first).await);
    let change = stage.moved(&first, &to_another_day()).await;
    let second = text(&change, "toDepartureId").to_owned();
    stage.test.do_jobs().await;
    let links: Vec<String> = links_of(&stage);
    // The mails are in the order of the bookings.
    stage.choose(&links[0], "accept").await.expect(200);
    stage.test.do_jobs().await;
    let mut ask = to_another_day();
    ask["startDate"] = json!("2027-04-07");
    let change = stage.moved(&second, &ask).await;
    let third = text(&change, "toDepartureId").to_owned();
    assert_eq!(change["choices"].as_array().map(Vec::len), Some(2));
    assert_eq!(stage.seats(&third).await, (json!(4), json!(0)));
    stage.choose(&links[1], "accept").await.expect(410);
    stage.test.do_jobs().await;
    for link in &links_of(&stage)[2..] {
        stage.choose(link, "accept").await.expect(200);
    }
    for id in [&quick, &slow] {
        let booking = stage.booking(id).await;
        assert_eq!(booking["bookingDetails"]["startDate"], "2027-04-07");
    }
    carry_on_all(&stage.test.app).await.expect("carried on");
    for departure in [&first, &second] {
        assert_eq!(stage.seats(departure).await, (json!(0), json!(0)));
        let done = stage.changes(departure).await.remove(0);
        assert_ne!(done["finishedAt"], Value::Null);
    }
    assert_eq!(stage.seats(&third).await, (json!(0), json!(4)));
    stage.ends().await;
}

/// The ids of a departure and its two later dates, and that of a booking that was paid after the first move.
async fn paid_between_two_moves(stage: &Stage) -> ([String; 3], String) {
    let first = stage.departure(START, json!({})).await;
    let opened = stage.held(&first).await;
    let change = stage.moved(&first, &to_another_day()).await;
    let second = text(&change, "toDepartureId").to_owned();
    // Paid before the job ends the unpaid bookings, and without a choice until then.
    let id = stage.pay(&opened).await;
    let mut ask = to_another_day();
    ask["startDate"] = json!("2027-04-07");
    let change = stage.moved(&second, &ask).await;
    assert_eq!(change["choices"], json!([]));
    let third = text(&change, "toDepartureId").to_owned();
    ([first, second, third], id)
}

#[tokio::test]
async fn a_payment_that_comes_for_a_departure_moved_twice_leads_to_the_last_of_its_dates() {
    let stage = Stage::set().await;
    let ([first, second, third], id) = paid_between_two_moves(&stage).await;
    let link = stage.link().await;
    assert_eq!(stage.seats(&second).await, (json!(0), json!(0)));
    assert_eq!(stage.seats(&third).await, (json!(2), json!(0)));
    let mails = stage.test.outbox();
    let mail = mails.iter().rfind(|mail| mail.text.contains("/choices/"));
    let mail = &mail.expect("a mail with a link").text;
    assert!(mail.contains("Apr 07, 2027 to Apr 09, 2027"), "{mail}");
    let asked = stage.test.get(&link).send().await.expect(200);
    let asked = &asked["data"]["choices"];
    assert_eq!(asked["options"], json!(["accept", "credit", "refund"]));
    assert_eq!(asked["to"]["departureId"], *third);
    assert_eq!(asked["to"]["startDate"], "2027-04-07");
    stage.choose(&link, "accept").await.expect(200);
    let booking = stage.booking(&id).await;
    assert_eq!(booking["departureId"], *third);
    assert_eq!(booking["bookingDetails"]["startDate"], "2027-04-07");
    assert_eq!(stage.seats(&first).await, (json!(0), json!(0)));
    assert_eq!(stage.seats(&third).await, (json!(0), json!(2)));
    stage.ends().await;
}

// The choice belongs to the first move, whose target is not where its seats are held.
#[tokio::test]
async fn a_choice_of_a_late_payment_is_asked_again_when_the_last_of_its_dates_moves() {
    let stage = Stage::set().await;
    let ([_, _, third], id) = paid_between_two_moves(&stage).await;
    let link = stage.link().await;
    let mut ask = to_another_day();
    ask["startDate"] = json!("2027-04-09");
    let change = stage.moved(&third, &ask).await;
    let fourth = text(&change, "toDepartureId").to_owned();
    assert_eq!(change["choices"].as_array().map(Vec::len), Some(1));
    assert_eq!(stage.seats(&third).await, (json!(0), json!(0)));
    assert_eq!(stage.seats(&fourth).await, (json!(2), json!(0)));
    stage.choose(&link, "accept").await.expect(410);
    stage.test.do_jobs().await;
    let links = links_of(&stage);
    let newest = links.last().expect("a link");
    stage.choose(newest, "accept").await.expect(200);
    let booking = stage.booking(&id).await;
    assert_eq!(booking["bookingDetails"]["startDate"], "2027-04-09");
    assert_eq!(stage.seats(&fourth).await, (json!(0), json!(2)));
    stage.ends().await;
}

/// The paths of all links that were mailed, oldest first.
fn links_of(stage: &Stage) -> Vec<String> {
    let mails = stage.test.outbox();
    let links = mails.iter().filter_map(|mail| {
        let (_, rest) = mail.text.split_once("/choices/")?;
        Some(format!("/api/choices/{}", rest.split_whitespace().next()?))
    });
    links.collect()
}

#[tokio::test]
async fn of_two_answers_at_once_one_counts() {
    let stage = Stage::set().await;
    let old = stage.departure(START, json!({})).await;
    let id = stage.booked(&old).await;
    stage.moved(&old, &to_another_day()).await;
    let link = stage.link().await;
    let (one, other) = tokio::join!(stage.choose(&link, "accept"), stage.choose(&link, "refund"));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 410]);
    let wins = one.status.is_success();
    let booking = stage.booking(&id).await;
    assert_eq!(
        booking["status"],
        if wins { "Confirmed" } else { "Cancelled" }
    );
    let refunds = usize::from(!wins);
    assert_eq!(booking["refunds"].as_array().map(Vec::len), Some(refunds));
    stage.ends().await;
}
