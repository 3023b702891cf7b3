// All articles, six on a page. One of them may be open in a dialog over the list (document 1 §2).
import head from 'virtual:head/blogs';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { tell } from '../api/client';
import { BlogCard, BlogCardSkeleton } from '../features/blog/BlogCard';
import { BlogDialog } from '../features/blog/BlogDialog';
import { BLOGS_PER_PAGE, blogsPageQuery, LIST_EMPTY, LIST_FAILED, readPage } from '../features/blog/blogs';
import { useArticle } from '../features/blog/useArticle';
import { useWhenIdle } from '../lib/lazy-component';
import { Carousel } from '../ui/Carousel';
import { DialogFrame } from '../ui/Dialog';
import { Pagination } from '../ui/Pagination';
import { EmptyState, ErrorState } from '../ui/States';
import { PageBand } from './PageBand';
import { PageHead } from './PageHead';

/** The requested page, or the last one if the number is too high. */
function useBlogsPage(wanted: number) {
  const asked = useQuery({ ...blogsPageQuery(wanted), placeholderData: keepPreviousData });
  const pages = Math.max(1, Math.ceil((asked.data?.total ?? 0) / BLOGS_PER_PAGE));
  const page = asked.data ? Math.min(wanted, pages) : wanted;
  const blogs = useQuery({ ...blogsPageQuery(page), placeholderData: keepPreviousData });
  const queries = useQueryClient();
  const here = blogs.data !== undefined && !blogs.isPlaceholderData;
  useEffect(() => {
    // Prefetches the neighbouring pages.
    if (!here) return;
    for (const next of [page + 1, page - 1]) {
      if (next >= 1 && next <= pages) void queries.prefetchQuery(blogsPageQuery(next));
    }
  }, [queries, here, page, pages]);
  return { blogs, page, pages };
}

/** Loads the code of the dialog that every card opens. */
function preloadArticle() {
  void DialogFrame.preload();
  void Carousel.preload();
}

export function BlogsPage() {
  const [address, setAddress] = useSearchParams();
  const { blogs, page, pages } = useBlogsPage(readPage(address.get('page')));
  const article = useArticle();
  useWhenIdle(preloadArticle);
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (blogs.error) tell(blogs.error, { say: LIST_FAILED });
  }, [blogs.error]);

  const shown = blogs.data?.blogs ?? [];
  const turn = (to: number) => {
    setAddress(to > 1 ? { page: String(to) } : {}, { preventScrollReset: true });
    top.current?.scrollIntoView({ block: 'start' });
  };

  return (
    <>
      <PageHead {...head} />
      <PageBand title="Blogs" lead="Explore our latest articles and travel guides to inspire your next adventure." />
      <div ref={top} className="page-width scroll-mt-16 pt-8 md:pt-12">
        {blogs.isPending || (blogs.isPlaceholderData && shown.length === 0) ? (
          <div aria-busy="true" className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {[1, 2, 3, 4, 5, 6].map((one) => (
              <BlogCardSkeleton key={one} />
            ))}
          </div>
        ) : !blogs.data ? (
          <ErrorState title={LIST_FAILED} onRetry={() => void blogs.refetch()} retrying={blogs.isFetching} />
        ) : shown.length === 0 ? (
          <EmptyState title={LIST_EMPTY} />
        ) : (
          <>
            <ul
              aria-busy={blogs.isPlaceholderData || undefined}
              className="grid gap-x-8 gap-y-12 transition-opacity aria-busy:opacity-60 sm:grid-cols-2 lg:grid-cols-3"
            >
              {shown.map((blog) => (
                <li key={blog._id} className="flex">
                  <BlogCard blog={blog} onOpen={article.open} />
                </li>
              ))}
            </ul>
            <Pagination label="Pages of blogs" zeroPad page={page} pages={pages} onPage={turn} className="mt-12" />
          </>
        )}
        {article.id && (
          <BlogDialog
            key={article.id}
            id={article.id}
            title={shown.find((blog) => blog._id === article.id)?.title}
            onClose={article.close}
          />
        )}
      </div>
    </>
  );
}
