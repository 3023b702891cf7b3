//! Every change by an administrator adds a line to the audit log. This test makes each changing call of the access
//! table once.

use std::collections::BTreeSet;

use axum::http::Method;
use chrono::TimeDelta;
use domain::campaign::RecipientStatus;
use domain::trek::SoldAs;
use serde_json::{Value, json};
use store::jobs::{self, Job, JobFailure};

use crate::blog_write::{article, audit};
use crate::call::{Answer, Call};
use crate::matrix_calls::{ENTRIES, Who};
use crate::stage::{booked, booking_id, stored_trek, text, with, without};
use crate::support::{Login, TestApp};
use crate::upload::Uploads;
use crate::upload_pictures::png;
use crate::upload_use::{BOUNDARY, form};

/// A signed upload and a preview change nothing yet, seen events concern only the administrator's own badge, and the link of
/// a balance is the same each time.
const CHANGES_NOTHING: &[&str] = &[
    "POST /api/upload/sign",
    "POST /api/agency-events/seen",
    "POST /api/bookings/{id}/balance-link",
    "POST /api/bookings/{id}/change/preview",
];

/// Makes calls as an administrator; each must add one line.
struct Work {
    uploads: Uploads,
    maya: Login,
    made: BTreeSet<&'static str>,
    noted: usize,
}

impl Work {
    fn test(&self) -> &TestApp {
        &self.uploads.test
    }

    /// The number of lines in the log.
    async fn lines(&self) -> Value {
        let log = self.test().get("/api/audit");
        let log = log.bearer(&self.uploads.admin.access).send().await;
        log.expect(200)["data"]["total"].clone()
    }

    fn call(&self, call: &'static str, id: &str) -> Call {
        let (method, path) = call.split_once(' ').expect("a method and a path");
        let method = Method::from_bytes(method.as_bytes()).expect("a method");
        // Two ids are written with a space between them.
        let (id, second) = id.split_once(' ').unwrap_or((id, ""));
        let path = path.replace("{id}", id);
        let path = match path.split_once('{') {
            Some((before, after)) => {
                let (_, after) = after.split_once('}').expect("a whole parameter");
                format!("{before}{second}{after}")
            }
            None => path,
        };
        self.test().call(method, &path)
    }

    /// Makes a call and asserts that it added exactly this line.
    async fn does(&mut self, call: &'static str, id: &str, body: Value, line: &str) -> Value {
        let request = self.call(call, id).json(&body);
        self.sends(call, request, line).await
    }

    async fn sends(&mut self, call: &'static str, request: Call, line: &str) -> Value {
        self.test().clock.advance(TimeDelta::seconds(1));
        let answer = request.bearer(&self.uploads.admin.access).send().await;
        self.answered(call, answer, line).await
    }

    async fn answered(&mut self, call: &'static str, answer: Answer, line: &str) -> Value {
        let said = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(answer.status.is_success(), "{call}: {said}");
        self.made.insert(call);
        self.noted += 1;
        assert_eq!(self.lines().await, self.noted, "{call}");
        let newest = audit(self.test(), &self.uploads.admin).await.remove(0);
        assert_eq!(newest, line, "{call}");
        serde_json::from_str(&said).unwrap_or_default()
    }
}

async fn treks(work: &mut Work) {
    let trek = stored_trek(work.test()).await;
    let id = trek.id.to_string();
    let read = work.test().get(&format!("/api/treks/{id}?edit=true"));
    let read = read.bearer(&work.uploads.admin.access).send().await;
    let stored = read.expect(200)["data"]["trek"].clone();
    let new = without(&with(&stored, "name", json!("Langtang")), "_id");
    let made = work.does("POST /api/treks", "", new, "create trek Langtang");
    let made = made.await["data"]["trek"].clone();
    let changed = with(&stored, "location", json!("Solukhumbu"));
    let call = "PUT /api/treks/{id}";
    work.does(call, &id, changed, "update trek Namche Bazaar")
        .await;
    let call = "POST /api/treks/{id}/duplicate";
    let line = "create trek Namche Bazaar (copy)";
    work.does(call, &id, json!({}), line).await;
    let id = text(&made, "_id").to_owned();
    for (call, action) in [
        ("POST /api/treks/{id}/archive", "archive"),
        ("POST /api/treks/{id}/restore", "restore"),
        ("DELETE /api/treks/{id}", "delete"),
    ] {
        let line = format!("{action} trek Langtang");
        work.does(call, &id, json!({}), &line).await;
    }
}

async fn bookings(work: &mut Work) {
    let trek = crate::stage::trek_named(&work.test().app, "Mustang");
    crate::stage::keep(&work.test().app, &trek).await;
    let id = booking_id(&booked(work.test(), &work.maya, &trek).await);
    let unpaid = booking_id(&booked(work.test(), &work.maya, &trek).await);
    payments(work, &trek).await;
    let by_hand = json!({"status": "Confirmed", "reason": "Paid in cash"});
    for (call, body, action) in [
        ("PATCH /api/bookings/{id}", by_hand, "confirm"),
        (
            "POST /api/bookings/{id}/refund",
            json!({"amount": 10, "reason": "Snow"}),
            "refund",
        ),
        (
            "POST /api/bookings/{id}/resend-mail",
            json!({}),
            "resend-mail",
        ),
        ("POST /api/bookings/{id}/cancel", json!({}), "cancel"),
    ] {
        let line = format!("{action} booking Mustang");
        work.does(call, &id, body, &line).await;
    }
    notes_and_mails(work, &id).await;
    let stored = crate::money::stored(work.test(), &unpaid).await;
    let names = json!({
        "version": stored.version, "expectedTotal": stored.quote.total.to_number(stored.quote.currency),
        "guestDetails": {
            "primaryGuest": crate::stage::guest("Pemba Sherpa", 31),
            "additionalGuests": [crate::stage::guest("Guest 1", 30)],
        },
    });
    let call = "POST /api/bookings/{id}/change";
    work.does(call, &unpaid, names, "change booking Mustang")
        .await;
    let call = "POST /api/bookings/{id}/cancel";
    work.does(call, &unpaid, json!({}), "cancel booking Mustang")
        .await;
}

async fn notes_and_mails(work: &mut Work, id: &str) {
    let call = "POST /api/bookings/{id}/notes";
    let note = json!({"text": "Calls back on Sunday"});
    let made = work.does(call, id, note, "add note booking Mustang").await;
    let note = format!("{id} {}", text(&made["data"]["note"], "_id"));
    let call = "DELETE /api/bookings/{id}/notes/{noteId}";
    work.does(call, &note, json!({}), "delete note booking Mustang")
        .await;
    let call = "PUT /api/bookings/{id}/tags";
    let tags = json!({"tags": ["vegetarian"]});
    work.does(call, id, tags, "tag booking Mustang").await;
    work.test().do_jobs().await;
    let history = work.test().get(&format!("/api/bookings/{id}/history"));
    let history = history.bearer(&work.uploads.admin.access).send().await;
    // The newest one: the booking is cancelled, and the emails before it no longer apply.
    let history = history.expect(200);
    let mails = history["data"]["mails"].as_array().expect("a list");
    let mail = text(mails.last().expect("an email"), "_id").to_owned();
    let call = "POST /api/bookings/{id}/mails/{mailId}/resend";
    let mail = format!("{id} {mail}");
    work.does(call, &mail, json!({}), "resend-mail booking Mustang")
        .await;
}

async fn payments(work: &mut Work, trek: &domain::trek::Trek) {
    let id = booking_id(&booked(work.test(), &work.maya, trek).await);
    let rate = json!({"value": 133.2});
    let call = "PUT /api/bookings/{id}/rate";
    work.does(call, &id, rate, "lock rate booking Mustang")
        .await;
    let rate = json!({"currency": "USD", "value": 133.2});
    work.does("PUT /api/rates/npr", "", rate, "update rate to NPR USD")
        .await;
    let cash = json!({"method": "cash", "amount": 5, "currency": "USD"});
    let call = "POST /api/bookings/{id}/payments";
    let line = "record payment booking Mustang";
    let made = work.does(call, &id, cash.clone(), line).await;
    let payment = text(&made["data"]["payment"], "_id").to_owned();
    work.does(
        "POST /api/bookings/{id}/payments/{paymentId}/reverse",
        &format!("{id} {payment}"),
        json!({"reason": "Counted twice"}),
        "reverse payment booking Mustang",
    )
    .await;
    work.does(call, &id, cash.clone(), line).await;
    let call = "POST /api/bookings/{id}/cancel";
    work.does(call, &id, json!({}), "cancel booking Mustang")
        .await;
    let call = "POST /api/bookings/{id}/payouts";
    work.does(call, &id, cash, "pay out booking Mustang").await;
}

async fn changed_departures(work: &mut Work) {
    let trek = crate::stage::trek_named(&work.test().app, "Dolpo");
    crate::stage::keep(&work.test().app, &trek).await;
    // The private departure of a booking has its id.
    for (call, mut ask, action) in [
        (
            "POST /api/departures/{id}/move",
            json!({"startDate": "2027-04-05", "whenSilent": "accept"}),
            "move",
        ),
        (
            "POST /api/departures/{id}/cancel",
            json!({"reason": "Too few travellers"}),
            "cancel",
        ),
    ] {
        ask["answerBy"] = json!("2027-02-01");
        let opened = booked(work.test(), &work.maya, &trek).await;
        let start = text(&opened["booking"], "checkIn").to_owned();
        let line = format!("{action} departure Dolpo, {start}");
        work.does(call, &booking_id(&opened), ask, &line).await;
    }
}

async fn pictures(work: &mut Work) {
    let url = work.uploads.sign("image/png", png(4, 4).len()).await;
    let signed = url.expect(200)["data"].clone();
    let sent = work.uploads.put(&signed, "image/png", &png(4, 4)).await;
    sent.expect(200);
    let url = text(&signed, "publicUrl").to_owned();
    let key = url.strip_prefix("/uploads/").expect("ours");
    let ask = json!({"publicUrl": url});
    let line = format!("upload picture {key}");
    work.does("POST /api/upload/complete", "", ask, &line).await;
    let ask = json!({"url": url});
    let line = format!("delete picture {key}");
    work.does("DELETE /api/upload/delete", "", ask, &line).await;
    for (call, field) in [
        ("POST /api/upload/single", "image"),
        ("POST /api/upload/multiple", "images"),
    ] {
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let body = form(field, &[&png(4, 4)], "blogs/images");
        let request = work.call(call, "").body(&kind, body);
        work.test().clock.advance(TimeDelta::seconds(1));
        let answer = request.bearer(&work.uploads.admin.access).send().await;
        let said = answer.json();
        let url = said["url"].as_str().or(said["urls"][0].as_str());
        let key = url.and_then(|url| url.strip_prefix("/uploads/"));
        let line = format!("upload picture {}", key.expect("an address"));
        work.answered(call, answer, &line).await;
    }
}

async fn articles_and_figures(work: &mut Work) {
    let made = work.does("POST /api/blogs", "", article("Tea"), "create blog Tea");
    let made = made.await["data"]["blog"].clone();
    let id = text(&made, "_id").to_owned();
    let ask = json!({"publishNow": true});
    work.does("PUT /api/blogs/{id}", &id, ask, "publish blog Tea")
        .await;
    let call = "DELETE /api/blogs/{id}";
    work.does(call, &id, json!({}), "delete blog Tea").await;
    let figures =
        json!({"experienceYrs": 12, "noOfLocation": 30, "travelAwards": 4, "totalClients": 5000});
    let made = work.does("POST /api/achievement", "", figures, "create achievement ");
    let id = text(&made.await["data"], "_id").to_owned();
    for (call, body, line) in [
        (
            "PUT /api/achievement/{id}",
            json!({"visibility": false}),
            "update achievement ",
        ),
        (
            "DELETE /api/achievement/{id}",
            json!({}),
            "delete achievement ",
        ),
    ] {
        work.does(call, &id, body, line).await;
    }
}

async fn readers_and_mails(work: &mut Work) {
    let ask =
        json!({"name": "Pemba", "email": "pemba@example.com", "destination": "Dolpo", "guests": 2});
    let asked = work.test().post("/api/custom-treks", &ask).send().await;
    let asked = asked.expect(201)["data"]["customTrek"].clone();
    let call = "PATCH /api/custom-treks/{id}";
    let body = json!({"status": "Answered"});
    let line = "update custom trek Dolpo";
    work.does(call, text(&asked, "_id"), body, line).await;

    let ask = json!({"email": "pemba@example.com"});
    let subscribed = work.test().post("/api/newsletter/subscribe", &ask);
    subscribed.send().await.expect(200);
    let list = work.test().get("/api/newsletter/subscribers");
    let list = list.bearer(&work.uploads.admin.access).send().await;
    let list = list.expect(200)["data"]["subscribers"].clone();
    let id = text(&list[0], "_id").to_owned();
    let call = "DELETE /api/newsletter/subscribers/{id}";
    work.does(call, &id, json!({}), "delete subscriber ").await;

    let app = &work.test().app;
    let (id, now) = (app.clock.new_id(), app.clock.now());
    let job = Job::MailPasswordChanged {
        account_id: work.maya.user_id.parse().expect("an id"),
    };
    let why = JobFailure {
        error: "refused",
        mail_to: Some("maya@example.com"),
    };
    jobs::add(&app.db, id, &job, now).await.expect("stored");
    jobs::give_up(&app.db, id, now, why)
        .await
        .expect("given up");
    let call = "POST /api/mails/{id}/resend";
    let line = "resend-mail mail mailPasswordChanged";
    work.does(call, &id.to_string(), json!({}), line).await;
    let again = work.call(call, &id.to_string());
    let again = again.bearer(&work.uploads.admin.access).send().await;
    again.expect(404);
}

async fn campaigns(work: &mut Work) {
    let ask = json!({"email": "pemba@example.com"});
    let subscribed = work.test().post("/api/newsletter/subscribe", &ask);
    subscribed.send().await.expect(200);
    let draft = json!({"subject": "Snow", "body": "Cold.", "audience": {"kind": "subscribers"}});
    let call = "POST /api/campaigns";
    let line = "create campaign Snow";
    let made = work.does(call, "", draft.clone(), line).await;
    let id = text(&made["data"]["campaign"], "_id").to_owned();
    let call = "DELETE /api/campaigns/{id}";
    work.does(call, &id, json!({}), "delete campaign Snow")
        .await;
    let made = work.does("POST /api/campaigns", "", draft, line).await;
    let id = text(&made["data"]["campaign"], "_id").to_owned();
    let call = "PATCH /api/campaigns/{id}";
    let body = json!({"version": 1, "subject": "Sun"});
    work.does(call, &id, body, "update campaign Sun").await;
    let call = "POST /api/campaigns/{id}/test";
    work.does(call, &id, json!({}), "test campaign Sun").await;
    let call = "POST /api/campaigns/{id}/send";
    let body = json!({"version": 2});
    work.does(call, &id, body, "send campaign Sun").await;
    work.test().do_jobs().await;
    let app = &work.test().app;
    let campaign_id = id.parse().expect("an id");
    let found = store::campaign_recipients::list(&app.db, campaign_id, None, 0, 1).await;
    let recipient = found.expect("recipients").0.remove(0);
    let failed = RecipientStatus::Failed;
    let now = app.clock.now();
    let ended = store::campaign_recipients::end(&app.db, recipient.id, failed, None, now).await;
    ended.expect("ended");
    let call = "POST /api/campaigns/{id}/retry";
    work.does(call, &id, json!({}), "retry campaign Sun").await;
}

async fn enquiries(work: &mut Work) {
    let trek = crate::stage::trek_named(&work.test().app, "Lobuche");
    crate::stage::keep(&work.test().app, &trek).await;
    let ask = crate::enquiries::question(&trek);
    crate::enquiries::ask(work.test(), &ask).await.expect(201);
    let asked = crate::enquiries::only(work.test(), &work.uploads.admin).await;
    let id = text(&asked, "_id");
    let call = "POST /api/enquiries/{id}/answers";
    let body = json!({"text": "Yes.", "version": 1});
    work.does(call, id, body, "answer enquiry Lobuche").await;
    let call = "PATCH /api/enquiries/{id}";
    let body = json!({"status": "Closed", "version": 2});
    work.does(call, id, body, "update enquiry Lobuche").await;
    let reply = json!({"title": "Permits", "text": "Two."});
    let line = "create saved reply Permits";
    let made = work.does("POST /api/saved-replies", "", reply, line).await;
    let id = text(&made["data"]["savedReply"], "_id").to_owned();
    let call = "PATCH /api/saved-replies/{id}";
    let body = json!({"version": 1, "text": "Three."});
    let line = "update saved reply Permits";
    work.does(call, &id, body, line).await;
    let call = "DELETE /api/saved-replies/{id}";
    let line = "delete saved reply Permits";
    work.does(call, &id, json!({}), line).await;
}

async fn departures(work: &mut Work) {
    let mut trek = crate::stage::trek_named(&work.test().app, "Makalu");
    trek.sold_as = SoldAs::Both;
    crate::stage::keep(&work.test().app, &trek).await;
    let (trek_id, route_id) = (trek.id.to_string(), trek.routes[1].id);
    let terms = json!({"trekId": trek_id, "routeId": route_id, "capacity": 12});
    let new = with(&terms, "startDate", json!("2027-04-03"));
    let line = "create departure Makalu, 2027-04-03";
    let made = work.does("POST /api/departures", "", new, line).await;
    let id = text(&made["data"]["departure"], "_id").to_owned();
    let change = json!({"version": 1, "capacity": 10});
    let line = "update departure Makalu, 2027-04-03";
    work.does("PATCH /api/departures/{id}", &id, change, line)
        .await;
    // A Monday.
    let mut series = terms;
    for (field, value) in [
        ("from", "2027-05-03"),
        ("to", "2027-05-04"),
        ("every", "week"),
    ] {
        series[field] = json!(value);
    }
    series["weekday"] = json!(1);
    let line = "create departure Makalu, 2027-05-03";
    work.does("POST /api/departures/series", "", series, line)
        .await;
    let closures = json!({"closures": [{"from": "2027-07-01", "to": "2027-08-31", "reason": ""}]});
    let call = "PUT /api/treks/{id}/closures";
    work.does(call, &trek_id, closures, "close dates trek Makalu")
        .await;
}

async fn guides(work: &mut Work) {
    let new = json!({"name": "Pemba Sherpa"});
    let made = work.does("POST /api/guides", "", new, "create guide Pemba Sherpa");
    let id = text(&made.await["data"]["guide"], "_id").to_owned();
    let change = json!({"version": 1, "isActive": false});
    let line = "update guide Pemba Sherpa";
    work.does("PATCH /api/guides/{id}", &id, change, line).await;
}

async fn promotions(work: &mut Work) {
    let new = json!({"code": "SPRING", "percent": 10});
    let line = "create promotion SPRING";
    let made = work.does("POST /api/promotions", "", new, line).await;
    let id = text(&made["data"]["promotion"], "_id").to_owned();
    let change = json!({"version": 1, "isActive": false});
    let line = "update promotion SPRING";
    work.does("PATCH /api/promotions/{id}", &id, change, line)
        .await;
}

async fn reviews(work: &mut Work) {
    let trek = crate::stage::trek_named(&work.test().app, "Rolwaling");
    crate::stage::keep(&work.test().app, &trek).await;
    let booking = booking_id(&booked(work.test(), &work.maya, &trek).await);
    let id = crate::reviews::store_review(work.test(), &booking).await;
    for (call, body, action) in [
        (
            "POST /api/reviews/{id}/approve",
            json!({"version": 1}),
            "approve",
        ),
        (
            "POST /api/reviews/{id}/answer",
            json!({"version": 2, "text": "Thank you"}),
            "answer",
        ),
        (
            "POST /api/reviews/{id}/reject",
            json!({"version": 3, "reason": "Not about the trek"}),
            "reject",
        ),
    ] {
        work.does(call, &id, body, &format!("{action} review Rolwaling"))
            .await;
    }
}

async fn api_keys(work: &mut Work) {
    let body = json!({"name": "Himalaya Tours", "kind": "reseller"});
    let line = "create API key Himalaya Tours";
    let made = work.does("POST /api/api-keys", "", body, line).await;
    let id = text(&made["data"]["apiKey"], "_id").to_owned();
    let line = "revoke API key Himalaya Tours";
    work.does("DELETE /api/api-keys/{id}", &id, json!({}), line)
        .await;
}

async fn settings(work: &mut Work) {
    let ask = json!({"version": 0, "values": {"hold_minutes": "45"}});
    let line = "change setting Minutes that seats are held";
    work.does("PATCH /api/settings", "", ask, line).await;
    let line = "send test email setting Sender of emails";
    work.does("POST /api/settings/test-mail", "", json!({}), line)
        .await;
}

async fn staff(work: &mut Work) {
    let new = json!({"email": "pasang@example.com", "role": "guide"});
    let line = "create invitation guide";
    let made = work.does("POST /api/staff/invitations", "", new, line);
    let id = text(&made.await["data"]["invitation"], "_id").to_owned();
    let call = "POST /api/staff/invitations/{id}/resend";
    let line = "resend-mail invitation guide";
    work.does(call, &id, json!({}), line).await;
    let call = "DELETE /api/staff/invitations/{id}";
    work.does(call, &id, json!({}), "withdraw invitation guide")
        .await;
    let test = work.test();
    let pemba = test
        .sign_up("Pemba", "pemba.staff@example.com", "valley of many rivers")
        .await;
    test.give_role(&pemba, domain::account::Role::Guide).await;
    let ask = json!({"role": "staff"});
    let line = "change role staff Pemba";
    work.does("PATCH /api/staff/{id}", &pemba.user_id, ask, line)
        .await;
}

async fn proposals(work: &mut Work) {
    let asked = crate::custom_trek::asked(work.test(), &crate::custom_trek::wish()).await;
    let new = json!({"customTrekId": asked["_id"]});
    let line = "create proposal Upper Dolpo";
    let made = work.does("POST /api/proposals", "", new, line).await["data"]["proposal"].clone();
    let id = text(&made["shown"], "_id").to_owned();
    let change = json!({"version": 1, "content": crate::proposals::content()});
    let line = "update proposal Upper Dolpo in March";
    work.does("PATCH /api/proposals/{id}", &id, change, line)
        .await;
    for (call, version, action) in [
        ("POST /api/proposals/{id}/send", 2, "send"),
        ("POST /api/proposals/{id}/withdraw", 3, "withdraw"),
    ] {
        let line = format!("{action} proposal Upper Dolpo in March");
        work.does(call, &id, json!({ "version": version }), &line)
            .await;
    }
}

// ROLE-08: a new call for administrators must be added here; a call without a line in the log fails the test.
#[tokio::test]
async fn every_change_by_an_administrator_is_in_the_audit_log() {
    let test = TestApp::start_with(&[("rate_source", "typed")]).await;
    let admin = test.admin().await;
    let uploads = Uploads { test, admin };
    let maya = uploads.test.traveller().await;
    let mut work = Work {
        uploads,
        maya,
        made: BTreeSet::new(),
        noted: 0,
    };
    treks(&mut work).await;
    bookings(&mut work).await;
    changed_departures(&mut work).await;
    pictures(&mut work).await;
    articles_and_figures(&mut work).await;
    readers_and_mails(&mut work).await;
    campaigns(&mut work).await;
    enquiries(&mut work).await;
    departures(&mut work).await;
    guides(&mut work).await;
    promotions(&mut work).await;
    reviews(&mut work).await;
    api_keys(&mut work).await;
    settings(&mut work).await;
    staff(&mut work).await;
    proposals(&mut work).await;
    work.test().do_jobs().await;
    assert_eq!(work.lines().await, work.noted, "no line of a refusal");
    let changing = ENTRIES.iter().filter(|entry| {
        let is_theirs = matches!(
            entry.who,
            Who::Admin | Who::Staff | Who::StaffElse401 | Who::Owner | Who::OwnerOrAdmin
        );
        is_theirs && !entry.call.starts_with("GET ")
    });
    let mut changing: BTreeSet<&str> = changing.map(|entry| entry.call).collect();
    changing.retain(|call| !CHANGES_NOTHING.contains(call));
    assert_eq!(work.made, changing);
}

// ROLE-08: if several requests end an unpaid booking concurrently, an administrator's cancellation is recorded once; a
// traveller's is not recorded.
#[tokio::test]
async fn cancelling_an_unpaid_booking_is_recorded_once_with_its_reason() {
    let test = TestApp::start().await;
    let (maya, admin) = (test.traveller().await, test.admin().await);
    let trek = stored_trek(&test).await;
    let cancel = |who: &Login, id: &str| {
        let path = format!("/api/bookings/{id}/cancel");
        let call = test.post(&path, &json!({"reason": "The bridge is gone"}));
        call.bearer(&who.access).send()
    };
    let own = booking_id(&booked(&test, &maya, &trek).await);
    cancel(&maya, &own).await.expect(200);
    assert!(audit(&test, &admin).await.is_empty());
    for _ in 0..4 {
        let id = booking_id(&booked(&test, &maya, &trek).await);
        let (one, two, theirs) =
            tokio::join!(cancel(&admin, &id), cancel(&admin, &id), cancel(&maya, &id),);
        let done = [&one, &two].map(|answer| answer.status.as_u16());
        assert!(
            done.contains(&200) || theirs.status == 200,
            "nobody ended it"
        );
        let log = test.get(&format!("/api/audit?search={id}"));
        let log = log.bearer(&admin.access).send().await.expect(200);
        let entries = log["data"]["entries"].as_array().expect("a list");
        assert_eq!(entries.len(), usize::from(done.contains(&200)), "{done:?}");
        for entry in entries {
            let said = json!([
                {"field": "amount", "before": null, "after": 0},
                {"field": "reason", "before": null, "after": "The bridge is gone"},
            ]);
            assert_eq!(
                (&entry["action"], &entry["changes"]),
                (&json!("cancel"), &said)
            );
        }
    }
}
