// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';
import { enquiryMessage } from './enquiries';

type Schemas = components['schemas'];

export const enquiryThread: Schema<Schemas['EnquiryThread']> = { _id: 'string', createdAt: 'string', email: 'string', isVerified: 'boolean', lastMessageAt: 'string', name: 'string', status: 'string', trekId: 'string', trekName: 'string', version: 'number', messages: [enquiryMessage] };
export const oneEnquiry: Schema<Schemas['OneEnquiry']> = { enquiry: enquiryThread };
export const enquiryAnswer: Schema<Schemas['EnquiryAnswer']> = { data: oneEnquiry, 'status?': '=success' };
export const enquiry: Schema<Schemas['Enquiry']> = { _id: 'string', createdAt: 'string', email: 'string', isVerified: 'boolean', lastMessageAt: 'string', name: 'string', status: 'string', trekId: 'string', trekName: 'string', version: 'number' };
export const enquiryList: Schema<Schemas['EnquiryList']> = { enquiries: [enquiry], total: 'number' };
export const enquiryListAnswer: Schema<Schemas['EnquiryListAnswer']> = { data: enquiryList, 'status?': '=success' };
export const savedReply: Schema<Schemas['SavedReply']> = { _id: 'string', text: 'string', title: 'string', version: 'number' };
export const oneSavedReply: Schema<Schemas['OneSavedReply']> = { savedReply };
export const savedReplyAnswer: Schema<Schemas['SavedReplyAnswer']> = { data: oneSavedReply, 'status?': '=success' };
export const savedReplyList: Schema<Schemas['SavedReplyList']> = { savedReplies: [savedReply] };
export const savedReplyListAnswer: Schema<Schemas['SavedReplyListAnswer']> = { data: savedReplyList, 'status?': '=success' };
