//! The OpenAPI document, from which the web client is generated.

use std::path::Path;

use chautari::router;

// The committed document equals the one generated from the handlers.
#[test]
fn the_committed_document_is_current() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contract/openapi.json");
    let committed = std::fs::read_to_string(file).expect("contract/openapi.json");
    assert!(
        committed == router::openapi(),
        "contract/openapi.json is stale: run `make gen`"
    );
}

#[test]
fn the_generated_document_is_deterministic_and_ends_with_a_line_break() {
    let document = router::openapi();
    assert_eq!(document, router::openapi());
    assert!(document.ends_with("}\n"));
}

#[test]
fn every_call_documents_its_errors() {
    let document: serde_json::Value = serde_json::from_str(&router::openapi()).expect("JSON");
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for (method, call) in methods.as_object().expect("methods") {
            let responses = call["responses"].as_object().expect("responses");
            if call.get("requestBody").is_some() {
                assert!(
                    responses.contains_key("400"),
                    "{method} {path} has a body and no 400"
                );
            }
            if call["requestBody"]["content"]
                .get("application/json")
                .is_some()
            {
                assert!(
                    responses.contains_key("415"),
                    "{method} {path} reads JSON and no 415"
                );
            }
            if call.get("security").is_some() {
                assert!(
                    responses.contains_key("401"),
                    "{method} {path} has a session and no 401"
                );
            }
        }
    }
}
