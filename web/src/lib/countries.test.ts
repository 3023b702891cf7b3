import { expect, test } from 'vitest';
import { COUNTRIES, findCountry, searchCountries } from './countries';

test('every code has a name, and no country is listed twice', () => {
  expect(COUNTRIES).toHaveLength(243);
  expect(new Set(COUNTRIES).size).toBe(243);
  expect(COUNTRIES).toContain('Nepal');
});

test('a country is found by its prefix first, without accents, and by its common names', () => {
  expect(searchCountries('ne').slice(0, 2)).toEqual(['Nepal', 'Netherlands']);
  expect(searchCountries('zealand')[0]).toBe('New Zealand');
  expect(searchCountries('reunion')).toEqual(['Réunion']);
  expect(searchCountries('usa')[0]).toBe('United States');
  expect(searchCountries('qqq')).toEqual([]);
  expect(searchCountries(' ')).toHaveLength(243);
});

test('a fully typed name is the country it names, ignoring case', () => {
  expect(findCountry(' nepal ')).toBe('Nepal');
  expect(findCountry('UK')).toBe('United Kingdom');
  expect(findCountry("cote d'ivoire")).toBe(COUNTRIES.find((name) => name.startsWith('Côte')));
  expect(findCountry('Nepa')).toBeUndefined();
  expect(findCountry('')).toBeUndefined();
});
