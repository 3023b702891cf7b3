// Articles: the calls, and what a card and a detail page show of one (document 1 §2 and §8).
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, ask } from '../../api/client';
import type { Blog } from '../../api/types';
import { formatDate } from '../../lib/dates';

export const HOME_FAILED = 'Failed to fetch blogs';
export const LIST_FAILED = 'Failed to load blogs. Please try again later.';
export const LIST_EMPTY = 'No blog posts found.';
export const DETAIL_FAILED = 'Failed to load blog. Please try again later.';
export const DETAIL_MISSING = 'Blog not found.';
export const NO_PARAGRAPH = 'Read more about this exciting blog post...';

export const BLOGS_PER_PAGE = 6;

export const latestBlogsQuery = queryOptions({
  queryKey: ['blogs', 'latest'],
  queryFn: async ({ signal }) => {
    const query = { page: '1', limit: '4', sortBy: 'createdAt', order: 'desc' } as const;
    return (await ask(api.GET('/api/blogs', { signal, params: { query } }), 'silent')).data.blogs;
  },
  staleTime: 60_000,
});

export const blogsQuery = queryOptions({
  queryKey: ['blogs'],
  queryFn: async ({ signal }) => (await ask(api.GET('/api/blogs', { signal }), 'silent')).data.blogs,
  staleTime: 60_000,
});

/** null: there is none. Every read counts as a view, so it is not repeated while it is fresh. */
export function blogQuery(id: string) {
  return queryOptions({
    queryKey: ['blog', id],
    queryFn: async ({ signal }): Promise<Blog | null> => {
      try {
        return (await ask(api.GET('/api/blogs/{id}', { signal, params: { path: { id } } }), 'silent')).data.blog;
      } catch (failure) {
        if (failure instanceof ApiFailure && failure.status === 404) return null;
        throw failure;
      }
    },
    staleTime: 5 * 60_000,
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
