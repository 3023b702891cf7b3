//! Cookies of the server. Each binds one short flow to the browser that started it; none holds a session
//! (decisions §4).

use axum::http::header::{COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use axum::response::{AppendHeaders, IntoResponseParts};
use chrono::TimeDelta;
use cookie::time::Duration;
use cookie::{Cookie, SameSite};

use crate::platform::config::Config;

/// The purpose of a cookie.
#[derive(Debug, Clone, Copy)]
pub struct Errand {
    pub name: &'static str,
    /// The paths that the browser sends it to.
    pub path: &'static str,
    /// Lax if another site redirects the browser back to us, else Strict.
    pub same_site: SameSite,
}

impl Errand {
    #[must_use]
    pub fn read(self, headers: &HeaderMap) -> Option<String> {
        let given = headers.get_all(COOKIE).iter();
        let texts = given.filter_map(|value| value.to_str().ok());
        texts
            .flat_map(Cookie::split_parse)
            .filter_map(Result::ok)
            .find(|cookie| cookie.name() == self.name)
            .map(|cookie| cookie.value().to_owned())
    }

    /// The header that sets the cookie, which expires after `life`.
    #[must_use]
    pub fn set(
        self,
        config: &Config,
        value: &str,
        life: TimeDelta,
    ) -> impl IntoResponseParts + use<> {
        let cookie = Cookie::build((self.name, value.to_owned()))
            .path(self.path)
            .http_only(true)
            .same_site(self.same_site)
            .secure(config.public_url.starts_with("https://"))
            .max_age(Duration::seconds(life.num_seconds()))
            .build();
        // We choose names and values: letters, digits, '.', '-' and '_'.
        let value = HeaderValue::try_from(cookie.to_string()).ok();
        AppendHeaders(value.map(|value| (SET_COOKIE, value)))
    }

    /// The header that deletes the cookie.
    #[must_use]
    pub fn clear(self, config: &Config) -> impl IntoResponseParts + use<> {
        self.set(config, "", TimeDelta::zero())
    }
}
