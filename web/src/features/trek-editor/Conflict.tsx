// Two states of one trek: a draft that began from an older version, or somebody who saved meanwhile (decision 89).
import { useMemo } from 'react';
import { plural } from '../../lib/text';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { type Difference, differences } from './compare';
import type { TrekForm } from './form';

export interface Disagreement {
  kind: 'draft' | 'stale';
  mine: TrekForm;
  theirs: TrekForm;
  /** Of theirs. */
  version: number;
}

const WORDS = {
  draft: {
    title: 'The trek has changed since your draft',
    text: 'You have a draft on this device that began from an older version. Nothing is lost until you choose.',
    mine: 'Keep my draft',
    theirs: 'Take the saved trek',
  },
  stale: {
    title: 'Somebody else saved this trek',
    text: 'It was changed while you were editing it. Nothing was overwritten.',
    mine: 'Keep mine',
    theirs: 'Take theirs',
  },
};

export function Conflict({
  disagreement,
  onMine,
  onTheirs,
  onLater,
}: {
  disagreement: Disagreement;
  onMine: () => void;
  onTheirs: () => void;
  /** Undefined where one of the two must be chosen. */
  onLater?: () => void;
}) {
  const words = WORDS[disagreement.kind];
  const list = useMemo(() => differences(disagreement.mine, disagreement.theirs), [disagreement]);
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
          <Button variant="secondary" onClick={onTheirs}>
            {words.theirs}
          </Button>
          <Button onClick={onMine}>{words.mine}</Button>
        </>
      }
    >
      <p className="mb-2 text-ink-soft text-sm">
        {list.length === 0
          ? 'Both say the same.'
          : `${plural(list.length, 'field')} differ${list.length === 1 ? 's' : ''}.`}
      </p>
      {list.length > 0 && <Differences list={list} />}
    </Dialog>
  );
}

function Differences({ list }: { list: Difference[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section aria-label="What differs" tabIndex={0} className="max-h-[50vh] overflow-auto">
      <table className="w-full table-fixed text-left text-sm max-sm:text-xs">
        <thead className="sticky top-0 bg-raised">
          <tr>
            <th scope="col" className="w-1/4 py-1.5 pr-3">
              Field
            </th>
            <th scope="col" className="py-1.5 pr-3">
              Mine
            </th>
            <th scope="col" className="py-1.5">
              Theirs
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line align-top">
          {list.map(({ what, mine, theirs }) => (
            <tr key={what}>
              <th scope="row" className="wrap-anywhere py-1.5 pr-3 font-medium">
                {what}
              </th>
              <td className="wrap-anywhere py-1.5 pr-3">{mine}</td>
              <td className="wrap-anywhere py-1.5 text-ink-soft">{theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
