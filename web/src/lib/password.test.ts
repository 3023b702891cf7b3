import { expect, test } from 'vitest';
import golden from '../../../contract/password-cases.json';
import { isOwnEmail } from './password';

test.each(golden.cases)('$password for $email is accepted or rejected as on the server', (one) => {
  expect(isOwnEmail(one.password, one.email)).toBe(one.refused);
});

test('an empty form is not rejected for a password that equals the email', () => {
  expect(isOwnEmail('', '')).toBe(false);
});
