//! Drawings: an SVG stays an SVG and can run no scripts, wherever it is opened (decisions §6).

use crate::upload::{message, uploads};

const OPEN: &str = "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 9 9'>";

fn drawing(inside: &str) -> Vec<u8> {
    format!("{OPEN}{inside}</svg>").into_bytes()
}

// UPLOAD-01: shapes and styles remain.
#[tokio::test]
async fn a_drawing_stays_an_svg_and_cannot_run_scripts() {
    let test = uploads().await;
    let sent = "\u{feff}<?xml version='1.0'?><!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'x'><!-- by hand -->
        <s:svg xmlns:s='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 9 9'
        ><s:style>.peak { fill: url(#sky) }</s:style><s:linearGradient id='sky'><s:stop stop-color='#fff'
        /></s:linearGradient><s:path class='peak' d='M0 9L4 0 9 9z' style='stroke: red; --x: y'/><s:a
        xlink:href='https://elsewhere.example'><s:text x='1'>Tea &amp; salt &#2384;</s:text></s:a
        ><s:use xlink:href='#sky'/></s:svg>";
    let (done, url) = test.send("image/svg+xml", sent.as_bytes()).await;
    done.expect(200);
    assert!(url.ends_with(".svg"), "{url}");
    let kept = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 9 9\"><style>.peak{fill:url(#sky)}</style>\
        <linearGradient id=\"sky\"><stop stop-color=\"#fff\"></stop></linearGradient>\
        <path class=\"peak\" d=\"M0 9L4 0 9 9z\" style=\"stroke:red\"></path>\
        <g><text x=\"1\">Tea &amp; salt ॐ</text></g><use href=\"#sky\"></use></svg>";
    let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
    // An SVG scales, so that the URLs of smaller copies return the file itself.
    for address in [url.clone(), format!("{url}/480"), format!("{url}/1600")] {
        let served = test.test.get(&address).send().await;
        assert_eq!(served.header("content-type"), Some("image/svg+xml"));
        assert_eq!(served.header("content-security-policy"), Some(policy));
        assert_eq!(served.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(String::from_utf8(served.body.to_vec()).expect("text"), kept);
    }
}

// UPLOAD-01: scripts, external resources and links are removed, however they are written.
#[tokio::test]
async fn a_hostile_drawing_is_sanitised() {
    let test = uploads().await;
    for hostile in [
        "<script>evil()</script>",
        "<x:script xmlns:x='http://www.w3.org/2000/svg'>evil()</x:script>",
        "<h:script xmlns:h='http://www.w3.org/1999/xhtml'>evil()</h:script>",
        "<g xmlns='http://www.w3.org/1999/xhtml'><img src='x' onerror='evil()'/></g>",
        "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml' onload='evil()'/></foreignObject>",
        "<rect onclick='evil()' ONLOAD='evil()' x:onload='evil()' xmlns:x='http://www.w3.org/2000/svg'/>",
        "<a href='javascript:evil()'><rect/></a>",
        "<a xlink:href='java&#115;cript:evil()'><rect/></a>",
        "<use href='https://evil.example/a.svg#b'/>",
        "<use xlink:href='data:image/svg+xml,evil#b'/>",
        "<image href='https://evil.example/a.png'/>",
        "<feImage href='https://evil.example/a.png'/>",
        "<rect fill='url(https://evil.example/a)'/>",
        "<rect style='fill: url(//evil.example/a); background: url(//evil.example/a)'/>",
        "<rect style='fill: u\\72l(//evil.example/a)'/>",
        "<style>@import 'https://evil.example/a.css'; rect { fill: url(https://evil.example) }</style>",
        "<style><![CDATA[</style><script>evil()</script>]]></style>",
        "<style>a{}&lt;script>evil()&lt;/script></style>",
        "<title><![CDATA[</title><script>]]>x</title>",
        "<text><![CDATA[<script>]]></text>",
        "<rect id='\"&gt;&lt;script&gt;'/>",
        "<set attributeName='href' to='javascript:evil()'/>",
        "<animate attributeName='onload' values='evil()'/>",
        "<handler xmlns='http://www.w3.org/2001/xml-events'>evil()</handler>",
        "<iframe src='https://evil.example'/><embed src='evil'/><object data='evil'/>",
        "<metadata><rdf:x xmlns:rdf='r'>evil</rdf:x></metadata>",
        "<?xml-stylesheet href='https://evil.example/a.css'?><!-- evil -->",
    ] {
        let (done, url) = test.send("image/svg+xml", &drawing(hostile)).await;
        done.expect(200);
        let kept = test.test.get(&url).send().await.body.to_vec();
        let kept = String::from_utf8(kept).expect("text").to_lowercase();
        for sign in [
            "evil",
            "<script",
            "javascript",
            "onload",
            "onclick",
            "https:",
            "<?",
            "<!",
        ] {
            assert!(!kept.contains(sign), "{hostile} became {kept}");
        }
    }
}

// UPLOAD-01 UPLOAD-04 UPLOAD-05: small files that would be expensive to render, and files that are not drawings.
#[tokio::test]
async fn a_drawing_that_is_too_expensive_to_render_is_refused() {
    let test = uploads().await;
    let laughs = format!(
        "<!DOCTYPE svg [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;'>]>{OPEN}<text>&b;</text></svg>"
    );
    let file = "<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><svg xmlns='http://www.w3.org/2000/svg'><text>&a;</text></svg>";
    let photograph = "<image href='data:image/png;base64,iVBORw0KGgo='/>";
    for (what, sent) in [
        ("entities", laughs.into_bytes()),
        ("entities", file.as_bytes().to_vec()),
        ("photograph", drawing(photograph)),
        (
            "no image",
            b"<html><svg xmlns='http://www.w3.org/2000/svg'/></html>".to_vec(),
        ),
        ("no image", b"<svg><path d='M0 0'/></svg>".to_vec()),
        ("no image", b"<?xml version='1.0'?>".to_vec()),
        ("damaged", OPEN.as_bytes().to_vec()),
        ("damaged", drawing("<g></rect>")),
        ("damaged", drawing("<text>&#1;</text>")),
        ("damaged", drawing("<g fill='red></g>")),
        (
            "damaged",
            [OPEN.as_bytes(), b"<text>\xff</text></svg>"].concat(),
        ),
    ] {
        let (done, url) = test.send("image/svg+xml", &sent).await;
        let said = message(done, 400);
        assert!(
            said.starts_with("File type error: ") && said.contains(what),
            "{what}: {said}"
        );
        test.test.get(&url).send().await.expect(404);
    }
    let steps = (1..30).map(|step| {
        let below = format!("<use href='#s{}'/>", step - 1).repeat(10);
        format!("<g id='s{step}'>{below}</g>")
    });
    let stairs: String = steps.collect();
    for (what, inside) in [
        ("deep", "<g>".repeat(100) + &"</g>".repeat(100)),
        ("many", "<g/>".repeat(30_000)),
        ("stairs", format!("<rect id='s0'/>{stairs}")),
        ("itself", "<g id='a'><use href='#a'/></g>".to_owned()),
        ("attributes", format!("<g {}/>", "a='' ".repeat(200))),
    ] {
        let (done, _) = test.send("image/svg+xml", &drawing(&inside)).await;
        let said = message(done, 413);
        assert!(said.starts_with("File size error: "), "{what}: {said}");
    }
}
