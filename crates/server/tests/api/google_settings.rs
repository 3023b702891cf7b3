//! Settings of the third-party sign-in.

// Decisions §1: with incomplete settings the button would fail.
#[test]
fn the_provider_settings_must_be_complete_and_use_https() {
    let read = |pairs: &[(&'static str, &str)]| {
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned()))
            .collect();
        let values = chautari::platform::settings::Values::from_pairs(&pairs);
        chautari::platform::config::Config::from_values(&values).map(|config| config.google)
    };
    let (id, secret) = (
        ("google_client_id", "id"),
        ("google_client_secret", "a-secret-word"),
    );
    let issuer = |url| ("google_issuer_url", url);
    assert!(read(&[]).expect("settings").is_none());
    let google = read(&[id, secret]).expect("settings").expect("a provider");
    assert_eq!(google.issuer_url, "https://accounts.google.com");
    for url in [
        "https://id.example/realm",
        "http://localhost:4000",
        "http://127.0.0.1:4000",
    ] {
        let google = read(&[id, secret, issuer(url)])
            .expect("settings")
            .expect("a provider");
        assert_eq!(google.issuer_url, url);
    }
    for (pairs, named) in [
        (vec![id], "CHAUTARI_GOOGLE_CLIENT_SECRET"),
        (vec![secret], "CHAUTARI_GOOGLE_CLIENT_ID"),
        (
            vec![issuer("https://id.example")],
            "CHAUTARI_GOOGLE_CLIENT_ID",
        ),
        (
            vec![id, issuer("https://id.example")],
            "CHAUTARI_GOOGLE_CLIENT_SECRET",
        ),
        (
            vec![id, secret, issuer("http://id.example")],
            "CHAUTARI_GOOGLE_ISSUER_URL",
        ),
        (
            vec![id, secret, issuer("https://a:b@id.example")],
            "CHAUTARI_GOOGLE_ISSUER_URL",
        ),
        (
            vec![id, secret, issuer("https://id.example?x=1")],
            "CHAUTARI_GOOGLE_ISSUER_URL",
        ),
        (
            vec![id, secret, issuer("id.example")],
            "CHAUTARI_GOOGLE_ISSUER_URL",
        ),
    ] {
        let problem = read(&pairs).err().expect("it was taken").to_string();
        assert!(problem.starts_with(named), "{problem}");
        assert!(!problem.contains("a-secret-word"), "{problem}");
    }
}
