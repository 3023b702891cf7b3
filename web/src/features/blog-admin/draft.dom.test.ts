import { expect, test } from 'vitest';
import { readDraft, saveDraft } from './draft';
import { EMPTY_FORM } from './form';

test('BLOGADM-11 a corrupt draft is reported on every read and replaced when the form is saved', () => {
  localStorage.setItem('blogDraft:1', '{"form"');
  expect([readDraft('1'), readDraft('1')]).toEqual(['corrupt', 'corrupt']);
  expect(saveDraft('1', { form: EMPTY_FORM, key: 'k' })).toBe(true);
  expect(readDraft('1')).toBeNull();
});
