//! Draws an invoice on A4 pages.

use chrono::NaiveDate;
use domain::bikram_sambat::NepaliDate;
use domain::invoice::{Invoice, InvoiceLine, InvoiceTax, LineVat, VatSummary};
use domain::money::{Currency, Money};

use crate::platform::format;
use crate::platform::pdf::{Color, Document, ExtraFonts, HEIGHT, Style, WIDTH, bold, regular};

const LEFT: f32 = 48.0;
const RIGHT: f32 = WIDTH - 48.0;
const MIDDLE: f32 = 310.0;
/// The right edges of the columns of the table.
const VAT_COLUMN: f32 = 300.0;
const QUANTITY_COLUMN: f32 = 350.0;
const EACH_COLUMN: f32 = 445.0;
const AMOUNT_COLUMN: f32 = RIGHT - 8.0;
/// Below this the next row begins a page.
const BOTTOM: f32 = HEIGHT - 90.0;
const TOP: f32 = 72.0;
const ROW: f32 = 24.0;

const LABEL: Style = regular(8.0).in_color(Color::Soft);
const TEXT: Style = regular(10.0);

pub struct InvoicePage {
    pub invoice: Invoice,
    pub customer_name: String,
    /// Empty once the traveller has deleted the account.
    pub customer_email: String,
    pub payment: Vec<String>,
    pub credit_note: Option<CreditNote>,
    /// 0 is the original.
    pub copy: u32,
}

pub struct CreditNote {
    pub number: String,
    /// The day of its last line.
    pub date: NaiveDate,
    /// How its total is taxed. `None` for a plain invoice.
    pub vat: Option<VatSummary>,
    pub lines: Vec<(String, Money)>,
}

impl InvoicePage {
    #[must_use]
    pub fn draw(&self, extra: ExtraFonts) -> Document {
        let title = format!("Invoice {}", self.invoice.number);
        let mut page = Document::new(title, self.invoice.seller.name.clone(), extra);
        let what = match self.invoice.tax {
            Some(_) => "Tax invoice",
            None => "Invoice",
        };
        let number = format!("Invoice no. {}", self.invoice.number);
        let y = self.heading(&mut page, what, &number, self.invoice.issued_on);
        let y = self.parties(&mut page, y + 34.0);
        let y = self.price(&mut page, y + 14.0);
        self.payment(&mut page, y + 34.0);
        if let Some(note) = &self.credit_note {
            page.add_page();
            self.credit(&mut page, note);
        }
        page.on_each_page(|page, number, count| self.footer(page, number, count));
        page
    }

    /// The agency on the left, what it is on the right, and a ridge line below both.
    fn heading(&self, page: &mut Document, what: &str, number: &str, date: NaiveDate) -> f32 {
        let (invoice, soft) = (&self.invoice, regular(9.0).in_color(Color::Soft));
        let seller = &invoice.seller;
        let width = MIDDLE - LEFT - 20.0;
        let mut left = page.paragraph(&seller.name, LEFT, TOP, width, bold(20.0)) - 6.0;
        let pan = invoice
            .tax
            .as_ref()
            .map(|tax| format!("PAN/VAT no. {}", tax.terms.seller_pan));
        let registration = seller.registration.as_deref();
        for line in [
            Some(seller.address.as_str()),
            registration,
            pan.as_deref(),
            Some(seller.contact.as_str()),
        ] {
            left = page.paragraph(line.unwrap_or_default(), LEFT, left, width, soft);
        }
        page.text_right(what, RIGHT, TOP, bold(20.0).in_color(Color::Accent));
        let nepali = invoice.tax.as_ref().and(NepaliDate::from_gregorian(date));
        let nepali = nepali.map(|date| format!("Bikram Sambat: {}", date.long()));
        let date = format!("Date: {}", format::day(date));
        let copy = (self.copy > 0).then(|| format!("Copy of original ({})", self.copy));
        let mut right = TOP + 22.0;
        page.text_right(number, RIGHT, right, bold(10.0));
        for line in [Some(date), nepali].into_iter().flatten() {
            right += 14.0;
            page.text_right(&line, RIGHT, right, regular(9.0));
        }
        if let Some(copy) = copy {
            right += 16.0;
            page.text_right(&copy, RIGHT, right, bold(10.0));
        }
        let under = left.max(right) + 26.0;
        let rise = [
            0.0, -4.0, -17.0, -10.0, -26.0, -9.0, -16.0, -5.0, -22.0, -8.0, -13.0, 0.0,
        ];
        let run = [
            0.0,
            60.0,
            94.0,
            116.0,
            162.0,
            192.0,
            232.0,
            270.0,
            334.0,
            370.0,
            420.0,
            RIGHT - LEFT,
        ];
        let ridge: Vec<(f32, f32)> = run
            .iter()
            .zip(rise)
            .map(|(x, y)| (LEFT + x, under + y))
            .collect();
        page.path(&ridge, 1.0, Color::Accent);
        under
    }

    fn parties(&self, page: &mut Document, y: f32) -> f32 {
        let invoice = &self.invoice;
        let width = MIDDLE - LEFT - 30.0;
        page.text("Billed to", LEFT, y, LABEL);
        let mut left = page.paragraph(&self.customer_name, LEFT, y + 15.0, width, bold(11.0));
        let tax = invoice.tax.as_ref();
        let pan = tax.and_then(|tax| tax.buyer_pan.as_ref());
        let pan = pan.map_or_else(String::new, |pan| format!("PAN/VAT no. {pan}"));
        for line in [self.customer_email.as_str(), &pan] {
            left = page.paragraph(line, LEFT, left, width, TEXT);
        }
        for (label, text) in [
            ("Reference", &invoice.reference),
            ("Booking ID", &invoice.booking_id.to_string()),
        ] {
            if !text.is_empty() {
                page.text(label, LEFT, left + 8.0, LABEL);
                left = page.paragraph(text, LEFT, left + 21.0, width, regular(9.0));
            }
        }
        let width = RIGHT - MIDDLE;
        page.text("For", MIDDLE, y, LABEL);
        let mut right = page.paragraph(&invoice.trek, MIDDLE, y + 15.0, width, bold(11.0));
        let days = format::count(invoice.number_of_days, "day");
        let route = format!("{}, {days}", invoice.route);
        let (start, end) = (
            format::day(invoice.start_date),
            format::day(invoice.end_date),
        );
        for line in [
            route,
            format!("{start} – {end}"),
            format::count(invoice.guests, "guest"),
        ] {
            right = page.paragraph(&line, MIDDLE, right, width, TEXT);
        }
        left.max(right)
    }

    fn price(&self, page: &mut Document, y: f32) -> f32 {
        let invoice = &self.invoice;
        self.table_head(page, y);
        let mut y = y + ROW;
        for line in &invoice.lines {
            self.row(page, line, y);
            y += ROW;
        }
        y += 10.0;
        if let Some(tax) = &invoice.tax {
            y = self.tax(page, tax, &tax.summary, y);
        }
        total(page, "Total", &money(invoice.total, invoice.currency), y);
        y + 34.0
    }

    fn table_head(&self, page: &mut Document, y: f32) {
        page.area((LEFT, y), (RIGHT - LEFT, ROW), Color::Stone);
        let style = bold(9.0).in_color(Color::Soft);
        page.text("Description", LEFT + 8.0, y + 15.0, style);
        if self.invoice.tax.is_some() {
            page.text_right("VAT", VAT_COLUMN, y + 15.0, style);
        }
        page.text_right("Quantity", QUANTITY_COLUMN, y + 15.0, style);
        page.text_right("Each", EACH_COLUMN, y + 15.0, style);
        page.text_right("Amount", AMOUNT_COLUMN, y + 15.0, style);
    }

    fn row(&self, page: &mut Document, line: &InvoiceLine, y: f32) {
        let currency = self.invoice.currency;
        let baseline = y + 15.0;
        page.text(&line.label, LEFT + 8.0, baseline, TEXT);
        if let (Some(tax), Some(vat)) = (&self.invoice.tax, line.vat) {
            let rate = match vat {
                LineVat::Taxable => format!("{} %", tax.terms.rate),
                LineVat::ZeroRated => "0 %".to_owned(),
                LineVat::PassThrough => "none".to_owned(),
            };
            page.text_right(&rate, VAT_COLUMN, baseline, TEXT);
        }
        if let Some(quantity) = line.quantity {
            page.text_right(&quantity.to_string(), QUANTITY_COLUMN, baseline, TEXT);
        }
        if let Some(each) = line.each {
            page.text_right(&money(each, currency), EACH_COLUMN, baseline, TEXT);
        }
        page.text_right(&money(line.amount, currency), AMOUNT_COLUMN, baseline, TEXT);
        page.path(&[(LEFT, y + ROW), (RIGHT, y + ROW)], 0.5, Color::Line);
    }

    /// How a total is taxed.
    fn tax(&self, page: &mut Document, tax: &InvoiceTax, summary: &VatSummary, y: f32) -> f32 {
        let rate = tax.terms.rate;
        let zero_rated = format!("Zero-rated: {}", tax.terms.zero_rated_reason);
        let rows = [
            ("Taxable amount", summary.taxable, true),
            (&format!("VAT {rate} %"), summary.vat, true),
            (
                &zero_rated,
                summary.zero_rated,
                !summary.zero_rated.is_zero(),
            ),
            (
                "Collected for others, no VAT",
                summary.pass_through,
                !summary.pass_through.is_zero(),
            ),
        ];
        let mut y = y + 6.0;
        for (label, amount, _) in rows.into_iter().filter(|(_, _, is_shown)| *is_shown) {
            let amount = money(amount, self.invoice.currency);
            page.text_right(&amount, AMOUNT_COLUMN, y, TEXT);
            let width = AMOUNT_COLUMN - 90.0 - MIDDLE;
            y = page.paragraph(label, MIDDLE + 12.0, y, width, TEXT) + 2.0;
        }
        y
    }

    fn payment(&self, page: &mut Document, y: f32) {
        page.text("Payment", LEFT, y, LABEL);
        let mut y = y + 15.0;
        for line in &self.payment {
            y = page.paragraph(line, LEFT, y, RIGHT - LEFT, TEXT);
        }
    }

    fn credit(&self, page: &mut Document, note: &CreditNote) {
        let currency = self.invoice.currency;
        let number = format!("Credit note no. {}", note.number);
        let y = self.heading(page, "Credit note", &number, note.date);
        let y = self.parties(page, y + 34.0) + 24.0;
        let reverses = format!("Credit for invoice no. {}:", self.invoice.number);
        let mut y = page.paragraph(&reverses, LEFT, y, RIGHT - LEFT, TEXT) + 8.0;
        for (text, amount) in &note.lines {
            if y > BOTTOM - 60.0 {
                page.add_page();
                y = TOP;
            }
            page.text_right(&money(*amount, currency), AMOUNT_COLUMN, y, TEXT);
            y = page.paragraph(text, LEFT, y, 360.0, TEXT) + 4.0;
        }
        if let (Some(tax), Some(vat)) = (&self.invoice.tax, &note.vat) {
            if y > BOTTOM - 140.0 {
                page.add_page();
                y = TOP;
            }
            y = self.tax(page, tax, vat, y);
        }
        let sum = note.lines.iter().map(|(_, amount)| amount.minor()).sum();
        total(
            page,
            "Credited",
            &money(Money::from_minor(sum), currency),
            y,
        );
    }

    fn footer(&self, page: &mut Document, number: usize, count: usize) {
        page.path(&[(LEFT, 770.0), (RIGHT, 770.0)], 0.5, Color::Line);
        let company = self.invoice.seller.name.trim_end_matches('.');
        let thanks =
            format!("Thank you for booking with {company}. We look forward to walking with you.");
        page.paragraph(&thanks, LEFT, 787.0, RIGHT - LEFT - 60.0, regular(9.0));
        if count > 1 {
            let text = format!("Page {number} of {count}");
            page.text_right(&text, RIGHT, 787.0, regular(9.0).in_color(Color::Soft));
        }
    }
}

fn total(page: &mut Document, label: &str, amount: &str, y: f32) {
    page.area((MIDDLE, y), (RIGHT - MIDDLE, 34.0), Color::Stone);
    page.text(label, MIDDLE + 12.0, y + 22.0, bold(12.0));
    page.text_right(amount, AMOUNT_COLUMN, y + 22.0, bold(14.0));
}

fn money(amount: Money, currency: Currency) -> String {
    let text = format::amount(Money::from_minor(amount.minor().abs()), currency);
    if amount.minor() < 0 {
        format!("-{text}")
    } else {
        text
    }
}
