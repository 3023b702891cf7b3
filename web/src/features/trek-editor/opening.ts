// What the form begins with: the trek, or the draft of it that this device has kept (decision 89).
import type { Trek } from '../../api/types';
import type { Disagreement } from './Conflict';
import { sameTrek } from './compare';
import { toForm } from './document';
import { type Attempt, dropDraft, NEW, readDraft } from './drafts';
import { blankTrek, newKey, type TrekForm } from './form';

export interface Opening {
  form: TrekForm;
  /** What counts as saved. */
  saved: TrekForm;
  /** When the draft was kept that is open now. */
  restored?: number;
  corrupt: boolean;
  disagreement?: Disagreement;
  attempt?: Attempt;
}

export function opening(trek: Trek | undefined): Opening {
  const id = trek?._id ?? NEW;
  const saved = trek ? toForm(trek, newKey) : blankTrek(newKey);
  const kept = readDraft(id, newKey);
  const fresh = { form: saved, saved, corrupt: kept === 'corrupt' };
  if (kept === 'none' || kept === 'corrupt') return fresh;
  const { form, version, savedAt, attempt } = kept.draft;
  if (sameTrek(form, saved)) {
    dropDraft(id);
    return fresh;
  }
  if (trek && version !== trek.version) {
    const disagreement: Disagreement = { kind: 'draft', mine: form, theirs: saved, version: trek.version };
    return { ...fresh, disagreement };
  }
  return { form, saved, restored: savedAt, corrupt: false, ...(attempt && { attempt }) };
}
