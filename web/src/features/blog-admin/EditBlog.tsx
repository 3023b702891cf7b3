// Dialog that edits an article: Save Changes, and Save & Publish while it is a draft (document 2 §2, §4).
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure, tell } from '../../api/client';
import type { Blog } from '../../api/types';
import type { Merged } from '../../lib/merge';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { ErrorState, Skeleton } from '../../ui/States';
import { BlogConflict, fieldNames, mergeBlogs } from './BlogConflict';
import { BlogFields, focusFirstError } from './BlogFields';
import { oneBlogQuery, updateBlog } from './blog-calls';
import { type BlogForm, normalizeBlog, type Problems, toBlogForm, validateBlog } from './form';
import { type BlogFailure, DETAIL_FAILED, NOT_FOUND, toBlogFailure, updateFailure } from './messages';
import { clearOfFooter, SaveFooter } from './SaveFooter';

interface EditProps {
  id: string;
  onClose: () => void;
  onUpdated: (blog: Blog) => void;
}

export function EditBlog(props: EditProps) {
  const blog = useQuery(oneBlogQuery(props.id));
  const gone = blog.error instanceof ApiFailure && blog.error.status === 404;
  const words = gone ? NOT_FOUND : DETAIL_FAILED;
  useEffect(() => {
    if (blog.error) tell(blog.error, { say: words });
  }, [blog.error, words]);
  if (blog.data) return <EditBlogOf {...props} blog={blog.data} />;
  return (
    <Dialog open size="lg" title="Edit Blog" onOpenChange={(open) => !open && props.onClose()}>
      {blog.isPending ? (
        <div aria-busy="true" className="grid gap-5">
          <span role="status" className="sr-only">
            Loading the blog
          </span>
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      ) : gone ? (
        <ErrorState title={words} />
      ) : (
        <ErrorState title={words} onRetry={() => void blog.refetch()} retrying={blog.isFetching} />
      )}
    </Dialog>
  );
}

function EditBlogOf({ id, blog, onClose, onUpdated }: EditProps & { blog: Blog }) {
  const queryClient = useQueryClient();
  /** The version of the article that the form started from. */
  const [base, setBase] = useState(() => ({ form: toBlogForm(blog), version: blog.version }));
  const [theirs, setTheirs] = useState<Blog | null>(null);
  const [form, setForm] = useState(base.form);
  const [problems, setProblems] = useState<Problems>({});
  const [refused, setRefused] = useState<BlogFailure | null>(null);
  const [busy, setBusy] = useState(0);
  const [leaving, setLeaving] = useState(false);
  const box = useRef<HTMLFormElement>(null);
  const changed = JSON.stringify(form) !== JSON.stringify(base.form);
  const published = Boolean(blog.publishedOn);

  const save = useMutation({
    mutationFn: ({ publishNow, form, version }: { publishNow: boolean; form: BlogForm; version: number | undefined }) =>
      updateBlog(id, normalizeBlog(form), publishNow, version),
    onSuccess: (updated, { publishNow }) => {
      toast.success(publishNow ? 'Blog published.' : 'Changes saved.');
      onUpdated(updated);
    },
    onError: async (failure, { publishNow, form: mine }) => {
      if (failure instanceof ApiFailure && failure.currentVersion !== undefined) {
        // If the other version cannot be loaded, the conflict is shown as an ordinary error.
        const now = await queryClient.fetchQuery(oneBlogQuery(id)).catch(() => null);
        if (now) {
          failure.told = true;
          const merged = mergeBlogs({ base: base.form, mine, theirs: toBlogForm(now) });
          if (merged.collisions.length > 0) return setTheirs(now);
          return saveMerged(now, merged, publishNow);
        }
      }
      const refusal = toBlogFailure(failure, updateFailure);
      toast.error(refusal.message, { ...(refusal.description && { description: refusal.description }) });
      setRefused(refusal);
      setProblems(refusal.problems);
      focusFirstError(box.current);
    },
  });
  const submit = (publishNow: boolean, to = form, version = base.version) => {
    setRefused(null);
    setTheirs(null);
    const found = validateBlog(to);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusFirstError(box.current);
    save.mutate({ publishNow, form: to, version });
  };
  const saveMerged = (now: Blog, { value, taken }: Merged<BlogForm>, publishNow: boolean) => {
    setBase({ form: toBlogForm(now), version: now.version });
    setForm(value);
    if (taken.length > 0) {
      toast.info('Merged with another editor’s changes', {
        id: 'merged',
        description: `${fieldNames(taken).join(', ')}.`,
      });
    }
    submit(publishNow, value, now.version);
  };
  /** Asks before unsaved changes are discarded. */
  const close = () => {
    if (save.isPending) return;
    if ((changed || busy > 0) && !leaving) setLeaving(true);
    else onClose();
  };
  const waiting = busy > 0 || save.isPending;

  return (
    <Dialog open size="lg" title="Edit Blog" onOpenChange={(open) => !open && close()}>
      <form
        ref={box}
        noValidate
        aria-label="Edit Blog"
        aria-busy={save.isPending}
        className={clearOfFooter}
        onSubmit={(event) => event.preventDefault()}
      >
        <fieldset disabled={save.isPending} className="min-w-0">
          <legend className="sr-only">The blog</legend>
          <BlogFields form={form} problems={problems} onChange={setForm} onBusy={setBusy} />
        </fieldset>
        <SaveFooter running={save.isPending} label="Saving the blog" refused={refused} uploads={busy} ground="dialog">
          {theirs && !save.isPending && (
            <div className="w-full">
              <BlogConflict
                versions={{ base: base.form, mine: form, theirs: toBlogForm(theirs) }}
                onMerged={(merged) => saveMerged(theirs, merged, save.variables?.publishNow ?? false)}
              />
            </div>
          )}
          {leaving && !save.isPending && (
            <p role="alert" className="mr-auto flex flex-wrap items-center gap-3 text-sm">
              You have unsaved changes.
              <Button variant="danger" size="sm" onClick={onClose}>
                Discard changes
              </Button>
            </p>
          )}
          <Button variant="secondary" disabled={waiting} onClick={close}>
            Cancel
          </Button>
          <Button variant="secondary" disabled={waiting} onClick={() => submit(false)}>
            Save Changes
          </Button>
          <Button disabled={waiting || published} onClick={() => submit(true)}>
            {published ? 'Already Published' : 'Save & Publish'}
          </Button>
        </SaveFooter>
      </form>
    </Dialog>
  );
}
