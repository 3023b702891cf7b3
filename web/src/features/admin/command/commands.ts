// Commands that need no search: admin screens and actions. None of them changes or sends anything directly: they open
// the screen that asks for confirmation.
import { chooseTheme, type Theme } from '../../../lib/theme';
import { paths } from '../../../paths';
import { type AdminGroup, sectionPath } from '../sections';
import { goShortcut } from './shortcuts';

export interface Command {
  id: string;
  label: string;
  /** Secondary text after the label. */
  note?: string;
  /** Additional search words. */
  words?: string;
  /** Keyboard shortcut, for example 'g t'. */
  keys?: string;
  to?: string;
  act?: () => void;
  /** Whether it is listed under Recent after use. */
  kept?: boolean;
}

export interface CommandGroup {
  label: string;
  commands: Command[];
}

export function screenCommands(groups: readonly AdminGroup[]): Command[] {
  return groups.flatMap((group) =>
    group.sections.map((section) => ({
      id: `place:${section.id}`,
      label: section.label,
      note: group.label,
      words: 'go to open',
      keys: goShortcut(section.id),
      to: sectionPath(section),
    })),
  );
}

const THEME_NAMES: Record<Theme, string> = { light: 'light', dark: 'dark', system: 'system' };

export function actionCommands({
  theme,
  openSheet,
  logOut,
}: {
  theme: Theme;
  openSheet: () => void;
  logOut: () => void;
}): Command[] {
  const bookings = paths.adminSection('all-bookings');
  const themes = (Object.keys(THEME_NAMES) as Theme[]).filter((one) => one !== theme);
  return [
    { id: 'do:trek', label: 'New trek', words: 'add create', to: paths.adminSection('add-new-trek') },
    { id: 'do:departure', label: 'New departure', words: 'add create date series', to: paths.newDeparture },
    { id: 'do:blog', label: 'New blog', words: 'add create write article post', to: paths.adminSection('create-blog') },
    {
      id: 'do:refund',
      label: 'Refund or cancel a booking…',
      note: 'select a booking first',
      words: 'money back',
      to: bookings,
    },
    { id: 'do:unpaid', label: 'Unpaid bookings', words: 'pending', to: `${bookings}&status=Pending` },
    { id: 'do:csv', label: 'Export bookings…', note: 'as CSV', words: 'download file', to: bookings },
    {
      id: 'do:mails',
      label: 'Export subscribers…',
      note: 'as CSV',
      words: 'download file newsletter',
      to: paths.adminSection('manage-subscribers'),
    },
    ...themes.map((one) => ({
      id: `do:${one}`,
      label: `Switch theme: ${THEME_NAMES[one]}`,
      words: 'mode colours night day appearance',
      act: () => chooseTheme(one),
    })),
    { id: 'do:keys', label: 'Keyboard shortcuts', words: 'help', keys: '?', act: openSheet },
    { id: 'do:site', label: 'View site', words: 'home front', to: paths.home },
    { id: 'do:leave', label: 'Log out', words: 'logout sign out leave', act: logOut },
  ];
}

const foldText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** True when every typed word is the prefix of a word of the command. */
export function matchesCommand({ label, note = '', words = '' }: Command, typed: string): boolean {
  const offered = ` ${foldText(`${label} ${note} ${words}`).replace(/[^\p{L}\p{N}@.]+/gu, ' ')}`;
  const asked = foldText(typed)
    .split(/[^\p{L}\p{N}@.]+/u)
    .filter(Boolean);
  return (asked.length > 0 || !typed.trim()) && asked.every((word) => offered.includes(` ${word}`));
}
