// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const settingHistoryEntry: Schema<Schemas['SettingHistoryEntry']> = { 'after?': 'string', at: 'string', 'before?': 'string', who: 'string' };
export const settingHistory: Schema<Schemas['SettingHistory']> = { changes: [settingHistoryEntry] };
export const settingHistoryAnswer: Schema<Schemas['SettingHistoryAnswer']> = { data: settingHistory, 'status?': '=success' };
export const operatorSetting: Schema<Schemas['OperatorSetting']> = { help: 'string', isSecret: 'boolean', isSet: 'boolean', name: 'string', 'setIn?': 'string', source: 'string', 'value?': 'string' };
export const settingChoice: Schema<Schemas['SettingChoice']> = { label: 'string', value: 'string' };
export const setting: Schema<Schemas['Setting']> = { 'changedAt?': 'string', 'changedBy?': 'string', choices: [settingChoice], default: 'string', group: 'string', help: 'string', kind: 'string', label: 'string', name: 'string', 'problem?': 'string', 'setIn?': 'string', source: 'string', 'unusedValue?': 'string', 'usedIfEmpty?': 'string', value: 'string' };
export const settingsList: Schema<Schemas['SettingsList']> = { operatorSettings: [operatorSetting], settings: [setting], unknown: ['string'], version: 'number' };
export const settingsAnswer: Schema<Schemas['SettingsAnswer']> = { data: settingsList, 'status?': '=success' };
