// API calls of the blog administration: list with drafts, read, create, update, delete (document 2 §7).
import { queryOptions } from '@tanstack/react-query';
import { api, requestData, send } from '../../api/client';
import type { Blog } from '../../api/types';
import { blogAnswer, blogListAnswer } from '../../api/validators/site';
import type { BlogForm } from './form';

export const PAGE_SIZE = 10;
export const BLOGS_KEY = 'managed-blogs';

export type StateFilter = 'all' | 'draft' | 'published';

export function managedBlogsQuery(search: string, state: StateFilter, page: number) {
  return queryOptions({
    queryKey: [BLOGS_KEY, 'list', search, state, page],
    queryFn: async ({ signal }) => {
      const query = { page: String(page), limit: String(PAGE_SIZE), state, ...(search && { search }) };
      const call = api.GET('/api/blogs/manage', { params: { query }, signal });
      return await requestData(call, blogListAnswer);
    },
    staleTime: 0,
  });
}

/** Loads an article for editing, always fresh. */
export function oneBlogQuery(id: string) {
  return queryOptions({
    queryKey: [BLOGS_KEY, 'one', id],
    queryFn: async ({ signal }) =>
      (await requestData(api.GET('/api/blogs/{id}', { params: { path: { id } }, signal }), blogAnswer)).blog,
    staleTime: 0,
    gcTime: 0,
  });
}

/** `key` stays the same for every attempt to save the same form, so that a retry creates no second article. */
export async function createBlog(form: BlogForm, publishNow: boolean, key: string): Promise<Blog> {
  const { category, ...fields } = form;
  const body = { ...fields, ...(category && { category }), publishNow };
  const params = { header: { 'Idempotency-Key': key } };
  return (await requestData(api.POST('/api/blogs', { params, body }), blogAnswer)).blog;
}

/** `version` is the version to replace. The server rejects the update if the article was saved since. */
export async function updateBlog(id: string, form: BlogForm, publishNow: boolean, version?: number): Promise<Blog> {
  const { content, tags, images, ...texts } = form;
  const lists = {
    content: JSON.stringify(content),
    tags: JSON.stringify(tags),
    images: JSON.stringify(images),
  };
  // Without `publishNow` the server leaves `publishedOn` unchanged (decision 42).
  const body = {
    ...texts,
    ...lists,
    ...(publishNow && { publishNow: 'true' }),
    ...(version !== undefined && { version }),
  };
  const call = api.PUT('/api/blogs/{id}', { params: { path: { id } }, body, bodySerializer: asForm });
  return (await requestData(call, blogAnswer)).blog;
}

export async function deleteBlog(id: string): Promise<void> {
  await send(api.DELETE('/api/blogs/{id}', { params: { path: { id } } }), 'silent');
}

/** Updates are sent as form data (document 2 §7). */
function asForm(fields: Record<string, unknown>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
  return body;
}
