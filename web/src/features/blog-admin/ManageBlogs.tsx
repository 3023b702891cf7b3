// Manage Blogs: the articles with their drafts, found by title, each to be viewed, changed and deleted (document 2 §2).
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { tell } from '../../api/client';
import type { Blog } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { formatDate } from '../../lib/dates';
import { plural } from '../../lib/text';
import { paths } from '../../paths';
import { Button, ButtonLink } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Pagination } from '../../ui/Pagination';
import { Picture } from '../../ui/Picture';
import { SearchBox } from '../../ui/SearchBox';
import { Badge, EmptyState, ErrorState, Skeleton } from '../../ui/States';
import { toast } from '../../ui/Toaster';
import { Segmented } from '../../ui/Toggle';
import { EditBlog } from './EditBlog';
import { DELETE_FAILED, LIST_FAILED } from './messages';
import { BLOGS_KEY, deleteBlog, managedBlogsQuery, ON_A_PAGE, type StateFilter } from './wire';

const STATES: { value: StateFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Drafts' },
];

function useManagedBlogs() {
  const [search, setSearch] = useState('');
  const [state, setState] = useState<StateFilter>('all');
  const [page, setPage] = useState(1);
  const list = useQuery({ ...managedBlogsQuery(search, state, page), placeholderData: keepPreviousData });
  const pages = list.data ? Math.max(1, Math.ceil(list.data.total / ON_A_PAGE)) : page;
  useEffect(() => {
    if (list.error) tell(list.error, { say: LIST_FAILED });
  }, [list.error]);
  // The last one of the last page was deleted.
  useEffect(() => {
    if (page > pages) setPage(pages);
  }, [page, pages]);
  return {
    list,
    page,
    pages,
    setPage,
    search,
    setSearch: (words = '') => {
      setSearch(words);
      setPage(1);
    },
    state,
    setState: (to: StateFilter) => {
      setState(to);
      setPage(1);
    },
    filtered: search !== '' || state !== 'all',
  };
}

export default function ManageBlogs() {
  const managed = useManagedBlogs();
  const { list, page, pages } = managed;
  const [editing, setEditing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Blog | null>(null);
  const queries = useQueryClient();
  const changed = () => {
    for (const key of [BLOGS_KEY, 'blogs', 'blog']) void queries.invalidateQueries({ queryKey: [key] });
  };
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <SearchBox label="Search by title" value={managed.search} onSearch={managed.setSearch} />
        <Segmented label="Which blogs" size="sm" options={STATES} value={managed.state} onChange={managed.setState} />
      </div>
      {list.isPending ? (
        <div aria-busy="true" className="grid gap-px">
          {[1, 2, 3, 4, 5].map((one) => (
            <Skeleton key={one} className="h-18 w-full" />
          ))}
        </div>
      ) : list.isError ? (
        <ErrorState title={LIST_FAILED} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : list.data.blogs.length === 0 ? (
        <EmptyState title={managed.filtered ? 'No blog fits' : 'No blogs yet'} />
      ) : (
        <Rows blogs={list.data.blogs} onEdit={setEditing} onDelete={setDeleting} />
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="figures min-h-5 text-ink-soft text-sm">
          {list.data && list.data.total > 0 && plural(list.data.total, 'blog')}
        </p>
        <Pagination page={page} pages={pages} onPage={managed.setPage} label="Pages of blogs" />
      </div>
      {editing && (
        <EditBlog
          id={editing}
          onClose={() => setEditing(null)}
          onUpdated={() => {
            setEditing(null);
            changed();
          }}
        />
      )}
      {deleting && <DeleteBlog blog={deleting} onClose={() => setDeleting(null)} onDeleted={changed} />}
    </div>
  );
}

function Rows({
  blogs,
  onEdit,
  onDelete,
}: {
  blogs: Blog[];
  onEdit: (id: string) => void;
  onDelete: (blog: Blog) => void;
}) {
  const timeZone = useConfig()?.timezone;
  return (
    <ul aria-label="Blogs" className="divide-y divide-line border-line border-y">
      {blogs.map((blog) => (
        <li
          key={blog._id}
          className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-3 md:grid-cols-[4.5rem_minmax(0,1fr)_auto]"
        >
          <Picture src={blog.thumbnail} sizes="4.5rem" className="aspect-[3/2] w-full rounded-sm" />
          <div className="min-w-0">
            <h2 className="wrap-anywhere font-sans font-semibold text-base">{blog.title}</h2>
            <p className="figures mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft text-sm">
              {blog.publishedOn ? <Badge tone="success">Published</Badge> : <Badge tone="warning">Draft</Badge>}
              <span>{formatDate(blog.publishedOn ?? blog.createdAt, timeZone)}</span>
              <span>{plural(blog.views, 'view')}</span>
            </p>
          </div>
          <div className="col-start-2 -ml-3 flex gap-1 md:col-start-3 md:ml-0">
            <ButtonLink size="sm" variant="ghost" to={paths.blog(blog._id)}>
              View<span className="sr-only"> {blog.title}</span>
            </ButtonLink>
            <Button size="sm" variant="ghost" onClick={() => onEdit(blog._id)}>
              Edit<span className="sr-only"> {blog.title}</span>
            </Button>
            <Button size="sm" variant="dangerGhost" onClick={() => onDelete(blog)}>
              Delete<span className="sr-only"> {blog.title}</span>
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function DeleteBlog({ blog, onClose, onDeleted }: { blog: Blog; onClose: () => void; onDeleted: () => void }) {
  const remove = useMutation({
    mutationFn: () => deleteBlog(blog._id),
    onSuccess: () => {
      toast.success('Blog deleted.');
      onClose();
    },
    onError: (failure) => tell(failure, { say: DELETE_FAILED }),
    // Whatever came of it, the list shows what is.
    onSettled: onDeleted,
  });
  return (
    <Dialog
      open
      size="sm"
      title="Delete this blog?"
      description={<span className="wrap-anywhere">“{blog.title}” goes for good, with its link.</span>}
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={remove.isPending} onClick={onClose}>
            Keep it
          </Button>
          <Button variant="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </>
      }
    />
  );
}
