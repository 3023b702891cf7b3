// Calls about promotion codes.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, request, requestData } from '../../../api/client';
import type { components } from '../../../api/schema';
import { promotionAnswer, promotionListAnswer, promotionUseListAnswer } from '../../../api/validators/promotions';

type Schemas = components['schemas'];
export type Promotion = Schemas['Promotion'];
export type PromotionState = Schemas['PromotionState'];
export type NewPromotion = Schemas['NewPromotion'];
export type PromotionChange = Omit<Schemas['PromotionChange'], 'version'>;

export const PAGE_SIZE = 20;
export const KEY = 'promotions';

export function promotionsQuery(state: 'on' | 'off', page: number) {
  return queryOptions({
    queryKey: [KEY, state, page],
    queryFn: ({ signal }) => {
      const query = { state, page: String(page), limit: String(PAGE_SIZE) };
      return requestData(api.GET('/api/promotions', { params: { query }, signal }), promotionListAnswer);
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export function promotionUsesQuery(id: string, page: number) {
  return queryOptions({
    queryKey: [KEY, 'uses', id, page],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { page: String(page), limit: String(PAGE_SIZE) } };
      return requestData(api.GET('/api/promotions/{id}/uses', { params, signal }), promotionUseListAnswer);
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export async function createPromotion(promotion: NewPromotion): Promise<Promotion> {
  const { data } = await request(api.POST('/api/promotions', { body: promotion }), promotionAnswer, 'silent');
  return data.promotion;
}

export async function updatePromotion({ _id, version }: Promotion, change: PromotionChange): Promise<Promotion> {
  const call = api.PATCH('/api/promotions/{id}', { params: { path: { id: _id } }, body: { ...change, version } });
  return (await request(call, promotionAnswer, 'silent')).data.promotion;
}
