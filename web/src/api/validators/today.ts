// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const task: Schema<Schemas['Task']> = { _id: 'string', 'amount?': 'number', 'currency?': 'string', 'date?': 'string', 'guests?': 'number', 'guides?': ['string'], 'minimum?': 'number', 'name?': 'string', subject: 'string' };
export const taskGroup: Schema<Schemas['TaskGroup']> = { count: 'number', kind: 'string', tasks: [task] };
export const today: Schema<Schemas['Today']> = { date: 'string', groups: [taskGroup] };
export const todayAnswer: Schema<Schemas['TodayAnswer']> = { data: today, 'status?': '=success' };
export const month: Schema<Schemas['Month']> = { guests: 'number', 'income?': 'number', month: 'string' };
export const monthList: Schema<Schemas['MonthList']> = { currency: 'string', months: [month] };
export const monthsAnswer: Schema<Schemas['MonthsAnswer']> = { data: monthList, 'status?': '=success' };
