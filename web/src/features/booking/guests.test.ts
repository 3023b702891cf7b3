import { expect, test } from 'vitest';
import { isPhone } from '../../lib/phone';
import { blankGuest, guestFormSchema, initialGuestForm } from './guests';
import { bookingTexts } from './messages';

const maya = { name: 'Maya Gurung', age: '31', gender: 'Female' as const, phoneNumber: '+977 9812345678' };

function messagesOf(form: unknown): Record<string, string> {
  const result = guestFormSchema.safeParse(form);
  return Object.fromEntries((result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]));
}

test('GUEST-06 a name needs two characters, blanks do not count, and every script is allowed', () => {
  for (const name of ['', ' ', 'A', ' B ', 'é'.normalize('NFD')]) {
    expect(
      messagesOf({ primaryGuest: { ...maya, name }, additionalGuests: [], additionalNotes: '', buyerPan: '' }),
    ).toEqual({
      'primaryGuest.name': bookingTexts.name,
    });
  }
  for (const name of ['Li', 'माया गुरुङ', '山田 花子', 'Łukasz Żółć', 'Nguyễn Thị Ánh', "O'Neil-Šá"]) {
    expect(
      messagesOf({ primaryGuest: { ...maya, name }, additionalGuests: [], additionalNotes: '', buyerPan: '' }),
    ).toEqual({});
  }
  expect(
    messagesOf({
      primaryGuest: { ...maya, name: 'x'.repeat(101) },
      additionalGuests: [],
      additionalNotes: '',
      buyerPan: '',
    }),
  ).toHaveProperty(['primaryGuest.name']);
});

test('GUEST-07 a phone number is an optional plus followed by ten digits, with spaces and hyphens allowed', () => {
  for (const good of ['9812345678', '+977 981 234 5678', '020-7946-0958 1', '+44 20 7946 0958'])
    expect(isPhone(good)).toBe(true);
  for (const bad of [
    '',
    '12345',
    '123-456-78',
    '++9812345678',
    '98123x5678',
    '9812345678+',
    '(020) 79460958',
    '1 2 3 4 5 6 7 8 9',
  ])
    expect(isPhone(bad)).toBe(false);
});

test('GUEST-07 the primary guest needs a phone number, the others may leave it empty', () => {
  const form = {
    primaryGuest: { ...maya, phoneNumber: '' },
    additionalGuests: [
      { ...maya, phoneNumber: '' },
      { ...maya, phoneNumber: '12' },
    ],
    additionalNotes: '',
    buyerPan: '',
  };
  expect(messagesOf(form)).toEqual({
    'primaryGuest.phoneNumber': bookingTexts.phone,
    'additionalGuests.1.phoneNumber': bookingTexts.phone,
  });
});

test('GUEST-08 an age is a whole number from 5 to 100', () => {
  for (const age of ['5', '100', ' 44 '])
    expect(
      messagesOf({ primaryGuest: { ...maya, age }, additionalGuests: [], additionalNotes: '', buyerPan: '' }),
    ).toEqual({});
  for (const age of ['', '4', '101', '-5', '30.5', 'ten', '1e1', '0']) {
    expect(
      messagesOf({ primaryGuest: { ...maya, age }, additionalGuests: [], additionalNotes: '', buyerPan: '' }),
    ).toEqual({
      'primaryGuest.age': bookingTexts.age,
    });
  }
});

test('GUEST-05 GUEST-10 each additional guest has a form, and a new guest is Male by default', () => {
  expect(blankGuest().gender).toBe('Male');
  expect(initialGuestForm(1, { name: 'Maya' }).additionalGuests).toHaveLength(0);
  expect(initialGuestForm(5, { name: 'Maya' }).additionalGuests).toEqual(Array(4).fill(blankGuest()));
  expect(initialGuestForm(100, { name: 'Maya' }).additionalGuests).toHaveLength(99);
});

test('changing the number of guests keeps what was typed', () => {
  const kept = {
    primaryGuest: { ...maya, name: 'Someone Else' },
    additionalGuests: [
      { ...maya, name: 'First' },
      { ...maya, name: 'Second' },
    ],
    additionalNotes: 'Vegetarian',
  };
  const grown = initialGuestForm(4, { name: 'Maya' }, kept);
  expect(grown.primaryGuest.name).toBe('Someone Else');
  expect(grown.additionalGuests.map((guest) => guest.name)).toEqual(['First', 'Second', '']);
  expect(grown.additionalNotes).toBe('Vegetarian');
  expect(initialGuestForm(2, { name: 'Maya' }, kept).additionalGuests.map((guest) => guest.name)).toEqual(['First']);
});

test('the PAN of a company has nine digits', () => {
  const form = { primaryGuest: maya, additionalGuests: [], additionalNotes: '' };
  for (const buyerPan of ['', ' 301234567 ', '301-234 567']) expect(messagesOf({ ...form, buyerPan })).toEqual({});
  for (const buyerPan of ['30123456', '30123456a'])
    expect(messagesOf({ ...form, buyerPan })).toEqual({ buyerPan: 'PAN or VAT number must be nine digits' });
});
