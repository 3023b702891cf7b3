// Create Blog: the form with a draft saved in this browser, Save Draft and Publish (document 2 §2 Blog
// administration).
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Blog } from '../../api/types';
import { toast } from '../../lib/toast';
import { paths } from '../../paths';
import { Button, ButtonLink } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { useSession } from '../session/useSession';
import { BlogFields, type ChangeForm, focusFirstError } from './BlogFields';
import { BLOGS_KEY, createBlog } from './blog-calls';
import { CORRUPT, readDraft, SAVE_FAILED, saveDraft } from './draft';
import { type BlogForm, EMPTY_FORM, isEmpty, normalizeBlog, type Problems, validateBlog } from './form';
import { type BlogFailure, createFailure, toBlogFailure } from './messages';
import { clearOfFooter, SaveFooter } from './SaveFooter';

export default function CreateBlog() {
  const { user } = useSession();
  // The key resets the form when another user logs in, who gets their own draft.
  return user && <CreateBlogOf key={user.id} userId={user.id} />;
}

const newKey = () => crypto.randomUUID();

function useDraft(userId: string) {
  const [kept] = useState(() => readDraft(userId));
  const found = kept !== null && kept !== 'corrupt' ? kept : null;
  const [form, setForm] = useState<BlogForm>(found?.form ?? EMPTY_FORM);
  const [key, setKey] = useState(() => found?.key ?? newKey());
  const [restored, setRestored] = useState(found !== null);
  const [isKept, setKept] = useState(true);
  /**
   * Number of times the form was cleared. Used as a key, so that half-typed tags and failed uploads are cleared too.
   */
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    // The id prevents a second toast when React runs effects twice in StrictMode.
    if (kept === 'corrupt') toast.error(CORRUPT, { id: 'blog-draft' });
  }, [kept]);
  // Saved on every change, without a delay, so that a power cut loses nothing.
  useEffect(() => setKept(saveDraft(userId, { form, key })), [userId, form, key]);
  const clear = () => {
    setForm(EMPTY_FORM);
    setKey(newKey());
    setRestored(false);
    setTurn((now) => now + 1);
  };
  return { form, setForm, key, renewKey: () => setKey(newKey()), turn, restored, isKept, clear };
}

function CreateBlogOf({ userId }: { userId: string }) {
  const draft = useDraft(userId);
  const { form } = draft;
  const [problems, setProblems] = useState<Problems>({});
  const [refused, setRefused] = useState<BlogFailure | null>(null);
  const [busy, setBusy] = useState(0);
  const [clearing, setClearing] = useState(false);
  const [saved, setSaved] = useState<Blog | null>(null);
  const box = useRef<HTMLFormElement>(null);
  const tried = useRef(false);
  const queryClient = useQueryClient();

  const change: ChangeForm = (by) => {
    draft.setForm(by);
    // A retry of the unchanged form keeps its key, so that it creates no second article. A changed form gets a new
    // key.
    if (tried.current) draft.renewKey();
    tried.current = false;
    setSaved(null);
  };
  const show = (refusal: BlogFailure) => {
    setRefused(refusal);
    setProblems(refusal.problems);
    focusFirstError(box.current);
  };
  const save = useMutation({
    mutationFn: ({ publishNow }: { publishNow: boolean }) => {
      tried.current = true;
      return createBlog(normalizeBlog(form), publishNow, `${draft.key}-${publishNow ? 'publish' : 'draft'}`);
    },
    onSuccess: (blog, { publishNow }) => {
      draft.clear();
      setProblems({});
      setSaved(blog);
      toast.success(publishNow ? 'Blog published.' : 'Blog saved as a draft.');
      void queryClient.invalidateQueries({ queryKey: [BLOGS_KEY] });
      void queryClient.invalidateQueries({ queryKey: ['blogs'] });
      window.scrollTo({ top: 0 });
    },
    onError: (failure) => {
      const refusal = toBlogFailure(failure, createFailure);
      toast.error(refusal.message, { ...(refusal.description && { description: refusal.description }) });
      show(refusal);
    },
  });
  const submit = (publishNow: boolean) => {
    setRefused(null);
    setSaved(null);
    const found = validateBlog(form);
    setProblems(found);
    if (Object.keys(found).length > 0) return focusFirstError(box.current);
    save.mutate({ publishNow });
  };

  return (
    <div className="max-w-3xl">
      {saved && <SavedNote blog={saved} />}
      <form
        ref={box}
        noValidate
        aria-label="Create Blog"
        aria-busy={save.isPending}
        className={clearOfFooter}
        onSubmit={(event) => event.preventDefault()}
      >
        <div className="mb-6 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p
            role={draft.isKept ? undefined : 'alert'}
            className={draft.isKept ? 'text-ink-soft text-sm' : 'text-danger text-sm'}
          >
            {!draft.isKept
              ? SAVE_FAILED
              : isEmpty(form)
                ? 'Your draft is saved on this device as you type.'
                : draft.restored && !save.isPending
                  ? 'Draft restored from this device.'
                  : 'Draft saved on this device.'}
          </p>
          <Button
            variant="ghost"
            size="sm"
            disabled={isEmpty(form) || save.isPending}
            onClick={() => setClearing(true)}
          >
            Clear form
          </Button>
        </div>
        <fieldset disabled={save.isPending} className="min-w-0">
          <legend className="sr-only">The blog</legend>
          <BlogFields key={draft.turn} form={form} problems={problems} onChange={change} onBusy={setBusy} />
        </fieldset>
        <SaveFooter running={save.isPending} label="Saving the blog" refused={refused} uploads={busy}>
          <Button variant="secondary" disabled={busy > 0 || save.isPending} onClick={() => submit(false)}>
            Save Draft
          </Button>
          <Button disabled={busy > 0 || save.isPending} onClick={() => submit(true)}>
            Publish
          </Button>
        </SaveFooter>
      </form>
      <Dialog
        open={clearing}
        onOpenChange={setClearing}
        size="sm"
        title="Clear the form?"
        description="This deletes everything you typed, and the draft on this device. This can't be undone."
        footer={
          <>
            <Button variant="secondary" onClick={() => setClearing(false)}>
              Keep editing
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                draft.clear();
                setProblems({});
                setRefused(null);
                setClearing(false);
              }}
            >
              Clear form
            </Button>
          </>
        }
      />
    </div>
  );
}

function SavedNote({ blog }: { blog: Blog }) {
  return (
    <div
      role="status"
      className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-sm bg-juniper-wash px-4 py-3"
    >
      <p className="wrap-anywhere min-w-0 text-juniper">
        “{blog.title}” is {blog.publishedOn ? 'published' : 'saved as a draft'}.
      </p>
      <ButtonLink to={paths.blog(blog._id)} variant="secondary" size="sm">
        View
      </ButtonLink>
    </div>
  );
}
