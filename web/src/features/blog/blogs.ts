// Articles: the calls, and what a card and a detail page show of one (document 1 §2 and §8).
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, ask, hasSession } from '../../api/client';
import { initialDataFrom } from '../../api/initial-data';
import type { Blog } from '../../api/types';
import { formatDate } from '../../lib/dates';
import { readPath } from '../../lib/json';
import pageSizes from './page-sizes.json';
import { type BlogList, parseBlog, parseBlogList } from './parse-blog';

export const HOME_FAILED = 'Failed to fetch blogs';
export const LIST_FAILED = 'Failed to load blogs. Please try again later.';
export const LIST_EMPTY = 'No blog posts found.';
export const DETAIL_FAILED = 'Failed to load blog. Please try again later.';
export const DETAIL_MISSING = 'Blog not found.';
export const MODAL_FAILED = 'Failed to load blog details. Please try again.';
export const MODAL_EMPTY = 'No blog details available.';
export const NO_PARAGRAPH = 'Read more about this exciting blog post...';

/** The server reads the same file: what it puts into a page must be what the page asks for. */
export const BLOGS_PER_PAGE = pageSizes.all;

/** The most that the server counts to. */
const LAST_PAGE = 1_000_000;

function pageQuery(page: number, limit: number) {
  return queryOptions({
    queryKey: ['blogs', limit, page],
    queryFn: async ({ signal }): Promise<BlogList> => {
      const query = { page: String(page), limit: String(limit), sortBy: 'createdAt', order: 'desc' } as const;
      const answer: unknown = await ask(api.GET('/api/blogs', { signal, params: { query } }), 'silent');
      const list = parseBlogList(readPath(answer, 'data'));
      if (!list) throw new ApiFailure(0, null);
      return list;
    },
    staleTime: 60_000,
    ...initialDataFrom(`/api/blogs?page=${page}&limit=${limit}&sortBy=createdAt&order=desc`, (answer) =>
      // An administrator's list has drafts in it.
      hasSession() ? undefined : (parseBlogList(readPath(answer, 'data')) ?? undefined),
    ),
  });
}

export const latestBlogsQuery = pageQuery(1, pageSizes.home);

/** One page of all articles: an agency that wrote hundreds does not send them all for six cards. */
export const blogsPageQuery = (page: number) => pageQuery(page, BLOGS_PER_PAGE);

/** The page that an address asks for; what is no page is the first. */
export function readPage(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page > 0 ? Math.min(page, LAST_PAGE) : 1;
}

/** null: there is none. Every read counts as a view, so it is not repeated while it is fresh. */
export function blogQuery(id: string) {
  return queryOptions({
    queryKey: ['blog', id],
    queryFn: async ({ signal }): Promise<Blog | null> => {
      try {
        const answer: unknown = await ask(api.GET('/api/blogs/{id}', { signal, params: { path: { id } } }), 'silent');
        const written = readPath(answer, 'data', 'blog');
        // An answer without an article is not the same as an answer that there is none.
        if (written === null) return null;
        const blog = parseBlog(written);
        if (!blog) throw new ApiFailure(0, null);
        return blog;
      } catch (failure) {
        if (failure instanceof ApiFailure && failure.status === 404) return null;
        throw failure;
      }
    },
    staleTime: 5 * 60_000,
    ...initialDataFrom(`/api/blogs/${id}`, (answer) => parseBlog(readPath(answer, 'data', 'blog')) ?? undefined),
    // Drawn at once and asked for all the same: the call is what counts the reader.
    initialDataUpdatedAt: 0,
  });
}

/** Over the title of a card on the list: the first tag, in capitals. */
export function tagOf(blog: Pick<Blog, 'tags'>): string {
  return blog.tags[0]?.toUpperCase() ?? 'BLOG';
}

/** On home: the category; without one the first tag (decision 40). */
export function categoryOf(blog: Pick<Blog, 'tags' | 'category'>): string {
  return blog.category ?? blog.tags[0] ?? 'Blog';
}

export function leadOf(blog: Pick<Blog, 'content'>): string {
  return blog.content[0] || NO_PARAGRAPH;
}

/** Thumbnail, then the banner if it differs, then the others; each once. */
export function imagesOf(blog: Pick<Blog, 'thumbnail' | 'banner' | 'images'>): string[] {
  return [...new Set([blog.thumbnail, blog.banner, ...(blog.images ?? [])].filter(Boolean))];
}

/** 'Jan 05, 2026'; without publishedOn, createdAt (decision 47). */
export function publishedDate(blog: Pick<Blog, 'publishedOn' | 'createdAt'>, timeZone?: string): string {
  return formatDate(blog.publishedOn ?? blog.createdAt, timeZone);
}
