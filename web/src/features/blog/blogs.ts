// Queries for articles, and the texts of cards and detail pages (document 1 §2 and §8).
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, hasSession, request, requestData } from '../../api/client';
import { initialDataFrom } from '../../api/initial-data';
import type { Blog, BlogList } from '../../api/types';
import { anyResponse, isValid } from '../../api/validate';
import { blogAnswer, blogListAnswer } from '../../api/validators/site';
import { formatDateIn } from '../../lib/dates';
import { readPath } from '../../lib/json';
import pageSizes from './page-sizes.json';

export const HOME_FAILED = 'Failed to fetch blogs';
export const LIST_FAILED = 'Failed to load blogs. Please try again later.';
export const LIST_EMPTY = 'No blog posts found.';
export const DETAIL_FAILED = 'Failed to load blog. Please try again later.';
export const DETAIL_MISSING = 'Blog not found.';
export const MODAL_FAILED = 'Failed to load blog details. Please try again.';
export const MODAL_EMPTY = 'No blog details available.';
export const NO_PARAGRAPH = 'Read more about this exciting blog post...';

/** Shared with the server, so that the initial data in a page matches its first query. */
export const BLOGS_PER_PAGE = pageSizes.all;

/** Highest page number that the server accepts. */
const LAST_PAGE = 1_000_000;

function pageQuery(page: number, limit: number) {
  return queryOptions({
    queryKey: ['blogs', limit, page],
    queryFn: async ({ signal }): Promise<BlogList> => {
      const query = { page: String(page), limit: String(limit), sortBy: 'createdAt', order: 'desc' } as const;
      return await requestData(api.GET('/api/blogs', { signal, params: { query } }), blogListAnswer);
    },
    staleTime: 60_000,
    ...initialDataFrom(
      `/api/blogs?page=${page}&limit=${limit}&sortBy=createdAt&order=desc`,
      blogListAnswer,
      ({ data }) =>
        // An administrator's response contains drafts, so signed-in users fetch their own.
        hasSession() ? undefined : data,
    ),
  });
}

export const latestBlogsQuery = pageQuery(1, pageSizes.home);

/** One page of all articles. */
export const blogsPageQuery = (page: number) => pageQuery(page, BLOGS_PER_PAGE);

/** Page number of the URL; an invalid one counts as 1. */
export function readPage(text: string | null): number {
  const page = Number(text);
  return Number.isInteger(page) && page > 0 ? Math.min(page, LAST_PAGE) : 1;
}

/** null: not found. Every request counts as a view, so it is not repeated while the data is fresh. */
export function blogQuery(id: string) {
  return queryOptions({
    queryKey: ['blog', id],
    queryFn: async ({ signal }): Promise<Blog | null> => {
      try {
        const answer = await request(
          api.GET('/api/blogs/{id}', { signal, params: { path: { id } } }),
          anyResponse,
          'silent',
        );
        // A response without an article is an error; `null` means that there is none.
        if (readPath(answer, 'data', 'blog') === null) return null;
        if (!isValid(blogAnswer, answer)) throw new ApiFailure(200, null);
        return answer.data.blog;
      } catch (failure) {
        if (failure instanceof ApiFailure && failure.status === 404) return null;
        throw failure;
      }
    },
    staleTime: 5 * 60_000,
    ...initialDataFrom(`/api/blogs/${id}`, blogAnswer, ({ data }) => data.blog),
    // The initial data is shown at once and still refetched, because the request counts the view.
    initialDataUpdatedAt: 0,
  });
}

/** Tag above the title of a card: the first one, in capitals. */
export function tagOf(blog: Pick<Blog, 'tags'>): string {
  return blog.tags[0]?.toUpperCase() ?? 'BLOG';
}

/** Category on the home page; without one the first tag (decision 40). */
export function categoryOf(blog: Pick<Blog, 'tags' | 'category'>): string {
  return blog.category ?? blog.tags[0] ?? 'Blog';
}

export function leadOf(blog: Pick<Blog, 'content'>): string {
  return blog.content[0] || NO_PARAGRAPH;
}

/** Thumbnail, banner and the other pictures, without duplicates. */
export function imagesOf(blog: Pick<Blog, 'thumbnail' | 'banner' | 'images'>): string[] {
  return [...new Set([blog.thumbnail, blog.banner, ...(blog.images ?? [])].filter(Boolean))];
}

/** 'Jan 05, 2026'; without publishedOn, createdAt (decision 47). */
export function publishedDate(blog: Pick<Blog, 'publishedOn' | 'createdAt'>, timeZone?: string): string {
  return formatDateIn(blog.publishedOn ?? blog.createdAt, timeZone);
}
