// Words added with Enter and removed with a cross (document 2 §2).
import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { toast } from '../../lib/toast';
import { Field } from '../../ui/Field';
import { focusNeighbour } from '../../ui/focus-neighbour';
import { Input } from '../../ui/Input';
import { MAX_FEATURES } from './form';
import { useProblem } from './store';

export const TOO_MANY_FEATURES = 'Maximum 10 features allowed';

export function Chips({
  field,
  label,
  words,
  onChange,
  placeholder,
}: {
  field: string;
  label: string;
  words: readonly string[];
  onChange: (words: string[]) => void;
  placeholder?: string;
}) {
  const [typed, setTyped] = useState('');
  const error = useProblem(field);
  const add = () => {
    const word = typed.trim();
    if (word === '') return;
    const known = words.some((one) => one.toLowerCase() === word.toLowerCase());
    if (!known && words.length >= MAX_FEATURES) {
      toast.error(TOO_MANY_FEATURES);
      return;
    }
    if (!known) onChange([...words, word]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that confirms a word of an input method adds no chip.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      add();
    } else if (event.key === 'Backspace' && typed === '' && words.length > 0) {
      onChange(words.slice(0, -1));
    }
  };
  return (
    <div>
      <Field label={label} error={error} hint={`Press Enter to add one. ${words.length} of ${MAX_FEATURES}`}>
        <Input
          data-field={field}
          value={typed}
          placeholder={placeholder}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
      </Field>
      {words.length > 0 && (
        <ul aria-label={label} className="mt-2 flex flex-wrap gap-1.5">
          {words.map((word) => (
            <li key={word} className="inline-flex items-center rounded-sm bg-stone-deep pl-2.5 text-sm">
              {word}
              <button
                type="button"
                aria-label={`Remove ${word}`}
                onClick={({ currentTarget }) => {
                  focusNeighbour(currentTarget);
                  onChange(words.filter((one) => one !== word));
                }}
                className="flex size-8 items-center justify-center rounded-sm text-ink-soft hover:text-ink"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
