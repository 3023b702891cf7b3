// Conflict: another editor saved the article while it was open here, and both changed the same fields (decisions
// §10).
// Changes of different fields were merged already.
import { useRef, useState } from 'react';
import { type Merged, merge, type Path } from '../../lib/merge';
import { Button } from '../../ui/Button';
import { type Choices, Collisions, focusFirstUnchosen } from '../../ui/Collisions';
import type { BlogField, BlogForm } from './form';

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

export interface BlogVersions {
  /** The common version that both started from. */
  base: BlogForm;
  mine: BlogForm;
  theirs: BlogForm;
}

export function mergeBlogs({ base, mine, theirs }: BlogVersions, chosen?: Choices): Merged<BlogForm> {
  return merge(base, mine, theirs, chosen ? { chosen } : {});
}

export const fieldNames = (paths: readonly Path[]) => paths.map(([field]) => NAMES[field as BlogField]);

const textOf = (value: unknown) =>
  (Array.isArray(value) ? value.join(value.some((one) => one.length > 40) ? '\n\n' : ', ') : String(value)) || 'Empty';

interface StaleProps {
  versions: BlogVersions;
  onMerged: (merged: Merged<BlogForm>) => void;
}

const NO_CHOICES: Choices = new Map();

export function BlogConflict({ versions, onMerged }: StaleProps) {
  const box = useRef<HTMLElement>(null);
  const [chosen, setChosen] = useState(NO_CHOICES);
  const [incomplete, setIncomplete] = useState(false);
  const list = mergeBlogs(versions).collisions.map(({ id, path, mine, theirs }) => ({
    id,
    field: fieldNames([path])[0] ?? '',
    mine: textOf(mine),
    theirs: textOf(theirs),
  }));
  const save = () => {
    if (!focusFirstUnchosen(box.current)) return onMerged(mergeBlogs(versions, chosen));
    setIncomplete(true);
  };
  return (
    <section ref={box} aria-label="Changed by both of you" className="rounded-sm bg-sunk px-3.5 py-3 text-sm">
      <div role="alert" className="mb-3">
        <p className="font-semibold">Somebody else saved this blog</p>
        <p>You both changed the same fields. Choose which version to keep. Nothing was overwritten.</p>
      </div>
      <div className="max-h-[45vh] overflow-y-auto">
        <Collisions list={list} chosen={chosen} onChoose={setChosen} incomplete={incomplete} />
      </div>
      <Button size="sm" className="mt-4" onClick={save}>
        Save merged blog
      </Button>
    </section>
  );
}
