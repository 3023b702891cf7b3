//! Secrets of authenticator apps (TOTP, RFC 6238): six digits, 30 seconds, SHA-1, which every app supports. The database
//! contains them encrypted under a key that is derived from the secret key of the server.

use chrono::{DateTime, Utc};
use domain::account::Email;
use qrcode::QrCode;
use qrcode::render::svg;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use totp_rs::{Builder, Totp};
use uuid::Uuid;

use crate::http::error::{ApiError, ApiResult};
use crate::platform::adapters::secrets::random_bytes;
use crate::platform::app::App;

/// The length that RFC 4226 recommends.
const SECRET_BYTES: usize = 20;

pub struct TotpSecret([u8; SECRET_BYTES]);

/// What an authenticator app needs.
pub struct Enrolment {
    /// In Base32, to type.
    pub secret: String,
    pub otpauth_url: String,
    /// The address as a QR code, in SVG.
    pub qr_code: String,
}

impl TotpSecret {
    #[must_use]
    pub fn generate() -> Self {
        Self(random_bytes())
    }

    /// The nonce and the encrypted secret. It can be decrypted for this account only.
    pub fn encrypt(&self, app: &App, account_id: Uuid) -> ApiResult<Vec<u8>> {
        let nonce = random_bytes::<NONCE_LEN>();
        let mut sealed = self.0.to_vec();
        let bound_to = Aad::from(account_id.as_bytes());
        key(app)
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), bound_to, &mut sealed)
            .map_err(|_| ApiError::internal("the secret of a second step cannot be encrypted"))?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// `None` if the secret was encrypted with another secret key of the server, or for another account.
    #[must_use]
    pub fn decrypt(app: &App, account_id: Uuid, stored: &[u8]) -> Option<Self> {
        let (nonce, sealed) = stored.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut sealed = sealed.to_vec();
        let bound_to = Aad::from(account_id.as_bytes());
        let secret = key(app).open_in_place(nonce, bound_to, &mut sealed).ok()?;
        Some(Self((&*secret).try_into().ok()?))
    }

    /// The time step of a code that is valid now, or was or will be within 30 seconds.
    pub fn check(&self, code: &str, now: DateTime<Utc>) -> ApiResult<Option<i64>> {
        let totp = self.totp(Builder::new())?;
        let seconds = u64::try_from(now.timestamp()).map_err(ApiError::internal)?;
        let step = totp.check(code, seconds);
        Ok(step.and_then(|step| i64::try_from(step).ok()))
    }

    pub fn enrolment(&self, site: &str, email: &Email) -> ApiResult<Enrolment> {
        // A colon separates site and account in the address.
        let site = site.replace(':', " ");
        let named = Builder::new()
            .with_issuer(Some(site.trim()))
            .with_account_name(email.as_str());
        let totp = self.totp(named)?;
        let otpauth_url = totp.to_url().map_err(ApiError::internal)?;
        let drawn = QrCode::new(&otpauth_url).map_err(ApiError::internal)?;
        Ok(Enrolment {
            secret: totp.secret().to_base32(),
            qr_code: drawn.render::<svg::Color<'_>>().build(),
            otpauth_url,
        })
    }

    fn totp(&self, builder: Builder) -> ApiResult<Totp> {
        builder
            .with_secret(self.0)
            .build()
            .map_err(ApiError::internal)
    }
}

fn key(app: &App) -> LessSafeKey {
    let key = UnboundKey::new(&CHACHA20_POLY1305, &app.secrets.totp_key());
    LessSafeKey::new(key.expect("the key has the length of the algorithm"))
}
