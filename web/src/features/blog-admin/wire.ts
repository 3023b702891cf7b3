// The calls of the blog writers: the list with drafts, one article, create, change, delete (document 2 §7).
import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, api, ask } from '../../api/client';
import type { Blog } from '../../api/types';
import type { BlogForm } from './form';

export const ON_A_PAGE = 10;
export const BLOGS_KEY = 'managed-blogs';

export type StateFilter = 'all' | 'draft' | 'published';

export interface ManagedBlogs {
  blogs: Blog[];
  total: number;
}

type Call = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
const get: Call = (path, init) => (api.GET as unknown as Call)(path, init);
const post: Call = (path, init) => (api.POST as unknown as Call)(path, init);
const put: Call = (path, init) => (api.PUT as unknown as Call)(path, init);
const erase: Call = (path, init) => (api.DELETE as unknown as Call)(path, init);

export function managedBlogsQuery(search: string, state: StateFilter, page: number) {
  return queryOptions({
    queryKey: [BLOGS_KEY, 'list', search, state, page],
    queryFn: async ({ signal }): Promise<ManagedBlogs> => {
      const query = { page: String(page), limit: String(ON_A_PAGE), state, ...(search && { search }) };
      const answer = await ask(get('/api/blogs/manage', { params: { query }, signal }), 'silent');
      const data = dataOf<Partial<ManagedBlogs>>(answer);
      if (!Array.isArray(data?.blogs)) throw new ApiFailure(0, null);
      return { blogs: data.blogs, total: data.total ?? data.blogs.length };
    },
    staleTime: 0,
  });
}

/** null: there is none any more. */
export function oneBlogQuery(id: string) {
  return queryOptions({
    queryKey: [BLOGS_KEY, 'one', id],
    queryFn: async ({ signal }): Promise<Blog> => {
      const answer = await ask(get('/api/blogs/{id}', { params: { path: { id } }, signal }), 'silent');
      return blogOf(answer);
    },
    // What is edited is what is stored now.
    staleTime: 0,
    gcTime: 0,
  });
}

/** `key` is the same for each try to save the same form: a second one makes no second article. */
export async function createBlog(form: BlogForm, publishNow: boolean, key: string): Promise<Blog> {
  const { category, ...fields } = form;
  const body = { ...fields, ...(category && { category }), publishNow };
  return blogOf(await ask(post('/api/blogs', { body, headers: { 'Idempotency-Key': key } }), 'silent'));
}

export async function updateBlog(id: string, form: BlogForm, publishNow: boolean): Promise<Blog> {
  const body = new FormData();
  for (const field of ['title', 'description', 'thumbnail', 'banner', 'category'] as const)
    body.set(field, form[field]);
  for (const field of ['content', 'tags', 'images'] as const) body.set(field, JSON.stringify(form[field]));
  // Left out, it leaves `publishedOn` as it is (decision 42).
  if (publishNow) body.set('publishNow', 'true');
  return blogOf(await ask(put('/api/blogs/{id}', { params: { path: { id } }, body }), 'silent'));
}

export async function deleteBlog(id: string): Promise<void> {
  await ask(erase('/api/blogs/{id}', { params: { path: { id } } }), 'silent');
}

function dataOf<Data>(answer: unknown): Data | undefined {
  return (answer as { data?: Data } | null | undefined)?.data;
}

/** An answer that holds no article is not a success that could be shown. */
function blogOf(answer: unknown): Blog {
  const blog = dataOf<{ blog?: Blog }>(answer)?.blog;
  if (typeof blog?._id !== 'string') throw new ApiFailure(0, null);
  return blog;
}
