// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const enquiryMessage: Schema<Schemas['EnquiryMessage']> = { _id: 'string', author: 'string', authorName: 'string', sentAt: 'string', text: 'string' };
export const sharedEnquiry: Schema<Schemas['SharedEnquiry']> = { messages: [enquiryMessage], trekId: 'string', trekName: 'string' };
export const oneSharedEnquiry: Schema<Schemas['OneSharedEnquiry']> = { enquiry: sharedEnquiry };
export const sharedEnquiryAnswer: Schema<Schemas['SharedEnquiryAnswer']> = { data: oneSharedEnquiry, 'status?': '=success' };
