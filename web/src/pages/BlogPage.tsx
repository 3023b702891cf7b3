// One article: banner, tags, title, date, views, paragraphs, pictures (document 1 §2).
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { tell } from '../api/client';
import { useConfig } from '../api/useConfig';
import { blogQuery, DETAIL_FAILED, DETAIL_MISSING, publishedDate } from '../features/blog/blogs';
import { DraftMark } from '../features/blog/DraftMark';
import { plural } from '../lib/text';
import { paths } from '../paths';
import { ButtonLink } from '../ui/Button';
import { Picture } from '../ui/Picture';
import { Badge, EmptyState, ErrorState, Skeleton } from '../ui/States';
import { PageHead } from './PageHead';

export function BlogPage() {
  const { id = '' } = useParams();
  const blog = useQuery(blogQuery(id));
  const timeZone = useConfig()?.timezone;
  useEffect(() => {
    // An article that came with the page stands, whatever becomes of the call that counts its reader.
    if (blog.error && !blog.data) tell(blog.error, { say: DETAIL_FAILED });
  }, [blog.error, blog.data]);

  if (blog.isPending) {
    return (
      <div aria-busy="true" className="page-width max-w-4xl pt-12">
        <Skeleton className="h-12 w-3/4" />
        <Skeleton className="mt-6 aspect-[16/8] w-full rounded-lg" />
        <Skeleton className="mt-8 h-40 w-full" />
      </div>
    );
  }
  if (blog.isError && !blog.data) {
    return (
      <div className="page-width pt-16">
        <ErrorState title={DETAIL_FAILED} onRetry={() => void blog.refetch()} retrying={blog.isFetching} />
      </div>
    );
  }
  if (!blog.data) {
    return (
      <div className="page-width pt-10">
        <EmptyState
          title={DETAIL_MISSING}
          action={
            <ButtonLink variant="secondary" to={paths.blogs}>
              All articles
            </ButtonLink>
          }
        />
      </div>
    );
  }
  const { title, description, banner, tags, content, images, views } = blog.data;
  const pictures = (images ?? []).filter((image) => image !== banner);
  return (
    <article className="page-width pt-10 md:pt-14">
      <PageHead title={title} description={description} />
      <header className="mx-auto max-w-3xl">
        <Link
          to={paths.blogs}
          className="inline-flex min-h-11 items-center font-semibold text-glacier underline-offset-4 hover:underline"
        >
          Blogs
        </Link>
        <h1 className="mt-2 text-5xl">{title}</h1>
        <p className="mt-4 text-ink-soft text-lg">{description}</p>
        <div className="figures mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft text-sm">
          <DraftMark blog={blog.data} />
          <span>{publishedDate(blog.data, timeZone)}</span>
          <span>{plural(views, 'view')}</span>
          <ul className="flex flex-wrap gap-2">
            {tags.map((tag) => (
              <li key={tag}>
                <Badge>{tag}</Badge>
              </li>
            ))}
          </ul>
        </div>
      </header>
      {banner && (
        <Picture
          eager
          src={banner}
          sizes="(min-width: 66rem) 64rem, 100vw"
          className="mx-auto mt-8 aspect-[16/8] w-full max-w-5xl rounded-lg"
        />
      )}
      <div className="mx-auto mt-10 max-w-measure space-y-5 text-lg">
        {content.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a finished text keep their places
          <p key={index}>{paragraph}</p>
        ))}
      </div>
      {pictures.length > 0 && (
        <ul className="mx-auto mt-12 grid max-w-5xl gap-4 sm:grid-cols-2">
          {pictures.map((image) => (
            <li key={image}>
              <Picture
                src={image}
                sizes="(min-width: 66rem) 32rem, (min-width: 40rem) 50vw, 100vw"
                className="aspect-[3/2] w-full rounded-lg"
              />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
