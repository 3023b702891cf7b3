// What the roles of the session may open. The server decides about every call.
import type { User } from '../../api/types';
import { paths } from '../../paths';

type Person = Pick<User, 'role'> | null | undefined;

/** Staff and administrators work at the desk. */
export const isStaff = (person: Person) => person?.role === 'admin' || person?.role === 'staff';

export const isAdmin = (person: Person) => person?.role === 'admin';

/** Guides read the manifests of their departures. */
export const isGuide = (person: Person) => person?.role === 'guide';

/** Where the name in the header leads. */
export function homeOf(person: Person): string {
  if (isStaff(person)) return paths.admin;
  return isGuide(person) ? paths.guide : paths.packages;
}
