// The initial state of the editor: the trek, or its draft in local storage (decision 89).
import type { Trek } from '../../api/types';
import { sameTrek } from './compare';
import { toForm } from './document';
import { type Attempt, dropDraft, NEW, readDraft } from './drafts';
import { blankTrek, type Charges, newKey, type TrekForm } from './form';
import { type Disagreement, mergeTreks, takenInWords, withKeysOf } from './merge-treks';

export interface InitialState {
  form: TrekForm;
  /** The form that counts as saved. */
  saved: TrekForm;
  /** Time when the restored draft was saved. */
  restored?: number;
  corrupt: boolean;
  /** Changes of another editor that were merged into the draft, in words. */
  merged?: string[];
  disagreement?: Disagreement;
  attempt?: Attempt;
}

export function readInitialState(trek: Trek | undefined, charges?: Charges): InitialState {
  const id = trek?._id ?? NEW;
  const saved = trek ? toForm(trek, newKey) : blankTrek(newKey, charges);
  const kept = readDraft(id, newKey);
  const fresh = { form: saved, saved, corrupt: kept === 'corrupt' };
  if (kept === 'none' || kept === 'corrupt') return fresh;
  const { form, base, version, savedAt, attempt } = kept.draft;
  if (sameTrek(form, saved)) {
    dropDraft(id);
    return fresh;
  }
  if (trek && version !== trek.version) {
    const theirs = withKeysOf(base ?? form, saved);
    const disagreement: Disagreement = { kind: 'draft', base, mine: form, theirs, version: trek.version };
    const merged = mergeTreks(disagreement);
    if (merged.collisions.length > 0) return { ...fresh, disagreement };
    const words = takenInWords(disagreement, merged);
    return { form: merged.value, saved: theirs, restored: savedAt, corrupt: false, merged: words };
  }
  // The same version with the keys of the draft.
  const began = base && sameTrek(base, saved) ? base : withKeysOf(form, saved);
  return { form, saved: began, restored: savedAt, corrupt: false, ...(attempt && { attempt }) };
}
