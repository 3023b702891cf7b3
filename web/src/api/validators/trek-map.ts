// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const coordinates: Schema<Schemas['Coordinates']> = { latitude: 'number', longitude: 'number' };
export const highestPoint: Schema<Schemas['HighestPoint']> = { altitude: 'number', coordinates, name: 'string' };
export const trekOnMap: Schema<Schemas['TrekOnMap']> = { _id: 'string', 'highestPoint?': highestPoint, lines: [[['number']]] };
export const trekMap: Schema<Schemas['TrekMap']> = { treks: [trekOnMap] };
export const trekMapAnswer: Schema<Schemas['TrekMapAnswer']> = { data: trekMap, 'status?': '=success' };
