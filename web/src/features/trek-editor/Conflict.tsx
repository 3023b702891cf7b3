// Dialog for two versions of a trek that changed the same fields: a draft based on an older version, or another
// editor's save in the meantime (decision 89). Changes to different fields are already merged.
import { useMemo, useRef, useState } from 'react';
import type { Merged } from '../../lib/merge';
import { joinFieldNames } from '../../lib/text';
import { Button } from '../../ui/Button';
import { type Choices, Collisions, focusFirstUnchosen } from '../../ui/Collisions';
import { Dialog } from '../../ui/Dialog';
import { excerpts, textOf, wordsOf } from './compare';
import type { TrekForm } from './form';
import { type Disagreement, mergeTreks, takenInWords, type Versions } from './merge-treks';

const WORDS = {
  draft: {
    title: 'The trek has changed since your draft',
    text: 'Your draft and the saved trek changed the same fields. Choose which version to keep.',
    go: 'Continue editing',
  },
  stale: {
    title: 'Somebody else saved this trek',
    text: 'You both changed the same fields. Choose which version to keep. Nothing was overwritten.',
    go: 'Save trek',
  },
};

const NO_CHOICES: Choices = new Map();

export default function Conflict({
  disagreement,
  onMerged,
  onTheirs,
  onLater,
}: {
  disagreement: Disagreement;
  onMerged: (merged: Merged<TrekForm>) => void;
  /** Discards the draft. */
  onTheirs: () => void;
  /** Undefined if the decision cannot be postponed. */
  onLater?: () => void;
}) {
  const words = WORDS[disagreement.kind];
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(NO_CHOICES);
  const [incomplete, setIncomplete] = useState(false);
  const merged = useMemo(() => mergeTreks(disagreement, chosen), [disagreement, chosen]);
  const list = useMemo(() => collisionsInWords(disagreement), [disagreement]);
  const others = takenInWords(disagreement, merged);
  const go = () => {
    if (!focusFirstUnchosen(box.current)) return onMerged(merged);
    setIncomplete(true);
  };
  return (
    <Dialog
      open
      size="lg"
      dismissible={onLater !== undefined}
      onOpenChange={(open) => !open && onLater?.()}
      title={words.title}
      description={words.text}
      footer={
        <>
          <Button variant="secondary" onClick={onLater ?? onTheirs}>
            {onLater ? 'Back to editing' : 'Discard my draft'}
          </Button>
          <Button onClick={go}>{words.go}</Button>
        </>
      }
    >
      <div ref={box}>
        <Collisions list={list} chosen={chosen} onChoose={setChosen} incomplete={incomplete} />
        {others.length > 0 && (
          <p className="wrap-anywhere mt-5 border-line border-t pt-4 text-ink-soft text-sm">
            Already merged from the other version: {joinFieldNames(others)}.
          </p>
        )}
      </div>
    </Dialog>
  );
}

function collisionsInWords(versions: Versions) {
  const forms = [versions.mine, versions.theirs];
  return mergeTreks(versions).collisions.map(({ id, path, mine, theirs }) => {
    const [one, other] = excerpts(textOf(mine, path, forms), textOf(theirs, path, forms));
    const isAlike = one === other;
    return {
      id,
      field: wordsOf(path, forms),
      mine: isAlike ? `${one} (as you edited it)` : one,
      theirs: isAlike ? `${other} (as the other editor saved it)` : other,
    };
  });
}
