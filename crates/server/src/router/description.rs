//! The OpenAPI document. Debug builds write it from the handlers. Release builds contain the committed one, which the
//! tests hold to the handlers, because the descriptions of all types take megabytes of a program.

#[cfg(not(debug_assertions))]
pub fn committed() -> String {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));
    let unpacked = std::io::read_to_string(flate2::read::GzDecoder::new(&packed[..]));
    unpacked.expect("build.rs packed a text")
}

#[cfg(debug_assertions)]
pub use from_handlers::{Described, document};

#[cfg(debug_assertions)]
mod from_handlers {
    use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
    use utoipa::openapi::{OpenApi, Paths, RefOr};
    use utoipa::{Modify, OpenApi as _};

    use crate::http::error::Failure;
    use crate::http::error_responses::failure_response;

    /// What the attributes of the handlers of one path say.
    pub struct Described {
        /// Methods and paths as `router.rs` writes them.
        pub calls: &'static [&'static str],
        pub description: fn() -> OpenApi,
    }

    #[derive(utoipa::OpenApi)]
    #[openapi(
        info(title = "Chautari", description = "Treks, bookings and payments of a trekking agency."),
        components(schemas(Failure)),
        modifiers(&Security)
    )]
    struct Document;

    /// Calls that need a session refer to `session`: a bearer token in the Authorization header.
    struct Security;

    impl Modify for Security {
        fn modify(&self, document: &mut OpenApi) {
            let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
            document
                .components
                .get_or_insert_default()
                .add_security_scheme("session", SecurityScheme::Http(bearer));
        }
    }

    /// # Panics
    /// If `router.rs` and the attribute of a handler differ in the method or the path.
    pub fn document(api: impl Iterator<Item = Described>) -> String {
        let mut document = Document::openapi();
        for described in api {
            let description = (described.description)();
            check_calls(&description.paths, described.calls);
            document.merge(description);
        }
        // The program version does not affect the contract and would make the file outdated with every release.
        "1".clone_into(&mut document.info.version);
        document.info.license = None;
        add_unsupported_media_type(&mut document);
        document
            .to_pretty_json()
            .expect("an OpenAPI document is JSON")
            + "\n"
    }

    fn check_calls(paths: &Paths, written: &[&str]) {
        let mut known = Vec::new();
        for (path, item) in &paths.paths {
            let item = serde_json::to_value(item).expect("a path is plain data");
            let methods = item.as_object().into_iter().flat_map(|item| item.keys());
            known.extend(methods.map(|method| format!("{} {path}", method.to_uppercase())));
        }
        let mut written = written.to_vec();
        known.sort_unstable();
        written.sort_unstable();
        assert_eq!(
            known, written,
            "router.rs and the handler name another path"
        );
    }

    /// Documents that every call with a JSON body rejects other content types (`extract::Body`).
    fn add_unsupported_media_type(document: &mut OpenApi) {
        for item in document.paths.paths.values_mut() {
            let calls = [
                &mut item.post,
                &mut item.put,
                &mut item.patch,
                &mut item.delete,
            ];
            for call in calls.into_iter().filter_map(Option::as_mut) {
                let reads_json = call.request_body.as_ref().is_some_and(|body| {
                    matches!(body, RefOr::T(body) if body.content.contains_key("application/json"))
                });
                let responses = &mut call.responses.responses;
                if reads_json && !responses.contains_key("415") {
                    responses.insert("415".to_owned(), RefOr::T(failure_response()));
                }
            }
        }
    }
}
