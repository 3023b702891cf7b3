// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';
import { proposal, proposalBooking } from './proposal';

type Schemas = components['schemas'];

export const listedProposal: Schema<Schemas['ListedProposal']> = { _id: 'string', 'booking?': proposalBooking, currency: 'string', customTrekId: 'string', guests: 'number', name: 'string', number: 'number', startDate: 'string', state: 'string', title: 'string', total: 'number', updatedAt: 'string', validUntil: 'string' };
export const proposalList: Schema<Schemas['ProposalList']> = { proposals: [listedProposal], total: 'number' };
export const proposalListAnswer: Schema<Schemas['ProposalListAnswer']> = { data: proposalList, 'status?': '=success' };
export const staffProposal: Schema<Schemas['StaffProposal']> = { createdAt: 'string', customTrekId: 'string', email: 'string', name: 'string', 'sentAt?': 'string', shown: proposal, updatedAt: 'string', 'url?': 'string', version: 'number' };
export const oneStaffProposal: Schema<Schemas['OneStaffProposal']> = { proposal: staffProposal };
export const staffProposalAnswer: Schema<Schemas['StaffProposalAnswer']> = { data: oneStaffProposal, 'status?': '=success' };
