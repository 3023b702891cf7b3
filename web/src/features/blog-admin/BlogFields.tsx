// All fields of an article, shared by Create Blog and Edit Blog.
import { useRef } from 'react';
import { Field } from '../../ui/Field';
import { Input, Textarea } from '../../ui/Input';
import type { BlogField, BlogForm, Problems } from './form';
import { GalleryField, PictureField } from './PictureFields';
import { Paragraphs, Tags } from './TextFields';

export type ChangeForm = (change: (form: BlogForm) => BlogForm) => void;

export function BlogFields({
  form,
  problems,
  onChange,
  onBusy,
}: {
  form: BlogForm;
  problems: Problems;
  onChange: ChangeForm;
  /** Number of pictures being uploaded. */
  onBusy: (count: number) => void;
}) {
  const set = <Name extends BlogField>(name: Name, value: BlogForm[Name]) =>
    onChange((now) => ({ ...now, [name]: value }));
  const running = useRef<Partial<Record<BlogField, number>>>({});
  const busy = (name: BlogField) => (count: number) => {
    running.current[name] = count;
    onBusy(Object.values(running.current).reduce((sum, one) => sum + one, 0));
  };
  return (
    <div className="grid min-w-0 gap-6">
      <div data-field="title">
        <Field label="Title" required error={problems.title}>
          <Input value={form.title} maxLength={200} onChange={(event) => set('title', event.target.value)} />
        </Field>
      </div>
      <div data-field="category">
        <Field label="Category" optional error={problems.category} hint="If empty, the first tag is shown.">
          <Input value={form.category} maxLength={50} onChange={(event) => set('category', event.target.value)} />
        </Field>
      </div>
      <div data-field="description">
        <Field label="Description" required error={problems.description}>
          <Textarea rows={3} value={form.description} onChange={(event) => set('description', event.target.value)} />
        </Field>
      </div>
      <div data-field="content">
        <Paragraphs value={form.content} onChange={(content) => set('content', content)} error={problems.content} />
      </div>
      <div data-field="tags">
        <Tags value={form.tags} onChange={(tags) => set('tags', tags)} error={problems.tags} />
      </div>
      <div data-field="thumbnail">
        <PictureField
          label="Thumbnail"
          keyPrefix="blogs/thumbnails"
          value={form.thumbnail}
          error={problems.thumbnail}
          onChange={(url) => set('thumbnail', url)}
          onBusy={busy('thumbnail')}
        />
      </div>
      <div data-field="banner">
        <PictureField
          wide
          label="Banner"
          keyPrefix="blogs/banners"
          value={form.banner}
          error={problems.banner}
          onChange={(url) => set('banner', url)}
          onBusy={busy('banner')}
        />
      </div>
      <div data-field="images">
        <GalleryField
          label="Gallery"
          keyPrefix="blogs/images"
          value={form.images}
          error={problems.images}
          onChange={(change) => onChange((now) => ({ ...now, images: change(now.images) }))}
          onBusy={busy('images')}
        />
      </div>
    </div>
  );
}

/** Focuses the first field with an error, after it was rendered as invalid. */
export function focusFirstError(root: HTMLElement | null) {
  requestAnimationFrame(() => {
    const control = root?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]');
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: 'center' });
  });
}
