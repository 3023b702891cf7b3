import { expect, test } from 'vitest';
import { COUNTRIES, countriesLike, countryOf } from './countries';

test('every code has a name, and no country is listed twice', () => {
  expect(COUNTRIES).toHaveLength(243);
  expect(new Set(COUNTRIES).size).toBe(243);
  expect(COUNTRIES).toContain('Nepal');
});

test('a country is found by its prefix first, without accents, and by its common names', () => {
  expect(countriesLike('ne').slice(0, 2)).toEqual(['Nepal', 'Netherlands']);
  expect(countriesLike('zealand')[0]).toBe('New Zealand');
  expect(countriesLike('reunion')).toEqual(['Réunion']);
  expect(countriesLike('usa')[0]).toBe('United States');
  expect(countriesLike('qqq')).toEqual([]);
  expect(countriesLike(' ')).toHaveLength(243);
});

test('a fully typed name is the country it names, ignoring case', () => {
  expect(countryOf(' nepal ')).toBe('Nepal');
  expect(countryOf('UK')).toBe('United Kingdom');
  expect(countryOf("cote d'ivoire")).toBe(COUNTRIES.find((name) => name.startsWith('Côte')));
  expect(countryOf('Nepa')).toBeUndefined();
  expect(countryOf('')).toBeUndefined();
});
