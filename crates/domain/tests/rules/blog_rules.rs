//! Validation and normalisation of articles (document 2 §5).

use chrono::{DateTime, TimeDelta};
use domain::blog::Blog;
use domain::problem::Problem;
use uuid::Uuid;

fn blog() -> Blog {
    Blog {
        id: Uuid::nil(),
        version: 1,
        title: "Tea".to_owned(),
        description: "On tea".to_owned(),
        content: vec!["Once".to_owned()],
        thumbnail: "/pictures/a.svg".to_owned(),
        banner: "https://pictures.example/b.jpg".to_owned(),
        images: vec![],
        tags: vec![],
        category: None,
        published_on: None,
        created_at: DateTime::UNIX_EPOCH,
        views: 0,
    }
}

fn fields(problems: &[Problem]) -> Vec<&str> {
    problems
        .iter()
        .map(|problem| problem.field.as_str())
        .collect()
}

// BLOGADM-16 BLOGADM-17 BLOGADM-35 BLOGADM-36 BLOGADM-37: the five required fields of an article.
#[test]
fn blank_fields_are_missing_and_every_missing_field_is_named() {
    let blank = || " \n".to_owned();
    let article = Blog {
        title: blank(),
        description: blank(),
        content: vec![blank(), blank()],
        thumbnail: blank(),
        banner: blank(),
        ..blog()
    };
    let missing = article.trimmed().check_missing();
    let all = ["title", "description", "content", "thumbnail", "banner"];
    assert_eq!(fields(&missing), all);
    let content = "Content must include at least one paragraph";
    assert_eq!(missing[2].message, content);
    assert!(blog().check_missing().is_empty());
}

// BLOGADM-19 BLOGADM-20: at most ten tags; duplicates are found whatever their case.
#[test]
fn an_article_has_at_most_ten_tags_and_no_duplicates() {
    let tags = |words: &[&str]| Blog {
        tags: words.iter().map(|word| (*word).to_owned()).collect(),
        ..blog()
    };
    let twice = tags(&["tea", " Tea ", "", "yak"]).trimmed();
    assert_eq!(twice.tags, ["tea", "Tea", "yak"]);
    assert_eq!(fields(&twice.check()), ["tags[1]"]);
    assert_eq!(twice.check()[0].message, "Tag already exists");
    let words = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];
    assert!(tags(&words[..10]).check().is_empty());
    assert_eq!(tags(&words).check()[0].message, "Maximum 10 tags allowed");
}

#[test]
fn a_picture_has_an_address_that_a_page_can_show() {
    let article = Blog {
        thumbnail: "javascript:alert(1)".to_owned(),
        images: vec!["data:text/html,x".to_owned(), "/pictures/a.svg".to_owned()],
        ..blog()
    };
    assert_eq!(fields(&article.check()), ["thumbnail", "images[0]"]);
}

// BLOGADM-08: publishing again keeps the date.
#[test]
fn an_article_is_published_once() {
    let mut article = blog();
    article.publish(DateTime::UNIX_EPOCH);
    article.publish(DateTime::UNIX_EPOCH + TimeDelta::days(1));
    assert_eq!(article.published_on, Some(DateTime::UNIX_EPOCH));
}
