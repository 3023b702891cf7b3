// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const invitation: Schema<Schemas['Invitation']> = { _id: 'string', createdAt: 'string', email: 'string', expiresAt: 'string', invitedBy: 'string', isExpired: 'boolean', role: 'string' };
export const oneInvitation: Schema<Schemas['OneInvitation']> = { invitation };
export const invitationAnswer: Schema<Schemas['InvitationAnswer']> = { data: oneInvitation, 'status?': '=success' };
export const receivedInvitation: Schema<Schemas['ReceivedInvitation']> = { email: 'string', expiresAt: 'string', hasAccount: 'boolean', invitedBy: 'string', role: 'string' };
export const oneReceivedInvitation: Schema<Schemas['OneReceivedInvitation']> = { invitation: receivedInvitation };
export const receivedInvitationAnswer: Schema<Schemas['ReceivedInvitationAnswer']> = { data: oneReceivedInvitation, 'status?': '=success' };
export const staffMember: Schema<Schemas['StaffMember']> = { _id: 'string', createdAt: 'string', email: 'string', 'lastSeenAt?': 'string', name: 'string', role: 'string', 'secondStepSince?': 'string' };
export const staffList: Schema<Schemas['StaffList']> = { invitations: [invitation], staff: [staffMember] };
export const staffListAnswer: Schema<Schemas['StaffListAnswer']> = { data: staffList, 'status?': '=success' };
export const oneStaffMember: Schema<Schemas['OneStaffMember']> = { member: staffMember };
export const staffMemberAnswer: Schema<Schemas['StaffMemberAnswer']> = { data: oneStaffMember, 'status?': '=success' };
