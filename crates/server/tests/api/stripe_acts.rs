//! The calls that the Stripe stand-in executes as Stripe would.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::stripe_server::{Memory, Seen};

pub fn paid(mut intent: Value) -> Value {
    intent["status"] = json!("succeeded");
    intent["latest_charge"] = json!({"id": "ch_1", "created": 1_795_145_400,
        "payment_method_details": {"card": {"brand": "visa", "last4": "4242"}}});
    intent["last_payment_error"] = Value::Null;
    intent
}

pub fn act(memory: &mut Memory, seen: &Seen, path: &str) -> (u16, Value) {
    let parts: Vec<&str> = path.split('/').collect();
    let get = seen.method == "GET";
    match (get, parts.as_slice()) {
        (false, ["payment_intents"]) => create(memory, &seen.form),
        (true, ["payment_intents"]) => (200, json!({"data": memory.intents, "has_more": false})),
        (true, ["refunds"]) => (200, json!({"data": memory.refunds, "has_more": false})),
        (true, ["payment_intents", id]) => found(&memory.intents, id),
        (true, ["refunds", id]) => found(&memory.refunds, id),
        (false, ["payment_intents", id, "cancel"]) => cancel(memory, id),
        (false, ["payment_intents", id, "confirm"]) => confirm(memory, id, &seen.form),
        (false, ["refunds"]) => refund(memory, &seen.form),
        _ => refusal(404, "invalid_request_error", "", "Unrecognized request URL"),
    }
}

pub fn refusal(status: u16, kind: &str, code: &str, message: &str) -> (u16, Value) {
    (
        status,
        json!({"error": {"type": kind, "code": code, "message": message}}),
    )
}

fn found(all: &[Value], id: &str) -> (u16, Value) {
    match all.iter().find(|one| one["id"] == id) {
        Some(one) => (200, one.clone()),
        None => refusal(
            404,
            "invalid_request_error",
            "resource_missing",
            "No such id",
        ),
    }
}

fn create(memory: &mut Memory, form: &BTreeMap<String, String>) -> (u16, Value) {
    let amount: Option<i64> = form.get("amount").and_then(|text| text.parse().ok());
    let currency = form.get("currency").cloned().unwrap_or_default();
    let Some(amount) = amount.filter(|amount| *amount > 0) else {
        return refusal(
            400,
            "invalid_request_error",
            "parameter_invalid_integer",
            "Invalid integer",
        );
    };
    if ["kwd", "bhd"].contains(&currency.as_str()) && amount % 10 != 0 {
        return refusal(
            400,
            "invalid_request_error",
            "",
            "Amount must be a multiple of 10",
        );
    }
    let id = format!("pi_{}", memory.intents.len() + 1);
    let intent = json!({
        "id": id, "object": "payment_intent", "amount": amount, "currency": currency,
        "client_secret": format!("{id}_secret_x"), "created": 1_795_145_300,
        "status": "requires_payment_method", "latest_charge": null, "last_payment_error": null,
        "next_action": null, "metadata": {"booking_id": form.get("metadata[booking_id]")},
        "a_field_of_tomorrow": {"deep": [1]},
    });
    memory.intents.push(intent.clone());
    (200, intent)
}

fn cancel(memory: &mut Memory, id: &str) -> (u16, Value) {
    let Some(intent) = memory.intents.iter_mut().find(|intent| intent["id"] == id) else {
        return found(&[], id);
    };
    let open = [
        "requires_payment_method",
        "requires_confirmation",
        "requires_action",
    ];
    if !open.contains(&intent["status"].as_str().unwrap_or_default()) {
        let message = "You cannot cancel this PaymentIntent because of its status";
        return refusal(
            400,
            "invalid_request_error",
            "payment_intent_unexpected_state",
            message,
        );
    }
    intent["status"] = json!("canceled");
    (200, intent.clone())
}

fn confirm(memory: &mut Memory, id: &str, form: &BTreeMap<String, String>) -> (u16, Value) {
    let Some(intent) = memory.intents.iter_mut().find(|intent| intent["id"] == id) else {
        return found(&[], id);
    };
    match form.get("payment_method").map(String::as_str) {
        Some("pm_card_visa") => *intent = paid(intent.clone()),
        Some("pm_card_visa_chargeDeclined") => {
            intent["last_payment_error"] =
                json!({"type": "card_error", "message": "Your card was declined."});
            return refusal(
                402,
                "card_error",
                "card_declined",
                "Your card was declined.",
            );
        }
        Some("pm_card_authenticationRequired") => {
            let url = "https://hooks.stripe.com/3d_secure_2";
            intent["status"] = json!("requires_action");
            intent["next_action"] = json!({"type": "redirect_to_url", "redirect_to_url":
                {"url": url, "return_url": form.get("return_url")}});
        }
        _ => {
            return refusal(
                400,
                "invalid_request_error",
                "resource_missing",
                "No such PaymentMethod",
            );
        }
    }
    (200, intent.clone())
}

fn refund(memory: &mut Memory, form: &BTreeMap<String, String>) -> (u16, Value) {
    let of = form.get("payment_intent").cloned().unwrap_or_default();
    let (status, intent) = found(&memory.intents, &of);
    if status != 200 {
        return (status, intent);
    }
    let amount: i64 = form
        .get("amount")
        .and_then(|text| text.parse().ok())
        .unwrap_or(0);
    let back: i64 = memory
        .refunds
        .iter()
        .filter(|made| made["payment_intent"] == of.as_str())
        .filter_map(|made| made["amount"].as_i64())
        .sum();
    if intent["status"] != "succeeded" || amount + back > intent["amount"].as_i64().unwrap_or(0) {
        return refusal(
            400,
            "invalid_request_error",
            "",
            "Refund amount is greater than unrefunded amount on charge",
        );
    }
    let made = json!({"id": format!("re_{}", memory.refunds.len() + 1), "object": "refund",
        "amount": amount, "currency": intent["currency"], "payment_intent": of,
        "status": memory.refund_status.unwrap_or("succeeded"),
        "metadata": {"booking_id": form.get("metadata[booking_id]"),
            "refund_id": form.get("metadata[refund_id]")}});
    memory.refunds.push(made.clone());
    (200, made)
}
