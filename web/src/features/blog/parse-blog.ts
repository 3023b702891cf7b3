// Reads articles out of what the server answered: a blank where something is missing, nothing where it is no article.
import type { Blog } from '../../api/types';

type Loose = Record<string, unknown>;

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const texts = (value: unknown) =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one.trim() !== '') : [];

/** null: too little to show, or nothing at all. */
export function parseBlog(value: unknown): Blog | null {
  if (!isObject(value) || !text(value._id) || !text(value.title)) return null;
  const views = Number(value.views);
  return {
    _id: text(value._id),
    title: text(value.title),
    description: text(value.description),
    content: texts(value.content),
    thumbnail: text(value.thumbnail),
    banner: text(value.banner),
    images: texts(value.images),
    tags: texts(value.tags),
    ...(text(value.category) && { category: text(value.category) }),
    ...(text(value.publishedOn) && { publishedOn: text(value.publishedOn) }),
    createdAt: text(value.createdAt),
    ...(isObject(value.placeholders) && { placeholders: value.placeholders as Record<string, string> }),
    views: Number.isFinite(views) && views > 0 ? views : 0,
  };
}

export interface BlogList {
  blogs: Blog[];
  /** On all pages. */
  total: number;
}

/** null: the answer has no list. What is no article is left out of it. */
export function parseBlogList(data: unknown): BlogList | null {
  if (!isObject(data) || !Array.isArray(data.blogs)) return null;
  const blogs = data.blogs.map(parseBlog).filter((blog) => blog !== null);
  const total = Number(data.total);
  return { blogs, total: Number.isInteger(total) && total >= blogs.length ? total : blogs.length };
}
