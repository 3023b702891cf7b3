import { expect, test } from 'vitest';
import { makeDay, makeRoute, makeTrek } from '../../fixtures';
import { toDocument, toForm } from './document';
import { keepDraft, readDraft } from './drafts';
import { newKey } from './form';

test('TREKADM-40 a corrupt draft is reported every time it is read', () => {
  localStorage.setItem('trek-draft:1', '{"version":1,');
  expect([readDraft('1', newKey), readDraft('1', newKey)]).toEqual(['corrupt', 'corrupt']);
  expect(readDraft('2', newKey)).toBe('none');
});

// A trek with a value in every field of the form.
const trek = makeTrek({
  description: 'Up to the foot of the mountain.',
  features: ['Glaciers'],
  difficulty: 'Challenging',
  bestSeasons: ['Oct', 'Nov'],
  region: 'Everest',
  included: ['Guide'],
  notIncluded: ['Flights'],
  routes: [makeRoute({ numberOfDays: 1, numberOfNights: 0, dailyActivities: [makeDay()] })],
});
const form = toForm(trek, newKey);

test('TREKADM-38 a draft restores every field of the form', () => {
  keepDraft('1', { version: 1, savedAt: 1, form });
  const kept = readDraft('1', newKey);
  expect(kept).toEqual({ draft: { version: 1, savedAt: 1, form } });
});

test('in a draft older than the fields region and included, both are blank', () => {
  const { region: _, included: __, notIncluded: ___, ...older } = form;
  localStorage.setItem('trek-draft:1', JSON.stringify({ version: 1, savedAt: 1, form: older }));
  expect(readDraft('1', newKey)).toMatchObject({
    draft: { form: { ...older, region: '', included: [], notIncluded: [] } },
  });
});

test('every editable field is sent as it was read', () => {
  const sent = toDocument(form, 1);
  const { name, description, location, features, difficulty, bestSeasons, region, included, notIncluded } = trek;
  expect(sent).toMatchObject({
    version: 1,
    ...{ name, description, location, features, difficulty, bestSeasons, region, included, notIncluded },
    ...{ startingPlace: trek.startingPlace, endingPlace: trek.endingPlace, images: trek.images },
    paymentDetails: trek.paymentDetails,
  });
  const emptied = toDocument({ ...form, difficulty: '', region: ' ', included: [' '] });
  expect(emptied, 'an empty value is sent, since the server keeps the value of a missing field').toMatchObject({
    ...{ difficulty: '', region: '', included: [] },
  });
});
