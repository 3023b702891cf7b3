// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const uploadSigned: Schema<Schemas['UploadSigned']> = { expiresAt: 'string', headers: { '*': 'string' }, method: 'string', publicUrl: 'string', uploadUrl: 'string' };
export const uploadSignedAnswer: Schema<Schemas['UploadSignedAnswer']> = { data: uploadSigned, 'status?': '=success' };
export const uploadCompleted: Schema<Schemas['UploadCompleted']> = { publicUrl: 'string' };
export const uploadCompletedAnswer: Schema<Schemas['UploadCompletedAnswer']> = { data: uploadCompleted, 'status?': '=success' };
export const uploadedAnswer: Schema<Schemas['UploadedAnswer']> = { 'status?': '=success', url: 'string' };
