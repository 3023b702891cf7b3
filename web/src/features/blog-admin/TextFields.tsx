// Paragraphs and tags of an article (document 2 §5 Blog).
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { toast } from '../../lib/toast';
import { Button, IconButton } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { focusNeighbour } from '../../ui/focus-neighbour';
import { Input, Textarea } from '../../ui/Input';
import { addTag, MAX_TAGS, moveParagraph, removeParagraph } from './form';

export function Paragraphs({
  value,
  onChange,
  error,
}: {
  value: string[];
  onChange: (content: string[]) => void;
  error?: string | undefined;
}) {
  const box = useRef<HTMLFieldSetElement>(null);
  const focusOn = (at: number) =>
    // Waits until the paragraphs are rendered again.
    requestAnimationFrame(() => box.current?.querySelectorAll('textarea')[at]?.focus());
  const remove = (at: number) => {
    const left = removeParagraph(value, at);
    if ('problem' in left) return void toast.error(left.problem);
    onChange(left);
    focusOn(Math.max(0, at - 1));
  };
  const move = (from: number, to: number) => {
    onChange(moveParagraph(value, from, to));
    focusOn(to);
  };
  return (
    <fieldset ref={box} className="grid min-w-0 gap-4">
      <legend className="mb-1.5 font-medium text-ink text-sm">Content</legend>
      {value.map((paragraph, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no id, and each input is controlled
        <div key={at} className="grid gap-1">
          <div className="flex items-center justify-between">
            <span aria-hidden className="text-ink-soft text-sm">
              Paragraph {at + 1}
            </span>
            <span className="flex">
              <IconButton label={`Move paragraph ${at + 1} up`} disabled={at === 0} onClick={() => move(at, at - 1)}>
                <ArrowUp aria-hidden className="size-4" />
              </IconButton>
              <IconButton
                label={`Move paragraph ${at + 1} down`}
                disabled={at === value.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <ArrowDown aria-hidden className="size-4" />
              </IconButton>
              <IconButton label={`Remove paragraph ${at + 1}`} onClick={() => remove(at)}>
                <X aria-hidden className="size-4" />
              </IconButton>
            </span>
          </div>
          <Field label={`Paragraph ${at + 1}`} hideLabel required={at === 0} error={at === 0 ? error : undefined}>
            <Textarea
              rows={4}
              value={paragraph}
              onChange={(event) => onChange(value.map((one, index) => (index === at ? event.target.value : one)))}
            />
          </Field>
        </div>
      ))}
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        onClick={() => {
          onChange([...value, '']);
          focusOn(value.length);
        }}
      >
        <Plus aria-hidden className="size-4" />
        Add Paragraph
      </Button>
    </fieldset>
  );
}

export function Tags({
  value,
  onChange,
  error,
}: {
  value: string[];
  onChange: (tags: string[]) => void;
  error?: string | undefined;
}) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const list = useId();
  const add = () => {
    const tags = addTag(value, typed);
    if ('problem' in tags) return setProblem(tags.problem);
    setProblem(undefined);
    setTyped('');
    onChange(tags);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter adds a tag and must not submit the form.
    event.preventDefault();
    add();
  };
  return (
    <div className="min-w-0">
      <Field
        label="Tags"
        optional
        error={problem ?? error}
        hint={`Press Enter to add a tag. ${value.length} of ${MAX_TAGS}; the first is shown on the card.`}
      >
        <Input
          value={typed}
          maxLength={50}
          enterKeyHint="enter"
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
          onKeyDown={onKeyDown}
          // A tag without Enter is added on blur, so that saving does not lose it.
          onBlur={add}
        />
      </Field>
      {value.length > 0 && (
        <ul id={list} aria-label="Tags of this blog" className="mt-2 flex flex-wrap gap-2">
          {value.map((tag) => (
            <li key={tag} className="flex min-w-0 items-center rounded-sm bg-stone-deep pl-3 text-sm">
              <span className="wrap-anywhere">{tag}</span>
              <IconButton
                label={`Remove tag ${tag}`}
                onClick={({ currentTarget }) => {
                  focusNeighbour(currentTarget);
                  onChange(value.filter((one) => one !== tag));
                }}
                className="-my-0.5"
              >
                <X aria-hidden className="size-3.5" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
