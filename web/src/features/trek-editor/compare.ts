// What differs between two states of a trek, in words that fit a list: mine and theirs.
import { shorten } from '../../lib/text';
import { dayDocument, toDocument } from './document';
import type { RouteForm, TrekForm } from './form';

export interface Difference {
  what: string;
  mine: string;
  theirs: string;
}

type Said = Record<string, string>;

/** Only the fields that differ; a day is one field, since its parts are too many to be read side by side. */
export function differences(mine: TrekForm, theirs: TrekForm): Difference[] {
  const [ours, others] = [said(mine), said(theirs)];
  const fields = [...new Set([...Object.keys(ours), ...Object.keys(others)])];
  return fields.flatMap((what) => {
    const [a, b] = [ours[what] ?? '', others[what] ?? ''];
    if (a === b) return [];
    const [mine, theirs] = excerpts(readable(a), readable(b));
    return [{ what, mine, theirs }];
  });
}

const LONGEST = 240;
const BEFORE = 60;

/** Long texts from a little before the place where they part: what both say is not read twice to find one word. */
export function excerpts(a: string, b: string): [string, string] {
  if (Math.max(a.length, b.length) <= LONGEST) return [a, b];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  // From the beginning of a word, else from the beginning.
  const from = at > BEFORE ? a.lastIndexOf(' ', at - BEFORE) + 1 : 0;
  const cut = (text: string) => (from > 0 ? '…' : '') + shorten(text.slice(from), LONGEST);
  return [cut(a), cut(b)];
}

/** Keys aside, the same trek. */
export function sameTrek(a: TrekForm, b: TrekForm): boolean {
  return JSON.stringify(toDocument(a)) === JSON.stringify(toDocument(b));
}

function said(form: TrekForm): Said {
  const place = ({ name, latitude, longitude }: TrekForm['startingPlace']) => `${name} (${latitude}, ${longitude})`;
  const terms = form.paymentDetails;
  const fields: Said = {
    Name: form.name,
    Location: form.location,
    Description: form.description,
    Features: form.features.join(', '),
    Difficulty: form.difficulty,
    'Best seasons': form.bestSeasons.join(', '),
    'Starting place': place(form.startingPlace),
    'Ending place': place(form.endingPlace),
    'Banner image': form.bannerImage,
    'Secondary images': form.secondaryImages.join(', '),
    'Group discount': `${terms.groupDiscountPercentage} % from ${terms.groupDiscountThreshold}${terms.isGroupDiscountApplicable ? '' : ', off'}`,
    'Tax %': terms.gst,
    'Service Fee %': terms.serviceFee,
    'Insurance per person': terms.insurancePerPerson,
    'Booking fee': terms.bookingFee,
  };
  form.routes.forEach((route, at) => {
    Object.assign(fields, saidOfRoute(route, at));
  });
  return fields;
}

function saidOfRoute(route: RouteForm, at: number): Said {
  const called = `Route ${at + 1}`;
  const fields: Said = {
    [`${called}: name`]: route.name,
    [`${called}: description`]: route.description,
    [`${called}: price per head`]: route.pricePerHead,
    [`${called}: days`]: `${route.numberOfDays}, nights ${route.numberOfNights}`,
    [`${called}: visible`]: route.isVisible ? 'yes' : 'no',
  };
  route.dailyActivities.forEach((day, index) => {
    const names = day.waypoints.map((one) => one.name).join(' → ');
    fields[`${called}, day ${index + 1}`] = `${names}\u0000${JSON.stringify(dayDocument(day))}`;
  });
  return fields;
}

/** Of a day its names are shown, and the rest only compared. */
function readable(text: string): string {
  return text.split('\u0000')[0] || '(nothing)';
}
