// The settings of the agency at the desk, and those of the operator.
import { queryOptions } from '@tanstack/react-query';
import { api, request, requestData } from '../../api/client';
import type { components } from '../../api/schema';
import { isValid } from '../../api/validate';
import { settingHistoryAnswer, settingsAnswer, settingsList } from '../../api/validators/settings';
import { messageAnswer } from '../../api/validators/site';

export type Setting = components['schemas']['Setting'];
export type OperatorSetting = components['schemas']['OperatorSetting'];
export type SettingsList = components['schemas']['SettingsList'];
/** Changed values by name; null resets a setting to its default. */
export type Edits = Readonly<Record<string, string | null>>;

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => requestData(api.GET('/api/settings', { signal }), settingsAnswer),
  staleTime: 0,
  // A form with edits must not change under the cursor. A save of an older version is refused with the new one.
  refetchOnWindowFocus: false,
});

export async function saveSettings(version: number, values: Edits): Promise<SettingsList> {
  return (await request(api.PATCH('/api/settings', { body: { version, values } }), settingsAnswer, 'silent')).data;
}

/** The settings that the server sent with a refusal because another owner saved first. */
export function readPresent(data: unknown): SettingsList | undefined {
  return isValid(settingsList, data) ? data : undefined;
}

export function historyQuery(name: string) {
  return queryOptions({
    queryKey: ['settings', name],
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/settings/{name}/history', { params: { path: { name } }, signal });
      return (await requestData(call, settingHistoryAnswer)).changes;
    },
    staleTime: 0,
  });
}

/** Sends an email to the owner, from a sender that need not be saved yet. */
export async function sendTestMail(mailFrom: string | null | undefined): Promise<string> {
  const body = mailFrom ? { mailFrom } : {};
  return (await request(api.POST('/api/settings/test-mail', { body }), messageAnswer, 'silent')).message;
}

/** A value as the desk shows it. */
export function valueText({ kind, choices }: Setting, value: string): string {
  if (kind === 'switch') return value === '1' || value === 'true' ? 'On' : 'Off';
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

/** The edits with one more; an edit that changes nothing is dropped. */
export function withEdit(edits: Edits, setting: Setting, value: string | null): Edits {
  const { [setting.name]: _, ...others } = edits;
  const isReset = value === null || (value.trim() === '' && setting.default === '');
  const isSame = isReset ? setting.source === 'default' && !setting.unusedValue : value === setting.value;
  return isSame ? others : { ...others, [setting.name]: isReset ? null : value };
}

/** The groups in the order of the server. */
export function groupsOf(settings: readonly Setting[]): Map<string, Setting[]> {
  const groups = new Map<string, Setting[]>();
  for (const setting of settings) groups.set(setting.group, [...(groups.get(setting.group) ?? []), setting]);
  return groups;
}

/** Whether a setting contains each word of a search. */
export function matches(search: string | undefined, { name, help, ...setting }: Setting | OperatorSetting): boolean {
  const shown = 'label' in setting ? [setting.group, setting.label] : [];
  const text = [name, help, ...shown].join(' ').toLowerCase();
  const words = search?.toLowerCase().split(/\s+/) ?? [];
  return words.every((word) => text.includes(word));
}
