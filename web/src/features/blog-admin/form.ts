// Form model of an article: fields, validation, tags and paragraphs (document 2 §5 Blog).
import type { Blog } from '../../api/types';

export const MAX_TAGS = 10;
export const TAG_EXISTS = 'Tag already exists';
export const TOO_MANY_TAGS = 'Maximum 10 tags allowed';
export const NO_PARAGRAPH = 'Content must include at least one paragraph';
export const LAST_PARAGRAPH = 'Blog must have at least one paragraph';

export interface BlogForm {
  title: string;
  description: string;
  content: string[];
  thumbnail: string;
  banner: string;
  images: string[];
  tags: string[];
  category: string;
}

export type BlogField = keyof BlogForm;
export type Problems = Partial<Record<BlogField, string>>;

/** In the order of the form: the first field with an error gets the focus. */
export const BLOG_FIELDS: BlogField[] = [
  'title',
  'category',
  'description',
  'content',
  'tags',
  'thumbnail',
  'banner',
  'images',
];

export const EMPTY_FORM: BlogForm = {
  title: '',
  description: '',
  content: [''],
  thumbnail: '',
  banner: '',
  images: [],
  tags: [],
  category: '',
};

export function toBlogForm(blog: Blog): BlogForm {
  return {
    title: blog.title,
    description: blog.description,
    content: blog.content.length > 0 ? blog.content : [''],
    thumbnail: blog.thumbnail,
    banner: blog.banner,
    images: blog.images ?? [],
    tags: blog.tags,
    category: blog.category ?? '',
  };
}

export function isEmpty(form: BlogForm): boolean {
  return JSON.stringify(form) === JSON.stringify(EMPTY_FORM);
}

export function validateBlog(form: BlogForm): Problems {
  const problems: Problems = {};
  if (form.title.trim() === '') problems.title = 'Title is required';
  if (form.description.trim() === '') problems.description = 'Description is required';
  if (!form.content[0]?.trim()) problems.content = NO_PARAGRAPH;
  if (form.thumbnail === '') problems.thumbnail = 'Thumbnail is required';
  if (form.banner === '') problems.banner = 'Banner is required';
  if (form.tags.length > MAX_TAGS) problems.tags = TOO_MANY_TAGS;
  return problems;
}

/** Form values to send: trimmed, without empty paragraphs. */
export function normalizeBlog(form: BlogForm): BlogForm {
  return {
    ...form,
    title: form.title.trim(),
    description: form.description.trim(),
    category: form.category.trim(),
    content: form.content.map((paragraph) => paragraph.trim()).filter((paragraph) => paragraph !== ''),
  };
}

/** The tags with one more, or the error. A blank tag changes nothing. */
export function addTag(tags: readonly string[], typed: string): string[] | { problem: string } {
  const tag = typed.trim();
  if (tag === '') return [...tags];
  if (tags.some((one) => one.toLocaleLowerCase() === tag.toLocaleLowerCase())) return { problem: TAG_EXISTS };
  if (tags.length >= MAX_TAGS) return { problem: TOO_MANY_TAGS };
  return [...tags, tag];
}

/** The content without one paragraph, or the error. */
export function removeParagraph(content: readonly string[], at: number): string[] | { problem: string } {
  if (content.length <= 1) return { problem: LAST_PARAGRAPH };
  return content.filter((_, index) => index !== at);
}

export function moveParagraph(content: readonly string[], from: number, to: number): string[] {
  if (to < 0 || to >= content.length) return [...content];
  const moved = [...content];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}
