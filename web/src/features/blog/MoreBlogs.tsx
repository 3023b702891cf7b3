// Three of the latest articles below an article. Renders nothing when they cannot be loaded.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiFailure } from '../../api/client';
import { BlogCard, BlogCardSkeleton } from './BlogCard';
import { latestBlogsQuery } from './blogs';

const MAX_ARTICLES = 3;
const grid = 'grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-3';

export function MoreBlogs({ but }: { but: string }) {
  const blogs = useQuery(latestBlogsQuery);
  useEffect(() => {
    // No toast: the article itself is complete without this list.
    if (blogs.error instanceof ApiFailure) blogs.error.told = true;
  }, [blogs.error]);
  const others = (blogs.data?.blogs ?? []).filter((blog) => blog._id !== but).slice(0, MAX_ARTICLES);
  if (!blogs.isPending && others.length === 0) return null;
  return (
    <section aria-labelledby="more" className="mt-20 border-line border-t pt-12">
      <h2 id="more" className="mb-7 text-3xl">
        More from the trail
      </h2>
      {blogs.isPending ? (
        <div aria-busy="true" className={grid}>
          {[1, 2, 3].map((one) => (
            <BlogCardSkeleton key={one} />
          ))}
        </div>
      ) : (
        <ul className={grid}>
          {others.map((blog) => (
            <li key={blog._id} className="flex">
              <BlogCard blog={blog} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
