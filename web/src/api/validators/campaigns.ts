// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const recipientCounts: Schema<Schemas['RecipientCounts']> = { failed: 'number', open: 'number', sent: 'number', skipped: 'number' };
export const campaign: Schema<Schemas['Campaign']> = { _id: 'string', audience: { 'departureId?': 'string', kind: 'string' }, body: 'string', createdAt: 'string', createdBy: 'string', 'departure?': 'string', recipients: recipientCounts, 'startedAt?': 'string', status: 'string', subject: 'string', version: 'number' };
export const oneCampaign: Schema<Schemas['OneCampaign']> = { campaign };
export const campaignAnswer: Schema<Schemas['CampaignAnswer']> = { data: oneCampaign, 'status?': '=success' };
export const campaignList: Schema<Schemas['CampaignList']> = { campaigns: [campaign], total: 'number' };
export const campaignListAnswer: Schema<Schemas['CampaignListAnswer']> = { data: campaignList, 'status?': '=success' };
export const campaignPreview: Schema<Schemas['CampaignPreview']> = { html: 'string', recipients: 'number', subject: 'string', text: 'string' };
export const campaignPreviewAnswer: Schema<Schemas['CampaignPreviewAnswer']> = { data: campaignPreview, 'status?': '=success' };
export const campaignRecipient: Schema<Schemas['CampaignRecipient']> = { _id: 'string', email: 'string', 'endedAt?': 'string', 'error?': 'string', name: 'string', status: 'string' };
export const campaignRecipients: Schema<Schemas['CampaignRecipients']> = { recipients: [campaignRecipient], total: 'number' };
export const campaignRecipientsAnswer: Schema<Schemas['CampaignRecipientsAnswer']> = { data: campaignRecipients, 'status?': '=success' };
