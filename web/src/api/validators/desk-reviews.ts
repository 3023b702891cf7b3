// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const review: Schema<Schemas['Review']> = { _id: 'string', 'answer?': 'string', bookingId: 'string', createdAt: 'string', name: 'string', rating: 'number', 'reason?': 'string', reference: 'string', state: 'string', text: 'string', title: 'string', trek: 'string', trekId: 'string', version: 'number', walkedOn: 'string' };
export const oneReview: Schema<Schemas['OneReview']> = { review };
export const reviewAnswer: Schema<Schemas['ReviewAnswer']> = { data: oneReview, 'status?': '=success' };
export const reviewList: Schema<Schemas['ReviewList']> = { reviews: [review], total: 'number' };
export const reviewListAnswer: Schema<Schemas['ReviewListAnswer']> = { data: reviewList, 'status?': '=success' };
