// Somebody else saved the article while it was open here: what differs, and whose of it stays (decisions §10).
import type { Blog } from '../../api/types';
import { Button } from '../../ui/Button';
import { BLOG_FIELDS, type BlogField, type BlogForm, formOf } from './form';

const NAMES: Record<BlogField, string> = {
  title: 'Title',
  category: 'Category',
  description: 'Description',
  content: 'Paragraphs',
  tags: 'Tags',
  thumbnail: 'Thumbnail',
  banner: 'Banner',
  images: 'Gallery',
};

interface StaleProps {
  mine: BlogForm;
  theirs: Blog;
  onMine: () => void;
  onTheirs: () => void;
}

export function Stale({ mine, theirs, onMine, onTheirs }: StaleProps) {
  const other = formOf(theirs);
  const differing = BLOG_FIELDS.filter((field) => JSON.stringify(mine[field]) !== JSON.stringify(other[field]));
  return (
    <div role="alert" className="grid gap-3 rounded-sm bg-sunk px-3.5 py-3 text-sm">
      <p className="font-semibold">Somebody else saved this blog</p>
      <p>
        It was changed while you were editing it. Nothing was overwritten.
        {differing.length > 0 && ` Different from yours: ${differing.map((field) => NAMES[field]).join(', ')}.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" onClick={onMine}>
          Save mine
        </Button>
        <Button size="sm" variant="secondary" onClick={onTheirs}>
          Take theirs
        </Button>
      </div>
    </div>
  );
}
