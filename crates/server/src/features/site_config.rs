//! `GET /api/config`: configuration for the web app (decisions §3, §10 "Shapes").

use axum::extract::{Request, State};
use axum::response::Response;
use chrono::NaiveDate;
use serde::Serialize;
use serde_json::Number;
use store::public_content::Kind;
use utoipa::ToSchema;

use crate::features::booking::payment::ways::{self, OfferedWay};
use crate::features::branding;
use crate::features::branding::Site;
use crate::features::branding::image::SiteImage;
use crate::features::trek::wire::{Charges, PaymentTerms};
use crate::http::error::ApiResult;
use crate::http::public_cache::{self, Key};
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::map_tiles::MapTiles;

const CONFIG: Key = Key::content("configuration");

#[derive(Serialize, ToSchema)]
pub struct ConfigAnswer {
    pub status: Success,
    pub data: Config,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Config {
    pub name: String,
    pub contact_email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub contact_phone: Option<String>,
    /// Opens a conversation in WhatsApp. A `text` parameter can be added.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub whatsapp_url: Option<String>,
    pub company: Company,
    pub currency: String,
    #[schema(value_type = PaymentProvider)]
    pub payment_provider: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub stripe_publishable_key: Option<String>,
    /// The ways to pay that the traveller can choose from, in the order in which they are shown.
    pub ways_to_pay: Vec<OfferedWay>,
    /// Whether the invoice can name the PAN or VAT number of the buyer.
    #[schema(required = false)]
    pub takes_buyer_pan: bool,
    /// Whether sign-in with Google is configured.
    pub google: bool,
    pub otp_ttl_seconds: u32,
    pub timezone: String,
    /// Today's date in the time zone.
    pub today: NaiveDate,
    /// Most days first.
    pub cancellation_policy: Vec<CancellationStep>,
    /// Default payment details of a new trek.
    pub default_charges: Charges,
    /// Default deposit of a new trek. Absent: the whole price is due with the booking.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub default_terms: Option<PaymentTerms>,
    /// Hours after which an unpaid booking is cancelled.
    pub unpaid_hours: i64,
    /// Minutes for which the seats of an unpaid booking of a group departure are held.
    pub hold_minutes: i64,
    pub map: MapTiles,
    pub site: SiteLook,
}

/// Branding of the agency (docs/your-site.md).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteLook {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub logo: Option<Logo>,
    /// Replaces the pictures of the home page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub home_image: Option<HomeImage>,
    pub headline: String,
    pub subline: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub footer_text: Option<String>,
    pub footer_links: Vec<FooterLink>,
    /// The texts that the agency replaced: `terms`, `privacy`, `faq` of `/api/site/texts/{name}`.
    pub texts: Vec<&'static str>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Logo {
    pub url: String,
    /// For dark backgrounds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub dark_url: Option<String>,
    pub width: u32,
    pub height: u32,
    /// Whether to show the agency's name beside the logo.
    pub with_name: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HomeImage {
    pub url: String,
    /// For `srcset`; empty if there is one size.
    pub src_set: String,
}

#[derive(Serialize, ToSchema)]
pub struct FooterLink {
    pub label: String,
    pub url: String,
}

impl SiteLook {
    pub fn of(site: &Site) -> Self {
        let texts = [
            ("terms", site.terms.is_some()),
            ("privacy", site.privacy.is_some()),
            ("faq", site.questions.is_some()),
        ];
        Self {
            logo: Logo::of(site),
            home_image: site.home_image.as_ref().map(|image| HomeImage {
                url: image.url(),
                src_set: image.srcset(),
            }),
            headline: site.headline().to_owned(),
            subline: site.subline().to_owned(),
            footer_text: site.footer_text.clone(),
            footer_links: site
                .footer_links
                .iter()
                .map(|link| FooterLink {
                    label: link.label.clone(),
                    url: link.url.clone(),
                })
                .collect(),
            texts: texts
                .into_iter()
                .filter_map(|(name, is_own)| is_own.then_some(name))
                .collect(),
        }
    }
}

impl Logo {
    /// If only a dark logo exists, it is used on light backgrounds as well.
    pub fn of(site: &Site) -> Option<Self> {
        let logo = site.logo.as_ref().or(site.logo_dark.as_ref())?;
        let (width, height) = logo.size?;
        Some(Self {
            url: logo.url(),
            dark_url: site.logo_dark.as_ref().map(SiteImage::url),
            width,
            height,
            with_name: !logo.is_wide(),
        })
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Company {
    pub name: String,
    pub address: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub registration: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    pub licence: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaymentProvider {
    Sandbox,
    Stripe,
    /// Cards are not taken.
    None,
}

/// From this many days before the start on, this share of the amount paid is refunded.
#[derive(Serialize, ToSchema)]
pub struct CancellationStep {
    pub days: u32,
    #[schema(value_type = f64)]
    pub percent: Number,
}

/// Without the database, the ways that need no rate of it: the page is shown all the same.
async fn ways_to_pay(app: &App) -> Vec<OfferedWay> {
    match ways::offered(app).await {
        Ok(ways) => ways,
        Err(error) => {
            tracing::warn!(
                error = error_chain(&error),
                "failed to list the ways to pay"
            );
            // So that this list is not kept.
            app.db.announce(Kind::Content);
            Vec::new()
        }
    }
}

/// Returns the configuration for the web app.
#[utoipa::path(get, path = "/api/config", tag = "site", responses((status = 200, body = ConfigAnswer)))]
pub(crate) async fn read_config(State(app): State<App>, request: Request) -> ApiResult<Response> {
    branding::current(&app).await;
    let config = async || Ok(config(&app).await);
    public_cache::respond(&app, CONFIG, request.headers(), config).await
}

/// The configuration for this call and for the pages.
pub(crate) async fn config(app: &App) -> ConfigAnswer {
    let config = &app.config;
    let site = branding::current(app).await;
    let steps = config.cancellation_policy.steps().iter();
    let data = Config {
        name: config.name.clone(),
        contact_email: config.contact_email.clone(),
        contact_phone: config.contact_phone.clone(),
        whatsapp_url: config
            .whatsapp_number
            .as_ref()
            .map(|number| format!("https://wa.me/{number}")),
        company: Company {
            name: config.company.name.clone(),
            address: config.company.address.clone(),
            registration: config.company.registration.clone(),
            licence: config.company.licence.clone(),
        },
        currency: config.currency.code().to_owned(),
        payment_provider: app.payments.name(),
        stripe_publishable_key: config.stripe.as_ref().map(|keys| keys.publishable.clone()),
        ways_to_pay: ways_to_pay(app).await,
        takes_buyer_pan: config.invoice_terms().vat.is_some(),
        google: app.identity.is_on(),
        otp_ttl_seconds: config.otp_ttl_seconds,
        timezone: config.timezone.name().to_owned(),
        today: app.clock.today(config.timezone),
        cancellation_policy: steps
            .map(|step| CancellationStep {
                days: step.days,
                percent: step.percent.to_number(),
            })
            .collect(),
        default_charges: Charges::new(&config.default_charges, config.currency),
        default_terms: config
            .default_terms
            .map(|terms| PaymentTerms::new(&terms, config.currency)),
        unpaid_hours: config.unpaid_for.num_hours(),
        hold_minutes: config.hold_for.num_minutes(),
        map: config.map_tiles.clone(),
        site: SiteLook::of(&site),
    };
    ConfigAnswer {
        status: Success::Success,
        data,
    }
}
