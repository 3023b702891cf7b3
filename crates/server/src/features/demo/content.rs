//! Achievements and articles of the demo.

use chrono::TimeDelta;
use domain::achievement::Achievement;
use domain::blog::Blog;
use serde::Deserialize;
use store::Tx;
use store::achievements::{self, Shown};
use store::blogs;

use super::{Calendar, broken, pictures};
use crate::platform::app::StartError;

const ACHIEVEMENTS: &str = include_str!("../../../../../demo/achievements.json");
const BLOGS: &str = include_str!("../../../../../demo/blogs.json");
pub const FILES: [&str; 2] = [ACHIEVEMENTS, BLOGS];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    experience_yrs: u32,
    no_of_location: u32,
    travel_awards: u32,
    total_clients: u32,
    visibility: bool,
}

/// Dates count back from the first load. Without `published_days_ago` the article is a draft.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Article {
    key: String,
    title: String,
    description: String,
    content: Vec<String>,
    thumbnail: String,
    banner: String,
    images: Vec<String>,
    tags: Vec<String>,
    category: Option<String>,
    published_days_ago: Option<i64>,
    created_days_ago: Option<i64>,
    views: u64,
}

pub(crate) async fn load(tx: &Tx, calendar: Calendar) -> Result<(), StartError> {
    load_achievements(tx, calendar).await?;
    load_blogs(tx, calendar).await
}

async fn load_blogs(tx: &Tx, calendar: Calendar) -> Result<(), StartError> {
    let articles: Vec<Article> = serde_json::from_str(BLOGS).map_err(broken)?;
    for article in articles {
        let days = article
            .published_days_ago
            .or(article.created_days_ago)
            .unwrap_or_default();
        let made = calendar.before(TimeDelta::days(days));
        let blog = Blog {
            id: calendar.id(made, &format!("blog/{}", article.key)),
            version: 1,
            title: article.title,
            description: article.description,
            content: article.content,
            thumbnail: article.thumbnail,
            banner: article.banner,
            images: article.images,
            tags: article.tags,
            category: article.category,
            published_on: article.published_days_ago.map(|_| made),
            created_at: made,
            views: article.views,
        };
        match blogs::find(tx, blog.id).await? {
            None => blogs::insert(tx, &blog).await?,
            Some(blog) => rename_pictures(tx, blog).await?,
        }
    }
    Ok(())
}

/// Renames the pictures of articles that an older version loaded.
async fn rename_pictures(tx: &Tx, mut blog: Blog) -> Result<(), StartError> {
    let single = [&mut blog.thumbnail, &mut blog.banner].into_iter();
    let all = single.chain(&mut blog.images);
    if all.map(pictures::rename).filter(|renamed| *renamed).count() > 0 {
        blog.version += 1;
        blogs::update(tx, &blog).await?;
    }
    Ok(())
}

async fn load_achievements(tx: &Tx, calendar: Calendar) -> Result<(), StartError> {
    let figures: Vec<Figures> = serde_json::from_str(ACHIEVEMENTS).map_err(broken)?;
    let known = achievements::list(tx, Shown::All).await?;
    for (index, figures) in figures.into_iter().enumerate() {
        let id = calendar.id(
            calendar.before(TimeDelta::days(200)),
            &format!("achievement/{index}"),
        );
        if known.iter().any(|achievement| achievement.id == id) {
            continue;
        }
        let achievement = Achievement {
            id,
            experience_yrs: figures.experience_yrs,
            no_of_location: figures.no_of_location,
            travel_awards: figures.travel_awards,
            total_clients: figures.total_clients,
            visibility: figures.visibility,
        };
        achievements::insert(tx, &achievement).await?;
    }
    Ok(())
}
