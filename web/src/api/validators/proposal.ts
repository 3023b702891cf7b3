// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';
import { cancellationDeadline, installment, priceBreakdown } from './booking';

type Schemas = components['schemas'];

export const proposalBooking: Schema<Schemas['ProposalBooking']> = { _id: 'string', reference: 'string', status: 'string' };
export const proposalDay: Schema<Schemas['ProposalDay']> = { description: 'string', from: 'string', lodging: 'string', to: 'string' };
export const proposalLine: Schema<Schemas['ProposalLine']> = { amount: 'number', counts: 'boolean', quantity: 'number', text: 'string', unitPrice: 'number' };
export const proposal: Schema<Schemas['Proposal']> = { _id: 'string', bannerImage: 'string', 'booking?': proposalBooking, canBeAccepted: 'boolean', cancellationDeadlines: [cancellationDeadline], days: [proposalDay], endDate: 'string', guests: 'number', included: ['string'], lines: [proposalLine], location: 'string', message: 'string', notIncluded: ['string'], number: 'number', priceBreakdown, pricePerHead: 'number', schedule: [installment], startDate: 'string', state: 'string', 'terms?': { balance: { 'daysBefore?': 'number', 'onArrival?': 'boolean' }, deposit: { 'perPerson?': 'number', 'percent?': 'number' } }, title: 'string', validUntil: 'string' };
export const oneProposal: Schema<Schemas['OneProposal']> = { proposal };
export const proposalAnswer: Schema<Schemas['ProposalAnswer']> = { data: oneProposal, 'status?': '=success' };
