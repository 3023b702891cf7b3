// The pages of contract/routes.json, their routes, guards and files.
import { readdirSync, readFileSync } from 'node:fs';
import { matchRoutes, type RouteObject } from 'react-router';
import { describe, expect, test } from 'vitest';
import list from '../../contract/routes.json';
import { LoggedOutOnly, RequireAdmin, RequireGuide, RequireSession } from './features/session/guards';
import { isDesk, paths } from './paths';
import { routes } from './routes';

const GUARDS: Record<string, unknown> = {
  'logged-out': LoggedOutOnly,
  session: RequireSession,
  admin: RequireAdmin,
  guide: RequireGuide,
};
const pages = Object.entries(list);
const address = (path: string) => (path === '*' ? '/nowhere' : path.replace(/:\w+/, '1'));
const typeOf = (route: RouteObject) => (route.element as { type?: unknown } | undefined)?.type;

describe('NAV-01 every page of contract/routes.json', () => {
  test.each(pages)('%s is a route behind its guard', (name, { path, guard }) => {
    const matches = matchRoutes(routes, address(path)) ?? [];
    expect(matches.at(-1)?.route).toMatchObject({ id: name, path });
    const guards = matches.map(({ route }) => typeOf(route)).filter((type) => Object.values(GUARDS).includes(type));
    expect(guards).toEqual(guard === 'public' ? [] : [GUARDS[guard]]);
  });

  test.each(pages)('%s has a file that exports its component', (_, { page }) => {
    const text = readFileSync(`src/pages/${page}.tsx`, 'utf8');
    expect(text).toContain(`export function ${page}(`);
  });
});

test('NAV-01 every page file belongs to a page', () => {
  const files = readdirSync('src/pages').flatMap((name) => /^(\w+Page)\.tsx$/.exec(name)?.[1] ?? []);
  // The crash page has no path, and the legal page is the layout of two pages.
  const known = [...pages.map(([, { page }]) => page), 'CrashPage', 'LegalPage'];
  expect(files.filter((name) => !known.includes(name))).toEqual([]);
});

test('parameters are escaped in a URL', () => {
  expect(paths.package('a/b $& c', '2026-12-01')).toBe('/package/a%2Fb%20%24%26%20c?date=2026-12-01');
  expect(paths.myBooking('x')).toBe('/dashboard/bookings/x');
  expect(isDesk(paths.editPackage('1'))).toBe(true);
  expect(isDesk(paths.package('1'))).toBe(false);
});
