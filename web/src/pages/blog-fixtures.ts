// For tests of the blog editor: an article, a draft of it, the open form, and uploads controlled by the test.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { answers, maya, openPage, serve, signedIn } from '../test-server';

export const admin = { ...maya, role: 'admin' as const };
export const DRAFT = `blogDraft:${admin.id}`;

export const blog = {
  _id: 'b1',
  title: 'Tea on the trail',
  description: 'Where to drink it.',
  content: ['Black, with salt.', 'Or with milk.'],
  thumbnail: '/files/blogs/thumbnails/1.webp',
  banner: '/files/blogs/banners/1.webp',
  images: [],
  tags: ['Tea'],
  createdAt: '2026-11-01T06:00:00Z',
  publishedOn: '2026-11-02T06:00:00Z',
  views: 12,
  version: 3,
};
export const filled = {
  title: 'Tea on the trail',
  description: 'Where to drink it.',
  content: ['Black, with salt.'],
  thumbnail: '/files/blogs/thumbnails/1.webp',
  banner: '/files/blogs/banners/1.webp',
  images: [],
  tags: ['Tea'],
  category: '',
};
export const keepFilled = (form: object = {}) =>
  localStorage.setItem(DRAFT, JSON.stringify({ form: { ...filled, ...form }, key: 'k1' }));

/** Records every upload of a test. The test controls its progress and result. */
export class Upload extends EventTarget {
  static all: Upload[] = [];
  status = 0;
  responseText = '';
  body: FormData | null = null;
  headers: Record<string, string> = {};
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  where = '';
  open(method: string, path: string) {
    this.where = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return null;
  }
  send(body: FormData) {
    this.body = body;
    Upload.all.push(this);
  }
  abort() {
    this.onabort?.();
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    act(() => this.onload?.());
  }
}

export const png = (name: string, size = 20) => {
  const file = new File(['x'], name, { type: 'image/png' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
};
export const choose = (input: HTMLElement, ...files: File[]) => fireEvent.change(input, { target: { files } });
/** Waits for the nth upload, because a file is validated before it is sent. */
export const uploadNumber = (count: number) =>
  waitFor(() => Upload.all[count - 1] ?? expect.fail(`${Upload.all.length} on their way`));

export function openCreate(more: Parameters<typeof serve>[0] = {}) {
  const server = serve({ ...answers, ...signedIn(admin), ...more });
  openPage('/admin?section=create-blog');
  return server;
}
export const form = () => screen.findByRole('form', { name: 'Create Blog' });
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
