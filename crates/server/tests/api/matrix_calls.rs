//! Access rights: an entry for every call of the OpenAPI document. A new call without an entry fails the matrix test;
//! one line here is enough, and `matrix_scene.rs` creates its data.

use serde_json::{Value, json};

use crate::matrix_scene::Scene;

/// Callers that get the status of an entry; the status of all others follows from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Everybody, even with an invalid session.
    Anyone,
    /// Signed-in users, about themselves.
    SignedIn,
    /// The owner of the resource, and staff; 404 for others.
    Owner,
    /// The owner of the resource, and administrators; 403 for staff, whose limit it passes; 404 for others.
    OwnerOrAdmin,
    /// The owner of the resource only.
    OwnerAlone,
    /// Administrators; 403 for other signed-in users.
    Admin,
    /// Staff and administrators; 403 for other signed-in users.
    Staff,
    /// Staff and administrators; 401 for everybody else, as the documents require.
    StaffElse401,
    /// Staff, administrators, and the guides of a departure; 404 for other guides, 403 for other signed-in users.
    StaffOrGuide,
}

pub struct Entry {
    /// As in the document, `GET /api/bookings/{id}`.
    pub call: &'static str,
    pub who: Who,
    /// The status for permitted callers.
    pub status: u16,
    pub query: &'static str,
    /// The value of the path parameter.
    pub id: Option<fn(&Scene) -> String>,
    pub body: Option<fn(&Scene) -> Value>,
    /// Whether a call uses the resource up, so that the next caller needs a new one.
    pub once: bool,
}

const fn entry(who: Who, call: &'static str, status: u16) -> Entry {
    Entry {
        call,
        who,
        status,
        query: "",
        id: None,
        body: None,
        once: false,
    }
}

impl Entry {
    const fn id(mut self, id: fn(&Scene) -> String) -> Self {
        self.id = Some(id);
        self
    }

    const fn body(mut self, body: fn(&Scene) -> Value) -> Self {
        self.body = Some(body);
        self
    }

    const fn once(mut self) -> Self {
        self.once = true;
        self
    }

    const fn query(mut self, query: &'static str) -> Self {
        self.query = query;
        self
    }
}

fn empty(_: &Scene) -> Value {
    json!({})
}

pub const ENTRIES: &[Entry] = &[
    // accounts
    entry(Who::Anyone, "POST /api/auth/signup", 400).body(empty),
    entry(Who::Anyone, "POST /api/auth/verifyOTP", 400).body(empty),
    entry(Who::Anyone, "POST /api/auth/login", 400).body(empty),
    entry(Who::Anyone, "POST /api/auth/second-step", 400).body(empty),
    entry(Who::Anyone, "POST /api/auth/refresh", 400).body(empty),
    entry(Who::Anyone, "POST /api/auth/forgotPassword", 400).body(empty),
    entry(Who::Anyone, "POST /api/auth/resetPassword", 400).body(empty),
    entry(Who::Anyone, "GET /api/auth/google", 302),
    entry(Who::Anyone, "GET /api/auth/google/callback", 302),
    entry(Who::SignedIn, "GET /api/auth/verifyUser", 200),
    entry(Who::SignedIn, "POST /api/auth/logout", 200),
    // the account page
    entry(Who::SignedIn, "GET /api/users/me", 200),
    entry(Who::SignedIn, "PATCH /api/users/me", 200).body(|_| json!({"nationality": "Nepali"})),
    entry(Who::SignedIn, "DELETE /api/users/me", 400).body(empty),
    entry(Who::SignedIn, "POST /api/users/me/deletion-code", 200),
    entry(Who::SignedIn, "POST /api/users/me/verification-code", 200),
    entry(Who::SignedIn, "GET /api/users/me/sign-ins", 200),
    entry(Who::SignedIn, "DELETE /api/users/me/sign-ins", 400).body(empty),
    entry(Who::SignedIn, "POST /api/users/me/email", 400)
        .body(|_| json!({"newEmail": "elsewhere@example.com"})),
    entry(Who::SignedIn, "POST /api/users/me/email/confirm", 400)
        .body(|_| json!({"otp": "000000"})),
    entry(Who::SignedIn, "POST /api/users/me/password", 400).body(empty),
    entry(Who::SignedIn, "GET /api/users/me/totp", 200),
    entry(Who::SignedIn, "POST /api/users/me/totp", 400).body(empty),
    entry(Who::SignedIn, "DELETE /api/users/me/totp", 400).body(empty),
    entry(Who::SignedIn, "POST /api/users/me/totp/confirm", 400).body(empty),
    entry(Who::SignedIn, "POST /api/users/me/totp/recovery-codes", 400).body(empty),
    entry(Who::SignedIn, "GET /api/users/me/export", 200),
    entry(Who::SignedIn, "GET /api/users/me/payments", 200),
    entry(Who::SignedIn, "GET /api/users/me/waitlist", 200),
    entry(Who::SignedIn, "GET /api/users/me/sessions", 200),
    entry(Who::SignedIn, "DELETE /api/users/me/sessions", 204),
    entry(Who::OwnerAlone, "DELETE /api/users/me/sessions/{id}", 204)
        .id(|scene| scene.session_id.clone()),
    // A private departure has the id of its booking.
    entry(Who::Staff, "GET /api/departures/{id}/bookings", 200)
        .id(|scene| scene.booking_id.clone()),
    // waitlists of departures: the scene has none, so that a permitted call finds none
    entry(Who::Staff, "GET /api/departures/{id}/waitlist", 404).id(|scene| scene.trek_id.clone()),
    entry(Who::SignedIn, "POST /api/departures/{id}/waitlist", 404)
        .id(|scene| scene.trek_id.clone())
        .body(|_| json!({"guests": 2})),
    entry(Who::SignedIn, "DELETE /api/departures/{id}/waitlist", 404)
        .id(|scene| scene.trek_id.clone()),
    entry(Who::Anyone, "GET /api/offers/{token}", 404).id(|scene| scene.trek_id.clone()),
    // bookings and payments
    entry(Who::SignedIn, "POST /api/bookings", 201).body(|scene| scene.booking_request.clone()),
    entry(Who::Staff, "GET /api/bookings", 200),
    entry(Who::Staff, "GET /api/bookings/export", 200),
    entry(Who::Staff, "GET /api/bookings/guests/export", 200),
    entry(Who::Staff, "GET /api/bookings/payments/export", 200),
    entry(Who::Staff, "GET /api/balances", 200),
    entry(Who::Staff, "GET /api/reports/payments", 400),
    entry(Who::Staff, "GET /api/reports/payments.csv", 400),
    entry(Who::Staff, "GET /api/reports/balances", 200),
    entry(Who::Staff, "GET /api/reports/balances.csv", 200),
    entry(Who::Staff, "GET /api/reports/vat", 400),
    entry(Who::Staff, "GET /api/reports/vat.csv", 400),
    entry(Who::Staff, "GET /api/reports/sales-register.csv", 400),
    entry(Who::Staff, "GET /api/reports/accounts.zip", 400),
    entry(Who::Staff, "GET /api/agency-events", 200),
    entry(Who::Staff, "POST /api/agency-events/seen", 204)
        .body(|_| json!({"until": "2026-11-20T06:00:00Z"})),
    entry(Who::Staff, "GET /api/bookings/{id}/history", 200).id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "POST /api/bookings/{id}/resend-mail", 409)
        .id(|scene| scene.booking_id.clone()),
    entry(Who::SignedIn, "GET /api/bookings/my-bookings", 200),
    entry(Who::Owner, "GET /api/bookings/{id}", 200).id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "PATCH /api/bookings/{id}", 409)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"status": "Pending"})),
    entry(Who::Owner, "GET /api/bookings/{id}/invoice.pdf", 409)
        .id(|scene| scene.booking_id.clone()),
    entry(Who::Owner, "GET /api/bookings/{id}/cancellation", 200)
        .id(|scene| scene.booking_id.clone()),
    // notes, tags and emails of a booking
    entry(Who::Staff, "GET /api/bookings/tags", 200),
    entry(Who::Staff, "POST /api/bookings/{id}/notes", 201)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"text": "Calls back on Sunday"})),
    entry(Who::Staff, "DELETE /api/bookings/{id}/notes/{noteId}", 404)
        .id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "PUT /api/bookings/{id}/tags", 200)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"tags": ["vegetarian"]})),
    entry(Who::Staff, "GET /api/bookings/{id}/mails/{mailId}", 404)
        .id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "POST /api/bookings/{id}/mails/{mailId}/resend", 404)
        .id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "POST /api/bookings/{id}/change", 409)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"version": 0})),
    entry(Who::Staff, "POST /api/bookings/{id}/change/preview", 200)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"version": 0})),
    entry(Who::Owner, "POST /api/bookings/{id}/cancel", 200)
        .id(|scene| scene.booking_id.clone())
        .once(),
    // The matrix runs with a limit of 1 for refunds by staff.
    entry(Who::OwnerOrAdmin, "POST /api/bookings/{id}/cancel", 200)
        .id(|scene| scene.paid_booking_id.clone())
        .once(),
    entry(Who::Staff, "POST /api/bookings/{id}/refund", 200)
        .id(|scene| scene.paid_booking_id.clone())
        .body(|_| json!({"amount": 1, "reason": "Snow on the pass"}))
        .once(),
    entry(Who::Admin, "POST /api/bookings/{id}/refund", 200)
        .id(|scene| scene.paid_booking_id.clone())
        .body(|_| json!({"amount": 2, "reason": "Snow on the pass"}))
        .once(),
    entry(Who::Owner, "GET /api/bookings/{id}/payments", 200).id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "POST /api/bookings/{id}/payments", 409)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"method": "cash", "amount": 1_000_000, "currency": "USD"})),
    entry(
        Who::Admin,
        "POST /api/bookings/{id}/payments/{paymentId}/reverse",
        404,
    )
    .id(|scene| scene.booking_id.clone())
    .body(|_| json!({"reason": "Counted twice"})),
    entry(Who::Staff, "PUT /api/bookings/{id}/rate", 200)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"value": 133.2}))
        .once(),
    entry(Who::Staff, "POST /api/bookings/{id}/payouts", 409)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"method": "cash", "amount": 1, "currency": "USD"})),
    entry(Who::Staff, "POST /api/bookings/{id}/balance-link", 409)
        .id(|scene| scene.booking_id.clone()),
    entry(Who::Anyone, "GET /api/balance/{token}", 404).id(|_| "no.such".to_owned()),
    entry(Who::Anyone, "POST /api/balance/{token}/payment-intent", 404)
        .id(|_| "no.such".to_owned()),
    entry(Who::Anyone, "POST /api/balance/{token}/verify", 404)
        .id(|_| "no.such".to_owned())
        .body(|_| json!({"paymentIntentId": "pi_1"})),
    entry(Who::OwnerAlone, "POST /api/bookings/{id}/payment-intent", 200)
        .id(|scene| scene.booking_id.clone()),
    entry(Who::OwnerAlone, "POST /api/bookings/verify-payment", 402)
        .body(|scene| json!({"paymentIntentId": scene.intent_id, "id": scene.booking_id})),
    entry(Who::Anyone, "POST /api/bookings/quote", 200).body(|scene| {
        json!({"trekId": scene.trek_id, "routeDetails": {"name": "Classic"}, "totalGuests": 2})
    }),
    entry(Who::Anyone, "GET /api/bookings/get-trending-treks", 200),
    // The client secret is the authority: without it the payment is not found.
    entry(Who::Anyone, "POST /api/payments/sandbox/{paymentIntentId}/confirm", 404)
        .id(|scene| scene.intent_id.clone())
        .body(|_| crate::stage::card("guessed", crate::stage::GOOD_CARD)),
    entry(Who::Anyone, "POST /api/payments/sandbox/{paymentIntentId}/authenticate", 404)
        .id(|scene| scene.intent_id.clone())
        .body(|_| json!({"clientSecret": "guessed", "outcome": "succeed"})),
    // Without a Stripe key no webhook exists.
    entry(Who::Anyone, "POST /api/payments/stripe/webhook", 404).body(empty),
    // resellers
    entry(Who::Admin, "GET /api/api-keys", 200),
    entry(Who::Admin, "POST /api/api-keys", 201)
        .body(|_| json!({"name": "Himalaya Tours", "kind": "reseller"})),
    entry(Who::Admin, "DELETE /api/api-keys/{id}", 404).id(|scene| scene.booking_id.clone()),
    // the settings
    entry(Who::Admin, "GET /api/settings", 200),
    entry(Who::Admin, "PATCH /api/settings", 400).body(|_| json!({"version": 0, "values": {"listen": "x"}})),
    entry(Who::Admin, "GET /api/settings/{name}/history", 200).id(|_| "name".to_owned()),
    entry(Who::Admin, "POST /api/settings/test-mail", 400).body(|_| json!({"mailFrom": "x"})),
    // the staff of the agency
    entry(Who::Admin, "GET /api/staff", 200),
    entry(Who::Admin, "PATCH /api/staff/{id}", 404)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"role": "staff"})),
    entry(Who::Admin, "POST /api/staff/invitations", 400).body(empty),
    entry(Who::Admin, "DELETE /api/staff/invitations/{id}", 404)
        .id(|scene| scene.booking_id.clone()),
    entry(Who::Admin, "POST /api/staff/invitations/{id}/resend", 404)
        .id(|scene| scene.booking_id.clone()),
    entry(Who::Anyone, "GET /api/invitations/{token}", 404).id(|_| "no.such".to_owned()),
    entry(Who::Anyone, "POST /api/invitations/{token}/accept", 404)
        .id(|_| "no.such".to_owned())
        .body(empty),
    // treks, articles, figures
    entry(Who::Anyone, "GET /api/treks/getall", 200),
    entry(Who::Anyone, "GET /api/treks/map", 200),
    entry(Who::Anyone, "GET /api/treks/{id}", 200).id(|scene| scene.trek_id.clone()),
    entry(Who::StaffElse401, "GET /api/treks/{id}", 200)
        .query("edit=true")
        .id(|scene| scene.trek_id.clone()),
    entry(Who::StaffElse401, "PUT /api/treks/{id}", 200)
        .id(|scene| scene.trek_id.clone())
        .body(|scene| scene.trek_document.clone()),
    entry(Who::Staff, "POST /api/treks", 400).body(empty),
    entry(Who::Staff, "GET /api/treks/manage", 200),
    entry(Who::Staff, "POST /api/treks/{id}/duplicate", 201).id(|scene| scene.trek_id.clone()),
    entry(Who::Staff, "POST /api/treks/{id}/archive", 200)
        .id(|scene| scene.trek_id.clone())
        .once(),
    entry(Who::Staff, "POST /api/treks/{id}/restore", 200)
        .id(|scene| scene.trek_id.clone())
        .once(),
    entry(Who::Staff, "DELETE /api/treks/{id}", 204)
        .id(|scene| scene.trek_id.clone())
        .once(),
    // pictures; a signature is the permission to send one
    entry(Who::Staff, "POST /api/upload/sign", 400).body(|_| {
        json!({"contentType": "image/png", "size": 1, "keyPrefix": "images/banner/.."})
    }),
    entry(Who::Anyone, "PUT /api/upload/put", 403).query("key=guessed"),
    entry(Who::Staff, "POST /api/upload/complete", 404)
        .body(|_| json!({"publicUrl": "/uploads/images/banner/guessed.jpg"})),
    entry(Who::Staff, "POST /api/upload/single", 415).body(empty),
    entry(Who::Staff, "POST /api/upload/multiple", 415).body(empty),
    entry(Who::Staff, "DELETE /api/upload/delete", 400)
        .body(|_| json!({"url": "https://elsewhere.example/a.jpg"})),
    entry(Who::Anyone, "GET /api/blogs", 200),
    entry(Who::Anyone, "GET /api/blogs/{id}", 404).id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "GET /api/blogs/manage", 200),
    entry(Who::StaffElse401, "POST /api/blogs", 400).body(empty),
    entry(Who::StaffElse401, "PUT /api/blogs/{id}", 404).id(|scene| scene.booking_id.clone()),
    entry(Who::StaffElse401, "DELETE /api/blogs/{id}", 404).id(|scene| scene.booking_id.clone()),
    entry(Who::Anyone, "GET /api/achievement/", 200),
    entry(Who::Staff, "POST /api/achievement", 400).body(empty),
    entry(Who::Staff, "PUT /api/achievement/{id}", 404)
        .id(|scene| scene.booking_id.clone())
        .body(empty),
    entry(Who::Staff, "DELETE /api/achievement/{id}", 404).id(|scene| scene.booking_id.clone()),
    // departures
    entry(Who::Anyone, "GET /api/treks/{id}/departures", 200).id(|scene| scene.trek_id.clone()),
    entry(Who::Anyone, "GET /api/treks/{id}/closures", 200).id(|scene| scene.trek_id.clone()),
    entry(Who::Staff, "PUT /api/treks/{id}/closures", 200)
        .id(|scene| scene.trek_id.clone())
        .body(|_| json!({"closures": []})),
    entry(Who::Staff, "GET /api/departures", 200),
    entry(Who::Staff, "GET /api/calendar", 400),
    entry(Who::Staff, "POST /api/departures", 400).body(empty),
    entry(Who::Staff, "POST /api/departures/series", 400).body(empty),
    // The private departure of a booking has its id.
    entry(Who::Staff, "GET /api/departures/{id}", 200).id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "PATCH /api/departures/{id}", 200)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"version": 1}))
        .once(),
    entry(Who::Staff, "GET /api/departures/{id}/changes", 200).id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "POST /api/departures/{id}/cancel", 400)
        .id(|scene| scene.booking_id.clone())
        .body(empty),
    entry(Who::Staff, "POST /api/departures/{id}/move", 400)
        .id(|scene| scene.booking_id.clone())
        .body(empty),
    entry(Who::Anyone, "GET /api/choices/{token}", 404).id(|_| "no.such".to_owned()),
    entry(Who::Anyone, "POST /api/choices/{token}", 404)
        .id(|_| "no.such".to_owned())
        .body(|_| json!({"choice": "accept"})),
    // newsletter
    entry(Who::Anyone, "POST /api/newsletter/subscribe", 200)
        .body(|_| json!({"email": "elsewhere@example.com"})),
    entry(Who::Anyone, "GET /api/newsletter/status", 200).query("email=elsewhere@example.com"),
    entry(Who::Anyone, "GET /api/newsletter/unsubscribe", 400).query("token=guessed"),
    entry(Who::Anyone, "POST /api/newsletter/unsubscribe", 400).query("token=guessed"),
    entry(Who::Staff, "GET /api/newsletter/subscribers", 200),
    entry(Who::Staff, "GET /api/newsletter/subscribers/export", 200),
    entry(Who::Admin, "DELETE /api/newsletter/subscribers/{id}", 404)
        .id(|scene| scene.booking_id.clone()),
    // custom treks
    entry(Who::Anyone, "POST /api/custom-treks", 201).body(|_| {
        json!({"name": "Pemba", "email": "elsewhere@example.com", "destination": "Dolpo", "guests": 2})
    }),
    entry(Who::Staff, "GET /api/custom-treks", 200),
    entry(Who::Staff, "GET /api/custom-treks/{id}", 200).id(|scene| scene.custom_trek_id.clone()),
    entry(Who::Staff, "PATCH /api/custom-treks/{id}", 200)
        .id(|scene| scene.custom_trek_id.clone())
        .body(|_| json!({"status": "Answered"})),
    // emails to many recipients
    entry(Who::Staff, "GET /api/campaigns", 200),
    entry(Who::Staff, "POST /api/campaigns", 400).body(empty),
    entry(Who::Staff, "GET /api/campaigns/{id}", 404).id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "PATCH /api/campaigns/{id}", 404)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"version": 1})),
    entry(Who::Staff, "DELETE /api/campaigns/{id}", 404).id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "GET /api/campaigns/{id}/preview", 404).id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "GET /api/campaigns/{id}/recipients", 404)
        .id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "POST /api/campaigns/{id}/test", 404).id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "POST /api/campaigns/{id}/send", 404)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"version": 1})),
    entry(Who::Staff, "POST /api/campaigns/{id}/retry", 404).id(|scene| scene.booking_id.clone()),
    // enquiries
    entry(Who::Anyone, "POST /api/enquiries", 201).body(|scene| {
        json!({"trekId": scene.trek_id, "name": "Pemba", "email": "elsewhere@example.com", "question": "Cold?"})
    }),
    entry(Who::Staff, "GET /api/enquiries", 200),
    entry(Who::Staff, "GET /api/enquiries/{id}", 404).id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "PATCH /api/enquiries/{id}", 404)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"status": "Closed", "version": 1})),
    entry(Who::Staff, "POST /api/enquiries/{id}/answers", 404)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"text": "Yes.", "version": 1})),
    entry(Who::Anyone, "GET /api/enquiry/{token}", 404).id(|_| "no.such".to_owned()),
    entry(Who::Anyone, "POST /api/enquiry/{token}", 404)
        .id(|_| "no.such".to_owned())
        .body(|_| json!({"text": "Thank you"})),
    entry(Who::Staff, "GET /api/saved-replies", 200),
    entry(Who::Staff, "POST /api/saved-replies", 400).body(empty),
    entry(Who::Staff, "PATCH /api/saved-replies/{id}", 404)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"version": 1})),
    entry(Who::Staff, "DELETE /api/saved-replies/{id}", 404).id(|scene| scene.booking_id.clone()),
    // proposals
    entry(Who::Staff, "GET /api/proposals", 200),
    entry(Who::Staff, "POST /api/proposals", 201)
        .body(|scene| json!({"customTrekId": scene.custom_trek_id}))
        .once(),
    entry(Who::Staff, "GET /api/proposals/{id}", 404).id(|scene| scene.booking_id.clone()),
    entry(Who::Staff, "PATCH /api/proposals/{id}", 404)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"version": 1, "content": {}})),
    entry(Who::Staff, "POST /api/proposals/{id}/send", 404)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"version": 1})),
    entry(Who::Staff, "POST /api/proposals/{id}/withdraw", 404)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"version": 1})),
    entry(Who::Anyone, "GET /api/proposal/{token}", 404).id(|_| "no.such".to_owned()),
    // guides
    entry(Who::SignedIn, "GET /api/users/me/departures", 200),
    entry(Who::Staff, "GET /api/guides", 200),
    entry(Who::Staff, "POST /api/guides", 400).body(empty),
    entry(Who::Staff, "PATCH /api/guides/{id}", 404)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"version": 1})),
    // A private departure has the id of its booking.
    entry(Who::StaffOrGuide, "GET /api/departures/{id}/manifest", 200)
        .id(|scene| scene.booking_id.clone()),
    entry(Who::StaffOrGuide, "GET /api/departures/{id}/manifest.csv", 200)
        .id(|scene| scene.booking_id.clone()),
    // promotion codes
    entry(Who::Staff, "GET /api/promotions", 200),
    entry(Who::Staff, "POST /api/promotions", 400).body(empty),
    entry(Who::Staff, "PATCH /api/promotions/{id}", 404)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"version": 1})),
    entry(Who::Staff, "GET /api/promotions/{id}/uses", 404).id(|scene| scene.booking_id.clone()),
    // reviews
    entry(Who::Anyone, "GET /api/treks/{id}/reviews", 200).id(|scene| scene.trek_id.clone()),
    entry(Who::Anyone, "GET /api/review/{token}", 404).id(|_| "no.such".to_owned()),
    entry(Who::Anyone, "PUT /api/review/{token}", 404)
        .id(|_| "no.such".to_owned())
        .body(|_| json!({"rating": 5})),
    entry(Who::Staff, "GET /api/reviews", 200),
    entry(Who::Staff, "POST /api/reviews/{id}/approve", 404)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"version": 1})),
    entry(Who::Staff, "POST /api/reviews/{id}/reject", 404)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"version": 1, "reason": "Spam"})),
    entry(Who::Staff, "POST /api/reviews/{id}/answer", 404)
        .id(|scene| scene.booking_id.clone())
        .body(|_| json!({"version": 1, "text": "Thank you"})),
    // the site, and its mails
    entry(Who::Staff, "GET /api/overview", 200),
    entry(Who::Staff, "GET /api/today", 200),
    entry(Who::Staff, "GET /api/today/months", 200),
    entry(Who::Staff, "GET /api/today/months.csv", 200),
    entry(Who::Anyone, "GET /api/config", 200),
    entry(Who::Anyone, "GET /api/site/texts/{name}", 200).id(|_| "terms".to_owned()),
    entry(Who::Anyone, "GET /api/exchange-rate", 503),
    entry(Who::Staff, "GET /api/travel-credits", 200),
    entry(Who::SignedIn, "GET /api/travel-credits/my-credits", 200),
    entry(Who::Staff, "GET /api/rates/npr", 200),
    entry(Who::Staff, "PUT /api/rates/npr", 409)
        .body(|_| json!({"currency": "USD", "value": 133.2})),
    entry(Who::Staff, "GET /api/mails/failed", 200),
    entry(Who::Staff, "POST /api/mails/{id}/resend", 202)
        .id(|scene| scene.mail_id.clone())
        .once(),
    entry(Who::Admin, "GET /api/audit", 200),
    entry(Who::Anyone, "GET /healthz", 200),
    entry(Who::Anyone, "GET /readyz", 200),
];
