// Manage Blogs: articles including drafts, searchable by title, with view, edit and delete (document 2 §2).
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { tell } from '../../api/client';
import type { Blog } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { formatDateIn } from '../../lib/dates';
import { plural } from '../../lib/text';
import { toast } from '../../lib/toast';
import { useFilters } from '../../lib/useFilters';
import { paths } from '../../paths';
import { Button, ButtonLink } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DeskList, DeskPages } from '../../ui/DeskList';
import { RowActions } from '../../ui/DeskTable';
import { DeskToolbar } from '../../ui/DeskToolbar';
import { Picture } from '../../ui/Picture';
import { SearchBox } from '../../ui/SearchBox';
import { Badge } from '../../ui/States';
import { Segmented } from '../../ui/Toggle';
import { BLOGS_KEY, deleteBlog, managedBlogsQuery, PAGE_SIZE, type StateFilter } from './blog-calls';
import { EditBlog } from './EditBlog';
import { DELETE_FAILED, LIST_FAILED } from './messages';

const STATES: { value: StateFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Drafts' },
];

function useManagedBlogs() {
  const { of, page, set, turn } = useFilters();
  const search = of('q') ?? '';
  const state = STATES.find(({ value }) => value === of('state'))?.value ?? 'all';
  const list = useQuery({ ...managedBlogsQuery(search, state, page), placeholderData: keepPreviousData });
  const pages = list.data ? Math.max(1, Math.ceil(list.data.total / PAGE_SIZE)) : page;
  useEffect(() => {
    if (list.error) tell(list.error, { say: LIST_FAILED });
  }, [list.error]);
  // The last article of the last page was deleted, so that page no longer exists.
  useEffect(() => {
    if (page > pages) turn(pages);
  }, [page, pages, turn]);
  return {
    list,
    page,
    turn,
    search,
    state,
    set,
    /** The edited article is part of the URL, so that a link can open it. */
    editing: of('blog'),
    edit: (blog: string | undefined) => set({ blog, page: page > 1 ? String(page) : undefined }),
    filtered: search !== '' || state !== 'all',
  };
}

export default function ManageBlogs() {
  const managed = useManagedBlogs();
  const { list, page, editing, edit } = managed;
  const [deleting, setDeleting] = useState<Blog | null>(null);
  const queryClient = useQueryClient();
  const changed = () => {
    for (const key of [BLOGS_KEY, 'blogs', 'blog']) void queryClient.invalidateQueries({ queryKey: [key] });
  };
  return (
    <div>
      <DeskToolbar
        active={managed.state === 'all' ? 0 : 1}
        onClear={() => managed.set({ state: undefined })}
        search={<SearchBox label="Search by title" value={managed.search} onSearch={(q) => managed.set({ q })} />}
        filters={
          <Segmented
            label="Filter blogs"
            size="sm"
            options={STATES}
            value={managed.state}
            onChange={(to) => managed.set({ state: to === 'all' ? undefined : to })}
          />
        }
      >
        <ButtonLink variant="secondary" to={paths.adminSection('create-blog')} data-desk-new className="px-4 text-sm">
          <Plus aria-hidden className="size-4" />
          New blog
        </ButtonLink>
      </DeskToolbar>
      <DeskList
        query={list}
        what="The blogs"
        failed={LIST_FAILED}
        empty={managed.filtered ? 'No blogs match.' : 'No blogs yet. Write the first one with New blog.'}
        isEmpty={({ blogs }) => blogs.length === 0}
      >
        {({ blogs, total }) => (
          <>
            <Rows blogs={blogs} busy={list.isPlaceholderData} onEdit={edit} onDelete={setDeleting} />
            <DeskPages
              words={plural(total, 'blog')}
              label="Pages of blogs"
              page={page}
              total={total}
              perPage={PAGE_SIZE}
              onPage={managed.turn}
            />
          </>
        )}
      </DeskList>
      {editing && (
        <EditBlog
          id={editing}
          onClose={() => edit(undefined)}
          onUpdated={() => {
            edit(undefined);
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
  busy,
  onEdit,
  onDelete,
}: {
  blogs: Blog[];
  busy: boolean;
  onEdit: (id: string) => void;
  onDelete: (blog: Blog) => void;
}) {
  const timeZone = useConfig()?.timezone;
  return (
    <ul
      aria-label="Blogs"
      aria-busy={busy || undefined}
      data-desk-rows
      className={clsx(
        'divide-y divide-line rounded-sm border border-line transition-opacity xl:grid xl:grid-cols-[auto_minmax(0,1fr)_repeat(4,auto)]',
        busy && 'opacity-60',
      )}
    >
      {blogs.map((blog) => (
        <li
          key={blog._id}
          className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-3 px-3 py-1 transition-colors duration-75 hover:bg-stone/60 has-[[data-desk-open]:focus-visible]:bg-stone max-md:pt-2.5 md:grid-cols-[3.5rem_minmax(0,1fr)_auto] md:py-1.5 xl:col-span-full xl:grid-cols-subgrid xl:gap-x-5"
        >
          <Picture src={blog.thumbnail} sizes="3.5rem" className="h-9 w-14 rounded-sm max-md:self-start" />
          <div className="min-w-0 xl:contents">
            <h2 className="wrap-anywhere font-sans font-semibold text-sm">{blog.title}</h2>
            <p className="figures flex flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-soft text-xs xl:contents xl:text-sm">
              <span>
                {blog.publishedOn ? <Badge tone="success">Published</Badge> : <Badge tone="warning">Draft</Badge>}
              </span>
              <span className="whitespace-nowrap">{formatDateIn(blog.publishedOn ?? blog.createdAt, timeZone)}</span>
              <span className="whitespace-nowrap xl:text-right">{plural(blog.views, 'view')}</span>
            </p>
          </div>
          <RowActions className="max-md:col-start-2 max-md:-ml-3 max-md:justify-start">
            <ButtonLink size="sm" variant="ghost" to={paths.blog(blog._id)}>
              View<span className="sr-only"> {blog.title}</span>
            </ButtonLink>
            <Button size="sm" variant="ghost" data-desk-open onClick={() => onEdit(blog._id)}>
              Edit<span className="sr-only"> {blog.title}</span>
            </Button>
            <Button size="sm" variant="dangerGhost" data-danger onClick={() => onDelete(blog)}>
              Delete<span className="sr-only"> {blog.title}</span>
            </Button>
          </RowActions>
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
    // Refetches after a failure too, because the article may have been deleted.
    onSettled: onDeleted,
  });
  return (
    <ConfirmDialog
      title="Delete this blog?"
      description={
        <span className="wrap-anywhere">“{blog.title}” and its link will stop working. This can't be undone.</span>
      }
      agree="Delete"
      isDangerous
      isBusy={remove.isPending}
      onAgree={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
