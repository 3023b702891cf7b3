//! Blogs, achievements and subscribers: their fields and JSON.

use domain::achievement::Achievement;
use domain::blog::Blog;
use domain::newsletter::Subscriber;
use serde_json::json;

use crate::sample::moment;

const ID: &str = "00000000-0000-0000-0000-000000000001";

fn draft() -> Blog {
    serde_json::from_value(json!({
        "id": ID, "title": "Altitude", "description": "Go slowly", "content": ["One", "Two"],
        "thumbnail": "/t.svg", "banner": "/b.svg", "createdAt": "2026-11-20T06:00:00Z",
    }))
    .expect("a blog")
}

#[test]
fn a_blog_without_a_date_of_publication_is_a_draft() {
    let mut blog = draft();
    assert!(!blog.is_published());
    blog.published_on = Some(moment());
    assert!(blog.is_published());
}

#[test]
fn a_blog_is_filed_under_its_category_or_else_its_first_tag() {
    let mut blog = draft();
    assert_eq!(blog.display_category(), None);
    blog.tags = vec!["Health".to_owned(), "Gear".to_owned()];
    assert_eq!(blog.display_category(), Some("Health"));
    blog.category = Some("Advice".to_owned());
    assert_eq!(blog.display_category(), Some("Advice"));
}

// DATA-21: the fields of a blog.
#[test]
fn blogs_achievements_and_subscribers_survive_a_json_round_trip() {
    let mut blog = draft();
    blog.published_on = Some(moment());
    blog.views = 12;
    let json = serde_json::to_value(&blog).expect("json");
    assert_eq!(json["publishedOn"], "2026-11-20T06:00:00Z");
    assert_eq!(serde_json::from_value::<Blog>(json).expect("a blog"), blog);
    let written = json!({
        "id": ID, "experienceYrs": 18, "noOfLocation": 42, "travelAwards": 7,
        "totalClients": 9300, "visibility": true,
    });
    let achievement: Achievement = serde_json::from_value(written.clone()).expect("an achievement");
    assert_eq!(serde_json::to_value(achievement).expect("json"), written);
    let written =
        json!({"id": ID, "email": "maya@chautari.example", "createdAt": "2026-11-20T06:00:00Z"});
    let subscriber: Subscriber = serde_json::from_value(written.clone()).expect("a subscriber");
    assert_eq!(serde_json::to_value(subscriber).expect("json"), written);
}
