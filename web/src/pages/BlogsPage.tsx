// All articles, six on a page (document 1 §2).
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { tell } from '../api/client';
import { BlogCard, BlogCardSkeleton } from '../features/blog/BlogCard';
import { BLOGS_PER_PAGE, blogsQuery, LIST_EMPTY, LIST_FAILED } from '../features/blog/blogs';
import { Pagination } from '../ui/Pagination';
import { EmptyState, ErrorState } from '../ui/States';
import { StandingHead } from './PageHead';

export function BlogsPage() {
  const blogs = useQuery(blogsQuery);
  const [address, setAddress] = useSearchParams();
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (blogs.error) tell(blogs.error, { say: LIST_FAILED });
  }, [blogs.error]);

  const all = blogs.data ?? [];
  const pages = Math.max(1, Math.ceil(all.length / BLOGS_PER_PAGE));
  const page = Math.min(Math.max(1, Number.parseInt(address.get('page') ?? '1', 10) || 1), pages);
  const turn = (to: number) => {
    setAddress(to > 1 ? { page: String(to) } : {}, { preventScrollReset: true });
    top.current?.scrollIntoView({ block: 'start' });
  };

  return (
    <div ref={top} className="page-width scroll-mt-20 pt-12 md:pt-16">
      <StandingHead page="/blogs" />
      <h1 className="text-5xl">Blogs</h1>
      <p className="mt-3 mb-10 max-w-measure text-ink-soft text-lg">
        Explore our latest articles and travel guides to inspire your next adventure.
      </p>
      {blogs.isPending ? (
        <div aria-busy="true" className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
          {[1, 2, 3, 4, 5, 6].map((one) => (
            <BlogCardSkeleton key={one} />
          ))}
        </div>
      ) : !blogs.data ? (
        <ErrorState title={LIST_FAILED} onRetry={() => void blogs.refetch()} retrying={blogs.isFetching} />
      ) : all.length === 0 ? (
        <EmptyState title={LIST_EMPTY} />
      ) : (
        <>
          <ul className="grid gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {all.slice((page - 1) * BLOGS_PER_PAGE, page * BLOGS_PER_PAGE).map((blog) => (
              <li key={blog._id} className="flex">
                <BlogCard blog={blog} />
              </li>
            ))}
          </ul>
          <Pagination label="Pages of blogs" zeroPad page={page} pages={pages} onPage={turn} className="mt-12" />
        </>
      )}
    </div>
  );
}
