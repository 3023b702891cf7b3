// Admin calls for the API keys of resellers.
import { queryOptions } from '@tanstack/react-query';
import { api, requestData, send } from '../../api/client';
import type { components } from '../../api/schema';
import { apiKeyCreatedAnswer, apiKeyListAnswer } from '../../api/validators/desk-lists';

export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyCreated = components['schemas']['ApiKeyCreated'];

export const KEY = 'api-keys';

export const apiKeysQuery = queryOptions({
  queryKey: [KEY],
  queryFn: async ({ signal }) => (await requestData(api.GET('/api/api-keys', { signal }), apiKeyListAnswer)).apiKeys,
  staleTime: 0,
});

export async function createApiKey(name: string): Promise<ApiKeyCreated> {
  const body = { name, kind: 'reseller' as const };
  return await requestData(api.POST('/api/api-keys', { body }), apiKeyCreatedAnswer);
}

export async function revokeApiKey(id: string): Promise<void> {
  await send(api.DELETE('/api/api-keys/{id}', { params: { path: { id } } }), 'silent');
}
