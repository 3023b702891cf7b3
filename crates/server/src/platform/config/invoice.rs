//! The settings of invoices.

use domain::invoice::{LineVat, VatTerms};
use domain::money::Percent;

use super::read::{bad, word};
use crate::platform::settings::{BadSetting, Values};

/// The VAT of new invoices; none in plain mode.
pub(super) fn vat(values: &Values) -> Result<Option<VatTerms>, BadSetting> {
    let is_included = word(values, "invoice_vat", &["included", "on_top"])? == "included";
    let text = values.get("invoice_vat_percent").unwrap_or_default();
    let Ok(rate) = Percent::parse(text) else {
        let problem = format!("'{text}' must be a number from 0 to 100");
        return bad("invoice_vat_percent", problem);
    };
    let terms = VatTerms {
        seller_pan: values.get("invoice_pan").unwrap_or_default().to_owned(),
        rate,
        is_included,
        base_price: line(values, "base_price")?,
        service_fee: line(values, "service_fee")?,
        insurance: line(values, "insurance")?,
        booking_fee: line(values, "booking_fee")?,
        zero_rated_reason: values
            .get("invoice_zero_rated_reason")
            .unwrap_or_default()
            .to_owned(),
    };
    if word(values, "invoice_mode", &["plain", "nepal"])? == "plain" {
        return Ok(None);
    }
    if terms.seller_pan.is_empty() {
        return bad("invoice_pan", "must be set for invoice_mode = nepal");
    }
    let lines = [
        terms.base_price,
        terms.service_fee,
        terms.insurance,
        terms.booking_fee,
    ];
    if lines.contains(&LineVat::ZeroRated) && terms.zero_rated_reason.is_empty() {
        return bad(
            "invoice_zero_rated_reason",
            "must be set for zero-rated lines",
        );
    }
    Ok(Some(terms))
}

/// Reads `base_price:taxable,…`. Each line must be named once.
fn line(values: &Values, name: &str) -> Result<LineVat, BadSetting> {
    let text = values.get("invoice_lines").unwrap_or_default();
    let pairs: Vec<(&str, &str)> = text
        .split(',')
        .filter_map(|pair| pair.split_once(':'))
        .map(|(line, vat)| (line.trim(), vat.trim()))
        .collect();
    let mut named = pairs.iter().filter(|(line, _)| *line == name);
    let vat = match (named.next(), named.next()) {
        (Some((_, "taxable")), None) => LineVat::Taxable,
        (Some((_, "zero_rated")), None) => LineVat::ZeroRated,
        (Some((_, "pass_through")), None) => LineVat::PassThrough,
        _ => {
            let problem = "must name base_price, service_fee, insurance and booking_fee, each as taxable, zero_rated or \
                           pass_through, for example base_price:taxable";
            return bad("invoice_lines", problem);
        }
    };
    Ok(vat)
}
