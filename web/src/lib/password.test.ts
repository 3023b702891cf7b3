import { expect, test } from 'vitest';
import golden from '../../../contract/password-cases.json';
import { isOwnEmail } from './password';

test.each(golden.cases)('$password is judged as the password of $email as the server judges it', (one) => {
  expect(isOwnEmail(one.password, one.email)).toBe(one.refused);
});

test('a form without email and password has no password that is refused for its email', () => {
  expect(isOwnEmail('', '')).toBe(false);
});
