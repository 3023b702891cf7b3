import { describe, expect, test } from 'vitest';
import { guestsInWords, readGuestCount } from './guest-count';

describe('the custom number of guests', () => {
  test('GUEST-03 a number from 1 to 100 is accepted as typed', () => {
    for (const count of [1, 2, 10, 11, 99, 100]) {
      expect(readGuestCount(String(count))).toEqual({ count, text: String(count) });
    }
    expect(readGuestCount(' 12 ')).toEqual({ count: 12, text: '12' });
  });

  test('GUEST-03 a number outside the limits is set to the nearest limit, with a message', () => {
    expect(readGuestCount('0')).toMatchObject({ count: 1, text: '1', message: expect.stringContaining('set to 1') });
    expect(readGuestCount('-4')).toMatchObject({ count: 1 });
    expect(readGuestCount('101')).toMatchObject({
      count: 100,
      text: '100',
      message: expect.stringContaining('at most 100'),
    });
    expect(readGuestCount('999999999999')).toMatchObject({ count: 100 });
  });

  test('GUEST-02 BOOK-05 an empty or unreadable entry counts as no number', () => {
    expect(readGuestCount('')).toEqual({ count: null, text: '' });
    expect(readGuestCount('   ')).toEqual({ count: null, text: '' });
    expect(readGuestCount('five')).toMatchObject({ count: null, message: expect.any(String) });
    expect(readGuestCount('1e999')).toMatchObject({ count: null });
  });

  test('a fraction of a guest is cut off with a message', () => {
    expect(readGuestCount('2.7')).toMatchObject({ count: 2, text: '2', message: expect.stringContaining('whole') });
  });

  test('the unit is singular for one guest and plural for more', () => {
    expect(guestsInWords(1)).toBe('1 guest');
    expect(guestsInWords(5)).toBe('5 guests');
  });
});
