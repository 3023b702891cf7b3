// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const publicReview: Schema<Schemas['PublicReview']> = { _id: 'string', 'answer?': 'string', name: 'string', rating: 'number', text: 'string', title: 'string', walkedOn: 'string' };
export const publicReviewList: Schema<Schemas['PublicReviewList']> = { 'average?': 'number', reviews: [publicReview], total: 'number' };
export const publicReviewListAnswer: Schema<Schemas['PublicReviewListAnswer']> = { data: publicReviewList, 'status?': '=success' };
export const writtenReview: Schema<Schemas['WrittenReview']> = { name: 'string', rating: 'number', text: 'string', title: 'string' };
export const reviewForm: Schema<Schemas['ReviewForm']> = { endDate: 'string', isPublished: 'boolean', 'review?': writtenReview, startDate: 'string', suggestedName: 'string', trek: 'string', trekId: 'string' };
export const reviewFormAnswer: Schema<Schemas['ReviewFormAnswer']> = { data: reviewForm, 'status?': '=success' };
