//! Articles, achievement figures, exchange rates and metadata.

use domain::achievement::Achievement;
use domain::blog::Blog;
use store::achievements::{self, Shown};
use store::blogs::{self, Page, SortBy};
use store::rates::{self, Rates};
use store::{Db, StoreError, metadata};

use crate::support::{TestDb, hours_ago, id, now};

pub fn blog(title: &str, hours: i64, published: bool) -> Blog {
    Blog {
        id: id(),
        version: 1,
        title: title.to_owned(),
        description: "About a walk".to_owned(),
        content: vec!["First".to_owned(), "Second".to_owned()],
        thumbnail: "/pictures/a.svg".to_owned(),
        banner: "/pictures/b.svg".to_owned(),
        images: vec![],
        tags: vec!["food".to_owned()],
        category: None,
        published_on: published.then(|| hours_ago(hours)),
        created_at: hours_ago(100 - hours),
        views: 0,
    }
}

async fn titles(db: &Db, drafts: bool, sort_by: SortBy, descending: bool) -> Vec<String> {
    let page = Page {
        shown: if drafts {
            blogs::Shown::All
        } else {
            blogs::Shown::Published
        },
        search: String::new(),
        sort_by,
        descending,
        offset: 0,
        limit: 10,
    };
    let (blogs, total) = blogs::list(db, page).await.unwrap();
    assert_eq!(total, blogs.len() as u64);
    blogs.into_iter().map(|blog| blog.title).collect()
}

// API-37: every sort order gives the same result on both databases.
#[tokio::test]
async fn articles_are_sorted_by_each_column_and_drafts_are_hidden() {
    let test = TestDb::start().await;
    for blog in [
        blog("beta", 3, true),
        blog("Alpha", 2, true),
        blog("Éclair", 1, true),
        blog("draft", 9, false),
    ] {
        blogs::insert(&test.db, &blog).await.unwrap();
    }
    let db = &test.db;
    assert_eq!(
        titles(db, false, SortBy::Title, false).await,
        ["Alpha", "beta", "Éclair"]
    );
    assert_eq!(
        titles(db, false, SortBy::PublishedOn, true).await,
        ["Éclair", "Alpha", "beta"]
    );
    assert_eq!(
        titles(db, false, SortBy::CreatedAt, true).await,
        ["beta", "Alpha", "Éclair"]
    );
    assert_eq!(titles(db, true, SortBy::CreatedAt, true).await[0], "draft");
}

#[tokio::test]
async fn a_page_of_articles_contains_the_total() {
    let test = TestDb::start().await;
    for number in 0..5 {
        blogs::insert(&test.db, &blog(&format!("n{number}"), number, true))
            .await
            .unwrap();
    }
    let page = Page {
        shown: blogs::Shown::Published,
        search: String::new(),
        sort_by: SortBy::Title,
        descending: false,
        offset: 3,
        limit: 3,
    };
    let (blogs, total) = blogs::list(&test.db, page).await.unwrap();
    assert_eq!(total, 5);
    assert_eq!(
        blogs.into_iter().map(|blog| blog.title).collect::<Vec<_>>(),
        ["n3", "n4"]
    );
}

// DATA-21: counting readers does not change the article.
#[tokio::test]
async fn readers_are_counted() {
    let test = TestDb::start().await;
    let written = blog("Read me", 1, true);
    blogs::insert(&test.db, &written).await.unwrap();
    let tx = test.db.begin().await.unwrap();
    for views in [1, 2] {
        blogs::add_views(&tx, written.id, views).await.unwrap();
    }
    tx.commit().await.unwrap();
    let read = blogs::find(&test.db, written.id).await.unwrap().unwrap();
    assert_eq!(
        read,
        Blog {
            views: 3,
            ..written
        }
    );
    let error = blogs::insert(&test.db, &blog("READ  me", 1, true))
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::Taken(_)), "{error}");
}

// ACH-01: readers see the visible figures, an administrator all.
#[tokio::test]
async fn hidden_figures_are_shown_to_administrators_only() {
    let test = TestDb::start().await;
    let figures = |visibility| Achievement {
        id: id(),
        experience_yrs: 15,
        no_of_location: 50,
        travel_awards: 25,
        total_clients: 1000,
        visibility,
    };
    let (hidden, visible) = (figures(false), figures(true));
    for one in [&hidden, &visible] {
        achievements::insert(&test.db, one).await.unwrap();
    }
    assert_eq!(
        achievements::list(&test.db, Shown::Visible).await.unwrap(),
        std::slice::from_ref(&visible)
    );
    assert_eq!(
        achievements::list(&test.db, Shown::All).await.unwrap(),
        [hidden, visible]
    );
}

// CURR-02: new rates replace the previous ones.
#[tokio::test]
async fn the_latest_exchange_rates_are_stored() {
    let test = TestDb::start().await;
    assert_eq!(rates::find(&test.db, "USD").await.unwrap(), None);
    for npr in [132.95, 141.5] {
        let rates = Rates {
            rates: [("NPR".to_owned(), npr)].into(),
            as_of: now(),
        };
        rates::save(&test.db, "USD", &rates).await.unwrap();
    }
    assert_eq!(
        rates::find(&test.db, "USD").await.unwrap().unwrap().rates["NPR"],
        141.5
    );
}

#[tokio::test]
async fn metadata_is_stored_and_can_be_replaced() {
    let test = TestDb::start().await;
    assert_eq!(metadata::find(&test.db, "demo").await.unwrap(), None);
    metadata::set(&test.db, "demo", "1").await.unwrap();
    metadata::set(&test.db, "demo", "2").await.unwrap();
    assert_eq!(
        metadata::find(&test.db, "demo").await.unwrap().as_deref(),
        Some("2")
    );
}
