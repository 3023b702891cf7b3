//! Invoices as PDF, and the sales register.

use axum::http::Method;
use chautari::features::booking::invoice::page::{CreditNote, InvoicePage};
use chautari::platform::pdf::ExtraFonts;
use domain::bikram_sambat::NepaliDate;
use domain::invoice::{Invoice, InvoiceLine, InvoiceTax, LineVat, Seller, VatSummary, VatTerms};
use domain::money::{Currency, Money, Percent};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::call::{Answer, fields_of};
use crate::stage::{
    GOOD_CARD, booked, booking_id, pay, read_booking, request, send, stored_trek, verify, with,
};
use crate::support::{Login, TestApp};

async fn invoice(app: &TestApp, who: &Login, id: &str) -> Answer {
    let path = format!("/api/bookings/{id}/invoice.pdf");
    app.get(&path).bearer(&who.access).send().await
}

async fn paid_booking(app: &TestApp, who: &Login) -> String {
    let trek = stored_trek(app).await;
    let opened = booked(app, who, &trek).await;
    pay(app, &opened, GOOD_CARD).await.expect(200);
    verify(app, who, &opened).await.expect(200);
    app.do_jobs().await;
    booking_id(&opened)
}

// operations §3: drawn from the stored row, the same bytes each time.
#[tokio::test]
async fn the_owner_and_staff_get_the_invoice_of_a_paid_booking_and_nobody_else() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let pasang = app
        .sign_up("Pasang", "pasang@example.com", "a-good-password")
        .await;
    let trek = stored_trek(&app).await;
    let opened = booked(&app, &maya, &trek).await;
    let id = booking_id(&opened);
    assert_eq!(invoice(&app, &maya, &id).await.status, 409);
    pay(&app, &opened, GOOD_CARD).await.expect(200);
    verify(&app, &maya, &opened).await.expect(200);
    app.do_jobs().await;
    let first = invoice(&app, &maya, &id).await;
    assert_eq!(first.status, 200);
    assert_eq!(first.header("content-type"), Some("application/pdf"));
    let named = "inline; filename=\"invoice-INV-2026-00001.pdf\"";
    assert_eq!(first.header("content-disposition"), Some(named));
    assert!(first.body.starts_with(b"%PDF-"));
    let second = invoice(&app, &admin, &id).await;
    assert_eq!(first.body, second.body);
    assert_eq!(invoice(&app, &pasang, &id).await.status, 404);
    assert_eq!(invoice(&app, &maya, "not-an-id").await.status, 404);
}

#[tokio::test]
async fn in_nepal_an_invoice_is_numbered_by_fiscal_year_and_its_prints_are_counted() {
    let vat = [("invoice_mode", "nepal"), ("invoice_pan", "609812345")];
    let app = TestApp::start_with(&vat).await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let id = paid_booking(&app, &maya).await;
    let number = "2083/84-000001";
    let read = read_booking(&app, &maya, &id).await.expect(200);
    assert_eq!(read["data"]["booking"]["invoiceNumber"], number);
    let stored = store::invoices::find(&app.app.db, number)
        .await
        .expect("a read");
    let tax = stored.expect("an invoice").tax.expect("a tax");
    assert_eq!(
        (tax.nepali_date.as_str(), tax.fiscal_year.as_str()),
        ("2083-08-04", "2083/84")
    );
    let original = invoice(&app, &maya, &id).await;
    assert_eq!(original.status, 200);
    let copy = invoice(&app, &admin, &id).await;
    assert_ne!(original.body, copy.body);
    // Asking for the headers is no print.
    let path = format!("/api/bookings/{id}/invoice.pdf");
    let head = app
        .call(Method::HEAD, &path)
        .bearer(&maya.access)
        .send()
        .await;
    assert_eq!(head.status, 200);
    let prints = store::invoices::count_print(&app.app.db, number).await;
    assert_eq!(prints.expect("a count"), 3);
}

// operations §3: PAN or VAT number of both sides.
#[tokio::test]
async fn in_nepal_an_invoice_names_the_pan_of_the_buyer_who_gave_it() {
    let vat = [("invoice_mode", "nepal"), ("invoice_pan", "609812345")];
    let app = TestApp::start_with(&vat).await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let config = app.get("/api/config").send().await.expect(200);
    assert_eq!(config["data"]["takesBuyerPan"], true);
    let ask = request(&app, &stored_trek(&app).await, 1).await;
    let refused = send(&app, &maya, &with(&ask, "buyerPan", json!("30123456"))).await;
    assert_eq!(fields_of(&refused.expect(400)), ["buyerPan"]);
    let ask = with(&ask, "buyerPan", json!(" 301234567 "));
    let opened = send(&app, &maya, &ask).await.expect(201)["data"].clone();
    assert_eq!(opened["booking"]["buyerPan"], "301234567");
    pay(&app, &opened, GOOD_CARD).await.expect(200);
    verify(&app, &maya, &opened).await.expect(200);
    app.do_jobs().await;
    let stored = store::invoices::find(&app.app.db, "2083/84-000001").await;
    let tax = stored.expect("a read").expect("an invoice").tax;
    assert_eq!(tax.expect("a tax").buyer_pan.as_deref(), Some("301234567"));
    let register = app.get("/api/reports/sales-register.csv?from=2026-11-20&to=2026-11-20");
    let table = register.bearer(&admin.access).send().await;
    let table = String::from_utf8(table.body.to_vec()).expect("UTF-8");
    let line = table.lines().nth(1).expect("a line");
    assert_eq!(line.split("\",\"").nth(6), Some("301234567"), "{line}");
}

#[tokio::test]
async fn the_sales_register_lists_the_invoices_of_its_days_in_the_columns_of_the_tax_office() {
    let vat = [("invoice_mode", "nepal"), ("invoice_pan", "609812345")];
    let app = TestApp::start_with(&vat).await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    let id = paid_booking(&app, &maya).await;
    let register = |query: &str| {
        let path = format!("/api/reports/sales-register.csv{query}");
        app.get(&path).bearer(&admin.access).send()
    };
    let answer = register("?from=2026-11-20&to=2026-11-20").await;
    assert_eq!(answer.status, 200);
    let table = String::from_utf8(answer.body.to_vec()).expect("UTF-8");
    let line = table.lines().nth(1).expect("a line");
    let expected = "\"2083/84\",\"2083-08-04\",\"2026-11-20\",\"2083/84-000001\",\"609812345\"";
    assert!(line.starts_with(expected), "{line}");
    let cells: Vec<&str> = line.trim_matches('"').split("\",\"").collect();
    let amount = |index: usize| cells[index].parse::<f64>().expect("an amount");
    let parts = amount(8) + amount(9) + amount(10) + amount(11);
    assert!((parts - amount(7)).abs() < 0.001, "{line}");
    let read = read_booking(&app, &maya, &id).await.expect(200);
    assert_eq!(read["data"]["booking"]["amount"].as_f64(), Some(amount(7)));
    let none = register("?from=2026-11-21&to=2026-11-30").await;
    assert_eq!(String::from_utf8_lossy(&none.body).lines().count(), 1);
    for query in [
        "",
        "?from=2026-11-20",
        "?from=x&to=2026-11-20",
        "?from=2026-11-20&to=2026-11-19",
    ] {
        assert_eq!(register(query).await.status, 400, "{query}");
    }
    let path = "/api/reports/sales-register.csv?from=2026-11-20&to=2026-11-20";
    assert_eq!(app.get(path).bearer(&maya.access).send().await.status, 403);
}

fn sample(customer: &str) -> InvoicePage {
    let money = Money::from_minor;
    let line = |label: &str, amount: i64| InvoiceLine {
        label: label.to_owned(),
        quantity: None,
        each: None,
        amount: money(amount),
        vat: None,
    };
    let base = InvoiceLine {
        quantity: Some(4),
        each: Some(money(125_000)),
        ..line("Base price, per person", 500_000)
    };
    InvoicePage {
        invoice: Invoice {
            number: "INV-2026-00031".to_owned(),
            booking_id: Uuid::from_u128(0x0199_3b7e_2c1a_7d7e_9f00_5a5b_7c1d_2e3f),
            reference: "KD-1207".to_owned(),
            issued_on: "2026-11-22".parse().expect("a day"),
            seller: Seller {
                name: "Chautari Treks Pvt. Ltd.".to_owned(),
                address: "Thamel, Kathmandu, Nepal".to_owned(),
                registration: Some("Registration 123 456".to_owned()),
                contact: "hello@chautari.example · +977 1 5550100".to_owned(),
            },
            trek: "Everest Base Camp".to_owned(),
            route: "Classic".to_owned(),
            number_of_days: 12,
            start_date: "2027-03-05".parse().expect("a day"),
            end_date: "2027-03-16".parse().expect("a day"),
            guests: 4,
            lines: vec![
                base,
                line("Group discount", -100_000),
                line("Tax", 52_000),
                line("Service fee", 8_000),
            ],
            total: money(460_000),
            currency: Currency::USD,
            tax: None,
        },
        customer_name: customer.to_owned(),
        customer_email: "maya@chautari.example".to_owned(),
        payment: vec!["$4,600.00 paid on Nov 22, 2026 with Visa ending 4242".to_owned()],
        credit_note: None,
        copy: 0,
    }
}

fn with_refunds() -> InvoicePage {
    let line = |index: i64| {
        let reason = "Nov 23, 2026: A day of rain in Lukla, and the flight left without you";
        (format!("{reason} ({index})"), Money::from_minor(10_000))
    };
    InvoicePage {
        credit_note: Some(CreditNote {
            number: "CN-2026-00007".to_owned(),
            date: "2026-11-23".parse().expect("a day"),
            vat: None,
            lines: (1..=30).map(line).collect(),
        }),
        ..sample("Łukasz Żółć")
    }
}

fn nepal() -> InvoicePage {
    let money = Money::from_minor;
    let mut page = sample("माया गुरुङ श्रेष्ठ");
    let date = NepaliDate::from_gregorian(page.invoice.issued_on).expect("a date");
    for line in &mut page.invoice.lines {
        line.vat = (line.label != "Tax").then_some(LineVat::Taxable);
    }
    page.invoice.number = "2083/84-000001".to_owned();
    page.invoice.lines.push(InvoiceLine {
        label: "Insurance".to_owned(),
        quantity: Some(4),
        each: Some(money(5_000)),
        amount: money(20_000),
        vat: Some(LineVat::PassThrough),
    });
    page.invoice.total = money(480_000);
    page.copy = 2;
    page.invoice.tax = Some(InvoiceTax {
        terms: VatTerms {
            seller_pan: "609812345".to_owned(),
            rate: Percent::whole(13),
            is_included: false,
            base_price: LineVat::Taxable,
            service_fee: LineVat::Taxable,
            insurance: LineVat::PassThrough,
            booking_fee: LineVat::Taxable,
            zero_rated_reason: String::new(),
        },
        summary: VatSummary {
            taxable: money(407_080),
            vat: money(52_920),
            zero_rated: Money::ZERO,
            pass_through: money(20_000),
        },
        fiscal_year: date.fiscal_year(),
        nepali_date: date.to_string(),
        nepali_date_long: date.long(),
        buyer_pan: Some("301234567".to_owned()),
    });
    page.credit_note = Some(CreditNote {
        number: "CN-2083/84-00001".to_owned(),
        date: "2026-12-24".parse().expect("a day"),
        vat: Some(VatSummary {
            taxable: money(203_540),
            vat: money(26_460),
            zero_rated: Money::ZERO,
            pass_through: money(10_000),
        }),
        lines: vec![(
            "Dec 24, 2026: Cancelled by the traveller".to_owned(),
            money(240_000),
        )],
    });
    page
}

/// Compares a layout with its stored one. With `UPDATE_LAYOUTS` set it writes the layout and the PDF instead.
fn compare(name: &str, page: &InvoicePage) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/api/invoices");
    let path = format!("{folder}/{name}.txt");
    let drawn = page.draw(ExtraFonts::default());
    let layout = drawn.layout();
    let pdf = drawn.into_pdf().expect("a PDF");
    let again = page.draw(ExtraFonts::default()).into_pdf().expect("a PDF");
    assert_eq!(pdf, again, "the bytes of {name} differ");
    if std::env::var_os("UPDATE_LAYOUTS").is_some() {
        std::fs::create_dir_all(folder).expect("a folder");
        std::fs::write(&path, &layout).expect("a layout");
        let pdf_path = format!("{}/invoice-{name}.pdf", env!("CARGO_TARGET_TMPDIR"));
        std::fs::write(pdf_path, pdf).expect("a file");
        return layout;
    }
    let stored = std::fs::read_to_string(&path).expect("a stored layout");
    assert_eq!(layout, stored, "the layout of {name} changed");
    layout
}

// operations §3: any script. The layouts are lists of glyphs with their places: they show that nothing has moved, not that
// it looks right. Look at the PDF (UPDATE_LAYOUTS writes it) before you store another one.
#[test]
fn invoices_keep_their_layout_in_every_script() {
    compare("latin", &sample("Łukasz Żółć"));
    let devanagari = compare("nepal", &nepal());
    assert!(devanagari.contains("Copy of original (2)"));
    assert!(devanagari.contains("6 Mangsir 2083"));
    compare("arabic", &sample("فاطمة الزهراء Smith"));
    compare("japanese", &sample("山田 さくら"));
    let pages = compare("refunds", &with_refunds());
    assert!(pages.contains("page 3"), "thirty refunds need a third page");
}

#[test]
fn a_letter_that_no_font_has_does_not_fail_the_invoice() {
    let hostile = format!("สมชาย 🏔 \u{202e}evil\u{0} {}", "x".repeat(3000));
    let drawn = sample(&hostile).draw(ExtraFonts::default());
    let layout = drawn.layout();
    assert!(!layout.contains('\u{202e}'));
    assert!(drawn.into_pdf().expect("a PDF").starts_with(b"%PDF-"));
    let nothing = sample("").draw(ExtraFonts::default());
    assert!(nothing.into_pdf().expect("a PDF").starts_with(b"%PDF-"));
}

#[tokio::test]
async fn an_invoice_of_a_booking_from_before_invoices_were_stored_can_be_read() {
    let app = TestApp::start_with(&[("invoice_mode", "nepal"), ("invoice_pan", "609812345")]).await;
    let maya = app.traveller().await;
    let trek = stored_trek(&app).await;
    let opened = booked(&app, &maya, &trek).await;
    let id: Uuid = booking_id(&opened).parse().expect("an id");
    // As an older program numbered it: without a stored invoice.
    let now = app.app.clock.now();
    let tx = app.app.db.begin().await.expect("a transaction");
    store::bookings::assign_invoice_number(&tx, id, "2025", now)
        .await
        .expect("a number");
    tx.commit().await.expect("a commit");
    let read: Value = read_booking(&app, &maya, &id.to_string()).await.expect(200);
    assert_eq!(read["data"]["booking"]["invoiceNumber"], "INV-2025-00001");
    let first = invoice(&app, &maya, &id.to_string()).await;
    assert_eq!(first.status, 200);
    let stored = store::invoices::find(&app.app.db, "INV-2025-00001")
        .await
        .expect("a read");
    assert_eq!(stored.expect("an invoice").tax, None);
    assert_eq!(first.body, invoice(&app, &maya, &id.to_string()).await.body);
}
