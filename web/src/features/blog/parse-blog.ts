// Parses articles of a response: missing fields become blank, invalid articles are dropped.
import type { Blog } from '../../api/types';
import { isObject, readString, readStrings } from '../../lib/json';

/** null when id or title is missing. */
export function parseBlog(value: unknown): Blog | null {
  if (!isObject(value) || !readString(value._id) || !readString(value.title)) return null;
  const views = Number(value.views);
  return {
    _id: readString(value._id),
    title: readString(value.title),
    description: readString(value.description),
    content: readStrings(value.content),
    thumbnail: readString(value.thumbnail),
    banner: readString(value.banner),
    images: readStrings(value.images),
    tags: readStrings(value.tags),
    ...(readString(value.category) && { category: readString(value.category) }),
    ...(readString(value.publishedOn) && { publishedOn: readString(value.publishedOn) }),
    createdAt: readString(value.createdAt),
    ...(isObject(value.placeholders) && { placeholders: value.placeholders as Record<string, string> }),
    views: Number.isFinite(views) && views > 0 ? views : 0,
  };
}

export interface BlogList {
  blogs: Blog[];
  /** Across all pages. */
  total: number;
}

/** null when the response has no list. Invalid entries are dropped. */
export function parseBlogList(data: unknown): BlogList | null {
  if (!isObject(data) || !Array.isArray(data.blogs)) return null;
  const blogs = data.blogs.map(parseBlog).filter((blog) => blog !== null);
  const total = Number(data.total);
  return { blogs, total: Number.isInteger(total) && total >= blogs.length ? total : blogs.length };
}
