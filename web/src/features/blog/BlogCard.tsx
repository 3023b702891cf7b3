// An article as a card: on the list with tag and first paragraph, on home large or small with category and date.
import clsx from 'clsx';
import { Link } from 'react-router';
import type { Blog } from '../../api/types';
import { shorten } from '../../lib/text';
import { paths } from '../../paths';
import { Picture } from '../../ui/Picture';
import { Skeleton } from '../../ui/States';
import { categoryOf, leadOf, publishedDate, tagOf } from './blogs';
import { DraftMark } from './DraftMark';

function Frame({ blog, children, wide = false }: { blog: Blog; children: React.ReactNode; wide?: boolean }) {
  return (
    <article className="group relative flex w-full flex-col has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-glacier has-[a:focus-visible]:outline-offset-4">
      <div className={clsx('overflow-hidden rounded-lg bg-stone-deep', wide ? 'aspect-[16/10]' : 'aspect-[3/2]')}>
        <Picture
          src={blog.thumbnail}
          sizes={wide ? '(min-width: 64rem) 36rem, 100vw' : '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw'}
          className="size-full transition-transform duration-500 group-hover:scale-[1.025]"
        />
      </div>
      {children}
    </article>
  );
}

function Title({
  blog,
  className,
  onOpen,
}: {
  blog: Blog;
  className: string;
  onOpen?: ((id: string) => void) | undefined;
}) {
  // A plain click opens the article over the list; a new tab, a crawler and a reader without scripts get its page.
  const click = (event: React.MouseEvent) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!onOpen || !plain) return;
    event.preventDefault();
    onOpen(blog._id);
  };
  return (
    <h3 className={className}>
      <Link
        to={paths.blog(blog._id)}
        onClick={click}
        {...(onOpen && { 'aria-haspopup': 'dialog', 'data-article': blog._id })}
        className="outline-none after:absolute after:inset-0 group-hover:text-laligurans"
      >
        {blog.title}
      </Link>
    </h3>
  );
}

/** `onOpen`: what a click does instead of going to the article's page. */
export function BlogCard({ blog, onOpen }: { blog: Blog; onOpen?: (id: string) => void }) {
  return (
    <Frame blog={blog}>
      <p className="mt-4 flex items-center gap-2 font-semibold text-glacier text-xs tracking-[0.08em]">
        {tagOf(blog)}
        <DraftMark blog={blog} />
      </p>
      <Title blog={blog} onOpen={onOpen} className="mt-1 text-xl" />
      <p className="mt-2 line-clamp-3 text-ink-soft">{leadOf(blog)}</p>
    </Frame>
  );
}

export function BlogLead({ blog, timeZone }: { blog: Blog; timeZone?: string | undefined }) {
  return (
    <Frame blog={blog} wide>
      <Meta blog={blog} timeZone={timeZone} />
      <Title blog={blog} className="mt-1 text-3xl" />
      <p className="mt-3 max-w-measure text-ink-soft">{shorten(leadOf(blog), 220)}</p>
    </Frame>
  );
}

export function BlogSmall({ blog, timeZone }: { blog: Blog; timeZone?: string | undefined }) {
  return (
    <article className="group relative grid grid-cols-[7rem_1fr] gap-5 py-5 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-glacier sm:grid-cols-[10rem_1fr]">
      <Picture src={blog.thumbnail} sizes="10rem" className="aspect-[3/2] w-full rounded-sm" />
      <div className="min-w-0">
        <Meta blog={blog} timeZone={timeZone} className="mt-0" />
        <Title blog={blog} className="mt-1 text-xl" />
        <p className="mt-1 line-clamp-2 text-ink-soft text-sm max-sm:hidden">{blog.description}</p>
      </div>
    </article>
  );
}

function Meta({
  blog,
  timeZone,
  className = 'mt-4',
}: {
  blog: Blog;
  timeZone?: string | undefined;
  className?: string;
}) {
  return (
    <p className={clsx('figures text-ink-soft text-sm', className)}>
      <span className="font-semibold text-glacier">{categoryOf(blog)}</span> · {publishedDate(blog, timeZone)}{' '}
      <DraftMark blog={blog} />
    </p>
  );
}

export function BlogCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-[3/2] rounded-lg" />
      <Skeleton className="mt-4 h-4 w-20" />
      <Skeleton className="mt-2 h-6 w-4/5" />
      <Skeleton className="mt-2 h-16 w-full" />
    </div>
  );
}
