// Written by scripts/gen-validators.mjs from contract/openapi.json (make gen); never change it by hand.
import type { components } from '../schema';
import type { Schema } from '../validate';

type Schemas = components['schemas'];

export const promotion: Schema<Schemas['Promotion']> = { _id: 'string', 'amount?': 'number', code: 'string', 'currency?': 'string', isActive: 'boolean', 'maxUses?': 'number', note: 'string', 'percent?': 'number', state: 'string', trekIds: ['string'], uses: 'number', 'validFrom?': 'string', 'validUntil?': 'string', version: 'number' };
export const onePromotion: Schema<Schemas['OnePromotion']> = { promotion };
export const promotionAnswer: Schema<Schemas['PromotionAnswer']> = { data: onePromotion, 'status?': '=success' };
export const promotionList: Schema<Schemas['PromotionList']> = { promotions: [promotion], total: 'number' };
export const promotionListAnswer: Schema<Schemas['PromotionListAnswer']> = { data: promotionList, 'status?': '=success' };
export const promotionUse: Schema<Schemas['PromotionUse']> = { amount: 'number', bookingId: 'string', createdAt: 'string', currency: 'string', name: 'string', reference: 'string', status: 'string', trek: 'string' };
export const promotionUseList: Schema<Schemas['PromotionUseList']> = { total: 'number', uses: [promotionUse] };
export const promotionUseListAnswer: Schema<Schemas['PromotionUseListAnswer']> = { data: promotionUseList, 'status?': '=success' };
