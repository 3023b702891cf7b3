// The four latest articles on the home page: one large, three small.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiFailure } from '../../api/client';
import { useConfig } from '../../api/useConfig';
import { EmptyState, ErrorState } from '../../ui/States';
import { BlogCardLarge, BlogCardSmall, LatestSkeleton } from './BlogCard';
import { HOME_FAILED, LIST_EMPTY, latestBlogsQuery } from './blogs';

const grid = 'grid gap-x-12 gap-y-6 lg:grid-cols-2';

export function LatestBlogs() {
  const blogs = useQuery(latestBlogsQuery);
  const timeZone = useConfig()?.timezone;
  useEffect(() => {
    // The error message replaces the list (document 1 §8), so there is no toast.
    if (blogs.error instanceof ApiFailure) blogs.error.told = true;
  }, [blogs.error]);

  if (blogs.isPending) {
    return (
      <div aria-busy="true" className={grid}>
        <LatestSkeleton />
      </div>
    );
  }
  if (!blogs.data) {
    return <ErrorState title={HOME_FAILED} onRetry={() => void blogs.refetch()} retrying={blogs.isFetching} />;
  }
  const [first, ...others] = blogs.data.blogs.slice(0, 4);
  if (!first) return <EmptyState title={LIST_EMPTY} />;
  return (
    <div className={grid}>
      <BlogCardLarge blog={first} timeZone={timeZone} />
      {others.length > 0 && (
        <ul className="divide-y divide-line border-line border-y lg:grid lg:auto-rows-fr lg:items-stretch">
          {others.map((blog) => (
            <li key={blog._id}>
              <BlogCardSmall blog={blog} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
