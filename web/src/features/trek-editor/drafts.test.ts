import { expect, test } from 'vitest';
import { readDraft } from './drafts';
import { newKey } from './form';

test('TREKADM-40 a corrupt draft is one however often it is read: React may read twice before it draws', () => {
  localStorage.setItem('trek-draft:1', '{"version":1,');
  expect([readDraft('1', newKey), readDraft('1', newKey)]).toEqual(['corrupt', 'corrupt']);
  expect(readDraft('2', newKey)).toBe('none');
});
