//! What the stand-ins of eSewa and Khalti do, as their public documentation has it.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect as SeeOther, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::wallet_server::{
    Asked, ESEWA_SECRET, KHALTI_SECRET, Kind, Memory, PRODUCT_CODE, Payment,
};

fn sign(text: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(ESEWA_SECRET.as_bytes()).expect("any key");
    mac.update(text.as_bytes());
    BASE64.encode(mac.finalize().into_bytes())
}

fn paisa(text: &str) -> Option<i64> {
    let (rupees, rest) = text.split_once('.').unwrap_or((text, "00"));
    let rest: i64 = format!("{rest:0<2}")
        .parse()
        .ok()
        .filter(|rest| *rest < 100)?;
    rupees
        .parse::<i64>()
        .ok()?
        .checked_mul(100)?
        .checked_add(rest)
}

/// As eSewa writes amounts: `100.0`.
fn rupees(paisa: i64) -> Value {
    let text = format!("{}.{:02}", paisa / 100, paisa % 100);
    let text = text.strip_suffix('0').unwrap_or(&text);
    serde_json::from_str(text).expect("a number")
}

fn refuse(status: StatusCode, body: &Value) -> Response {
    (status, axum::Json(body.clone())).into_response()
}

pub fn act_as_esewa(memory: &mut Memory, asked: &Asked) -> Response {
    match asked.path.as_str() {
        "/api/epay/main/v2/form" => post_form(memory, asked),
        "/api/epay/transaction/status/" => esewa_status(memory, asked),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn post_form(memory: &mut Memory, asked: &Asked) -> Response {
    let bad = |message: &str| {
        let body = json!({"code": "ES104", "message": message});
        refuse(StatusCode::BAD_REQUEST, &body)
    };
    let field = |name: &str| asked.form.get(name).cloned().unwrap_or_default();
    let number = |name: &str| paisa(&field(name)).unwrap_or(i64::MIN / 8);
    let (uuid, total) = (field("transaction_uuid"), field("total_amount"));
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    if uuid.is_empty() || !uuid.bytes().all(is_plain) {
        return bad("Invalid transaction uuid");
    }
    let charges = [
        "amount",
        "tax_amount",
        "product_service_charge",
        "product_delivery_charge",
    ];
    if charges.map(number).iter().sum::<i64>() != number("total_amount") {
        return bad("Invalid total amount");
    }
    let code = field("product_code");
    let text = format!("total_amount={total},transaction_uuid={uuid},product_code={code}");
    let fields = "total_amount,transaction_uuid,product_code";
    if field("signed_field_names") != fields || field("signature") != sign(&text) {
        return bad("Invalid payload signature.");
    }
    if code != PRODUCT_CODE || field("failure_url").is_empty() {
        return bad("Invalid payload");
    }
    if memory
        .find(&uuid)
        .is_some_and(|payment| payment.status != "PENDING")
    {
        return bad("Duplicate transaction uuid");
    }
    memory.payments.retain(|payment| payment.id != uuid);
    memory.payments.push(Payment {
        order_id: uuid.clone(),
        paisa: number("total_amount"),
        status: "PENDING",
        reference: None,
        return_url: field("success_url"),
        id: uuid.clone(),
    });
    SeeOther::to(&format!("http://{}/pay/{uuid}", asked.host)).into_response()
}

fn esewa_status(memory: &Memory, asked: &Asked) -> Response {
    let field = |name: &str| asked.query.get(name).cloned().unwrap_or_default();
    let (uuid, total) = (field("transaction_uuid"), paisa(&field("total_amount")));
    let Some(total) = total.filter(|_| field("product_code") == PRODUCT_CODE) else {
        let body = json!({"code": "ES100", "message": "Invalid payload"});
        return refuse(StatusCode::BAD_REQUEST, &body);
    };
    let answer = |paisa: i64, status: &str, reference: Option<&str>| {
        axum::Json(
            json!({"product_code": PRODUCT_CODE, "transaction_uuid": uuid,
            "total_amount": rupees(paisa), "status": status, "ref_id": reference}),
        )
        .into_response()
    };
    match memory.find(&uuid) {
        Some(payment) => answer(payment.paisa, payment.status, payment.reference.as_deref()),
        None => answer(total, "NOT_FOUND", None),
    }
}

pub fn act_as_khalti(memory: &mut Memory, asked: &Asked) -> Response {
    if asked.authorization != Some(format!("Key {KHALTI_SECRET}")) {
        let body = json!({"detail": "Invalid token.", "status_code": 401});
        return refuse(StatusCode::UNAUTHORIZED, &body);
    }
    match asked.path.as_str() {
        "/api/v2/epayment/initiate/" => initiate(memory, asked),
        "/api/v2/epayment/lookup/" => look_up(memory, asked),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn initiate(memory: &mut Memory, asked: &Asked) -> Response {
    let bad = |field: &str, message: &str| {
        let body = json!({field: [message], "error_key": "validation_error"});
        refuse(StatusCode::BAD_REQUEST, &body)
    };
    let text = |name: &str| asked.json[name].as_str().unwrap_or_default().to_owned();
    for name in [
        "return_url",
        "website_url",
        "purchase_order_id",
        "purchase_order_name",
    ] {
        if text(name).is_empty() {
            return bad(name, "This field may not be blank.");
        }
    }
    let Some(paisa) = asked.json["amount"].as_i64() else {
        return bad("amount", "A valid integer is required.");
    };
    if paisa < 1_000 {
        return bad(
            "amount",
            "Amount should be greater than Rs. 10, that is 1000 paisa.",
        );
    }
    let pidx = format!("bZQLD9wRVWo4CdESSfuS{}", memory.payments.len());
    memory.payments.push(Payment {
        id: pidx.clone(),
        order_id: text("purchase_order_id"),
        paisa,
        status: "Initiated",
        reference: None,
        return_url: text("return_url"),
    });
    let page = format!("http://{}/pay/{pidx}", asked.host);
    axum::Json(
        json!({"pidx": pidx, "payment_url": page, "expires_in": 3600,
        "expires_at": "2026-11-20T10:15:00.471649+05:45"}),
    )
    .into_response()
}

fn look_up(memory: &Memory, asked: &Asked) -> Response {
    let pidx = asked.json["pidx"].as_str().unwrap_or_default();
    let Some(payment) = memory.find(pidx) else {
        let body = json!({"detail": "Not found.", "error_key": "validation_error"});
        return refuse(StatusCode::NOT_FOUND, &body);
    };
    let status = match payment.status {
        "Expired" | "User canceled" => StatusCode::BAD_REQUEST,
        _ => StatusCode::OK,
    };
    let body = json!({"pidx": payment.id, "total_amount": payment.paisa, "status": payment.status,
        "transaction_id": payment.reference, "fee": 0, "refunded": payment.status == "Refunded"});
    (status, axum::Json(body)).into_response()
}

/// The address to which the wallet sends the payer, with all that it says about the payment.
pub fn way_back(kind: Kind, payment: &Payment, says_paid: bool) -> String {
    let site = &payment.return_url;
    let (reference, amount) = (
        payment.reference.as_deref().unwrap_or("000AWEO"),
        payment.paisa,
    );
    if kind == Kind::Khalti {
        let status = if says_paid {
            "Completed"
        } else {
            "User canceled"
        };
        let query = form_urlencoded::Serializer::new(String::new())
            .append_pair("pidx", &payment.id)
            .append_pair("status", status)
            .append_pair("transaction_id", reference)
            .append_pair("total_amount", &amount.to_string())
            .append_pair("purchase_order_id", &payment.order_id)
            .finish();
        return format!("{site}?{query}");
    }
    // eSewa adds nothing to the address for failures.
    if !says_paid {
        return site.clone();
    }
    let names =
        "transaction_code,status,total_amount,transaction_uuid,product_code,signed_field_names";
    let total = rupees(amount);
    let text = format!(
        "transaction_code={reference},status=COMPLETE,total_amount={total},transaction_uuid={},\
         product_code={PRODUCT_CODE},signed_field_names={names}",
        payment.id
    );
    let data = json!({"transaction_code": reference, "status": "COMPLETE", "total_amount": total,
        "transaction_uuid": payment.id, "product_code": PRODUCT_CODE, "signed_field_names": names,
        "signature": sign(&text)});
    format!("{site}?data={}", BASE64.encode(data.to_string()))
}
