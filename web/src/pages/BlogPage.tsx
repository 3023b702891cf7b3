// One article: banner, tags, title, date, views, paragraphs, pictures (document 1 §2).
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { tell } from '../api/client';
import type { Blog, BlogList } from '../api/types';
import { useConfig } from '../api/useConfig';
import { ArticleBody } from '../features/blog/ArticleBody';
import { blogQuery, DETAIL_FAILED, DETAIL_MISSING, publishedDate } from '../features/blog/blogs';
import { DraftBadge } from '../features/blog/DraftBadge';
import { MoreBlogs } from '../features/blog/MoreBlogs';
import { useCardTransition } from '../lib/motion';
import { plural } from '../lib/text';
import { paths } from '../paths';
import { ButtonLink } from '../ui/Button';
import { Picture } from '../ui/Picture';
import { FRAMES } from '../ui/picture-copies';
import { Badge, EmptyState, ErrorState, Skeleton } from '../ui/States';
import { PageHead } from './PageHead';

export function BlogPage() {
  const { id = '' } = useParams();
  const queries = useQueryClient();
  const blog = useQuery({
    ...blogQuery(id),
    // The article of a list shows at once. The request is still sent, because it counts a reader.
    placeholderData: () => listedBlog(queries, id),
  });
  const passage = useCardTransition(paths.blog(id));
  const timeZone = useConfig()?.timezone;
  useEffect(() => {
    // An article embedded in the page stays visible if the request that counts its reader fails.
    if (blog.error && !blog.data) tell(blog.error, { say: DETAIL_FAILED });
  }, [blog.error, blog.data]);

  if (blog.isPending) return <Loading />;
  if (blog.isError && !blog.data) {
    return (
      <div className="page-width pt-16">
        <ErrorState whole title={DETAIL_FAILED} onRetry={() => void blog.refetch()} retrying={blog.isFetching} />
      </div>
    );
  }
  if (!blog.data) {
    return (
      <div className="page-width pt-10">
        <EmptyState
          whole
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
  const { title, description, banner, tags, content, images, views, placeholders } = blog.data;
  const pictures = (images ?? []).filter((image) => image !== banner);
  return (
    <article className="page-width pt-8 md:pt-12">
      <PageHead title={title} description={description} />
      <header className={column}>
        <Link
          to={paths.blogs}
          className="inline-flex min-h-11 items-center font-semibold text-glacier underline-offset-4 hover:underline"
        >
          Blogs
        </Link>
        <h1 className="wrap-anywhere mt-1 w-fit text-5xl" style={passage.title}>
          {title}
        </h1>
        <p className="wrap-anywhere mt-4 text-ink-soft text-xl">{description}</p>
        <div className="figures mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft text-sm">
          <DraftBadge blog={blog.data} />
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
        <div className={bannerBox} style={passage.picture}>
          <Picture
            eager
            first
            src={banner}
            placeholder={placeholders?.[banner]}
            sizes={FRAMES.article}
            className="size-full"
          />
        </div>
      )}
      <div className={column}>
        <ArticleBody content={content} pictures={pictures} placeholders={placeholders} />
      </div>
      <MoreBlogs but={id} />
    </article>
  );
}

/** Text and title share one column of a readable width. */
const column = 'mx-auto max-w-[44rem]';
const bannerBox = 'mx-auto mt-8 aspect-[16/9] max-w-5xl overflow-hidden rounded-lg bg-cover bg-center sm:aspect-[2/1]';

function listedBlog(queries: QueryClient, id: string): Blog | undefined {
  for (const [, list] of queries.getQueriesData<BlogList>({ queryKey: ['blogs'] })) {
    const found = list?.blogs?.find((blog) => blog._id === id);
    if (found) return found;
  }
  return undefined;
}

function Loading() {
  return (
    <div aria-busy="true" className="page-width pt-8 md:pt-12">
      <span role="status" className="sr-only">
        Loading the article
      </span>
      <div className={column}>
        <div className="flex h-11 items-center">
          <Skeleton className="h-4 w-14" />
        </div>
        <div className="mt-1 flex h-[1lh] items-center text-5xl">
          <Skeleton className="h-10 w-3/4" />
        </div>
        <div className="mt-4 flex h-[2lh] flex-col justify-evenly text-xl">
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-4 w-2/3" />
        </div>
        <div className="mt-5 flex h-6 items-center">
          <Skeleton className="h-4 w-1/2" />
        </div>
      </div>
      <Skeleton className={bannerBox} />
      <div className={`${column} mt-10 grid gap-4`}>
        {['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-11/12', 'w-1/2'].map((width, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have nothing else
          <Skeleton key={line} className={`h-4 ${width}`} />
        ))}
      </div>
    </div>
  );
}
