// Cards of an article: with tag and first paragraph in the list, and large or small with category and date on the
// home page.
import clsx from 'clsx';
import { Link } from 'react-router';
import type { Blog } from '../../api/types';
import { cardLink, useCardTransition } from '../../lib/motion';
import { shorten } from '../../lib/text';
import { paths } from '../../paths';
import { Picture } from '../../ui/Picture';
import { FRAMES } from '../../ui/picture-copies';
import { Skeleton } from '../../ui/States';
import { categoryOf, leadOf, publishedDate, tagOf } from './blogs';
import { DraftBadge } from './DraftBadge';

function Frame({ blog, children, wide = false }: { blog: Blog; children: React.ReactNode; wide?: boolean }) {
  const passage = useCardTransition(paths.blog(blog._id));
  return (
    <article className="group relative flex w-full flex-col has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-glacier has-[a:focus-visible]:outline-offset-4">
      <div
        className={clsx('overflow-hidden rounded-lg bg-stone-deep', wide ? 'aspect-[16/10]' : 'aspect-[3/2]')}
        style={passage.picture}
      >
        <Picture
          src={blog.thumbnail}
          placeholder={blog.placeholders?.[blog.thumbnail]}
          sizes={wide ? FRAMES.storyWide : FRAMES.story}
          className="size-full transition-transform duration-240 group-hover:scale-[1.02]"
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
  // /blogs lists the articles directly below the h1, the home page below an h2.
  const Heading = onOpen ? 'h2' : 'h3';
  const to = paths.blog(blog._id);
  const passage = useCardTransition(to);
  // A plain click opens the dialog. A new tab, crawlers and readers without JavaScript get the article's page.
  const click = (event: React.MouseEvent) => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!onOpen || !plain) return;
    event.preventDefault();
    onOpen(blog._id);
  };
  return (
    <Heading className={clsx('w-fit', className)} style={passage.title}>
      <Link
        {...cardLink(to)}
        onClick={click}
        {...(onOpen && { 'aria-haspopup': 'dialog', 'data-article': blog._id })}
        className="wrap-anywhere outline-none after:absolute after:inset-0 group-hover:text-laligurans"
      >
        {blog.title}
      </Link>
    </Heading>
  );
}

/** `onOpen` replaces the navigation to the article's page on a plain click. */
export function BlogCard({ blog, onOpen }: { blog: Blog; onOpen?: (id: string) => void }) {
  return (
    <Frame blog={blog}>
      <p className="mt-4 flex items-center gap-2 font-semibold text-glacier text-xs tracking-[0.08em]">
        <span className="wrap-anywhere line-clamp-1 min-w-0">{tagOf(blog)}</span>
        <DraftBadge blog={blog} />
      </p>
      <Title blog={blog} onOpen={onOpen} className="mt-1 text-xl" />
      <p className="mt-2 line-clamp-3 text-ink-soft">{leadOf(blog)}</p>
    </Frame>
  );
}

export function BlogCardLarge({ blog, timeZone }: { blog: Blog; timeZone?: string | undefined }) {
  return (
    <Frame blog={blog} wide>
      <Meta blog={blog} timeZone={timeZone} />
      <Title blog={blog} className="mt-1 text-3xl" />
      <p className="mt-3 max-w-measure text-ink-soft">{shorten(leadOf(blog), 220)}</p>
    </Frame>
  );
}

export function BlogCardSmall({ blog, timeZone }: { blog: Blog; timeZone?: string | undefined }) {
  const passage = useCardTransition(paths.blog(blog._id));
  return (
    <article
      className={`group relative ${smallGrid} py-5 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-glacier`}
    >
      <div className="aspect-[3/2] overflow-hidden rounded-sm" style={passage.picture}>
        <Picture
          src={blog.thumbnail}
          placeholder={blog.placeholders?.[blog.thumbnail]}
          sizes={FRAMES.storySmall}
          className="size-full"
        />
      </div>
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
      <DraftBadge blog={blog} />
    </p>
  );
}

export function BlogCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-[3/2] rounded-lg" />
      <div className="mt-4 flex h-[1lh] items-center text-xs">
        <Skeleton className="h-3 w-20" />
      </div>
      <div className="mt-1 flex h-[1lh] items-center text-xl">
        <Skeleton className="h-5 w-4/5" />
      </div>
      <div className="mt-2 flex h-[3lh] flex-col justify-evenly">
        <Skeleton className="h-3.5 w-full" />
        <Skeleton className="h-3.5 w-11/12" />
        <Skeleton className="h-3.5 w-2/3" />
      </div>
    </div>
  );
}

/** Placeholder of the four articles on the home page: one large, three small. */
export function LatestSkeleton() {
  return (
    <>
      <div>
        <Skeleton className="aspect-[16/10] rounded-lg" />
        <div className="mt-4 flex h-[1lh] items-center text-sm">
          <Skeleton className="h-3.5 w-40" />
        </div>
        <div className="mt-1 flex h-[1lh] items-center text-3xl">
          <Skeleton className="h-7 w-3/5" />
        </div>
        <div className="mt-3 flex h-[3lh] flex-col justify-evenly">
          <Skeleton className="h-3.5 w-full" />
          <Skeleton className="h-3.5 w-11/12" />
          <Skeleton className="h-3.5 w-2/3" />
        </div>
      </div>
      <div className="divide-y divide-line border-line border-y lg:grid lg:auto-rows-fr">
        {[1, 2, 3].map((one) => (
          <div key={one} className={`${smallGrid} py-5`}>
            <Skeleton className="aspect-[3/2]" />
            <div className="grid content-start gap-2.5">
              <Skeleton className="h-3.5 w-36" />
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="h-8 w-full max-sm:hidden" />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

const smallGrid = 'grid grid-cols-[7rem_1fr] gap-5 sm:grid-cols-[10rem_1fr]';
