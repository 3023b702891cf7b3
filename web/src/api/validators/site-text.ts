// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const siteQuestion: Schema<Schemas['SiteQuestion']> = { answer: 'string', question: 'string' };
export const siteText: Schema<Schemas['SiteText']> = { 'html?': 'string', 'questions?': [siteQuestion], 'title?': 'string' };
export const siteTextAnswer: Schema<Schemas['SiteTextAnswer']> = { data: siteText, 'status?': '=success' };
