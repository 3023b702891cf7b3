import { expect, test } from 'vitest';
import { isOwnEmail } from './password';

test('the own address and what stands before its @ are no password, in any case', () => {
  for (const password of ['maya.gurung@example.com', 'MAYA.Gurung', ' maya.gurung ']) {
    expect(isOwnEmail(password, ' Maya.Gurung@example.com'), password).toBe(true);
  }
  for (const password of ['maya.gurung.2026', 'pemba@example.com', '']) {
    expect(isOwnEmail(password, 'maya.gurung@example.com'), password).toBe(false);
  }
  expect(isOwnEmail('', '')).toBe(false);
});
