// Dialog with an article above the list, in four states: loading, failed, not found, shown (document 1 §2 and §8).
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { tell } from '../../api/client';
import type { Blog } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { plural } from '../../lib/text';
import { paths } from '../../paths';
import { ButtonLink } from '../../ui/Button';
import { Carousel } from '../../ui/Carousel';
import { Dialog } from '../../ui/Dialog';
import { Picture } from '../../ui/Picture';
import { isIllustration } from '../../ui/picture-copies';
import { Badge, EmptyState, ErrorState, Skeleton } from '../../ui/States';
import { blogQuery, imagesOf, MODAL_EMPTY, MODAL_FAILED, publishedDate } from './blogs';
import { DraftBadge } from './DraftBadge';

export function BlogDialog({
  id,
  title,
  onClose,
}: {
  id: string;
  /** Title of the card, if it is on the page. Names the dialog before the article has loaded. */
  title?: string | undefined;
  onClose: () => void;
}) {
  const blog = useQuery(blogQuery(id));
  useEffect(() => {
    if (blog.error && !blog.data) tell(blog.error, { say: MODAL_FAILED });
  }, [blog.error, blog.data]);
  const shown = blog.data;
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      returnTo={() => document.querySelector<HTMLElement>(`[data-article="${CSS.escape(id)}"]`)}
      title={<span className="wrap-anywhere">{shown?.title ?? title ?? 'Article'}</span>}
      footer={
        shown && (
          <ButtonLink variant="secondary" to={paths.blog(shown._id)}>
            Open full page
          </ButtonLink>
        )
      }
    >
      {shown ? (
        <Article blog={shown} />
      ) : blog.isPending ? (
        <Loading />
      ) : blog.isError ? (
        <ErrorState title={MODAL_FAILED} onRetry={() => void blog.refetch()} retrying={blog.isFetching} />
      ) : (
        <EmptyState title={MODAL_EMPTY} />
      )}
    </Dialog>
  );
}

function Loading() {
  return (
    <div aria-busy="true">
      <span role="status" className="sr-only">
        Loading the article
      </span>
      <Skeleton className="aspect-[16/9] rounded-lg" />
      <Skeleton className="mt-6 h-5 w-1/3" />
      <Skeleton className="mt-4 h-24 w-full" />
    </div>
  );
}

function Article({ blog }: { blog: Blog }) {
  const timeZone = useConfig()?.timezone;
  const pictures = imagesOf(blog);
  const date = publishedDate(blog, timeZone);
  return (
    <article>
      {pictures.length > 0 && (
        <Carousel
          key={blog._id}
          loop
          label={`Pictures of ${blog.title}`}
          slides={pictures.map((picture, index) => ({
            key: picture,
            content: (
              <div className="relative">
                <Picture
                  src={picture}
                  placeholder={blog.placeholders?.[picture]}
                  eager={index === 0}
                  sizes="(min-width: 56rem) 53rem, 100vw"
                  alt={`Picture ${index + 1} of ${pictures.length}`}
                  className="aspect-[16/9] max-h-[44dvh] w-full"
                />
                {isIllustration(picture) && (
                  <span className="absolute top-3 left-3 rounded-sm bg-night/80 px-2 py-0.5 text-snow text-xs">
                    Illustration
                  </span>
                )}
              </div>
            ),
          }))}
        />
      )}
      <div className="figures mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft text-sm">
        <DraftBadge blog={blog} />
        {date && <span>{date}</span>}
        <span>{plural(blog.views, 'view')}</span>
        {blog.tags.length > 0 && (
          <ul aria-label="Tags" className="flex flex-wrap gap-2">
            {[...new Set(blog.tags)].map((tag) => (
              <li key={tag}>
                <Badge>{tag}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="wrap-anywhere mt-5 max-w-measure font-medium text-lg">{blog.description}</p>
      <div className="wrap-anywhere mt-4 max-w-measure space-y-4">
        {blog.content.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a published text keep their order
          <p key={index}>{paragraph}</p>
        ))}
      </div>
    </article>
  );
}
