// Calls about guides, their departures and manifests.
import { queryOptions } from '@tanstack/react-query';
import { api, download, request, requestData } from '../../api/client';
import type { components } from '../../api/schema';
import { departureUpdateAnswer } from '../../api/validators/desk-departures';
import { guideAnswer, guidedDeparturesAnswer, guideListAnswer, manifestAnswer } from '../../api/validators/guides';
import { saveFile } from '../../lib/save-file';

type Schemas = components['schemas'];
export type Guide = Schemas['Guide'];
export type Manifest = Schemas['Manifest'];
export type ManifestBooking = Schemas['ManifestBooking'];
export type GuidedDeparture = Schemas['GuidedDeparture'];
/** What the assignment needs to know of a departure. */
export type GuidedBy = Pick<Schemas['Departure'], '_id' | 'version' | 'guides' | 'status'>;
export type NewGuide = Schemas['NewGuide'];
export type GuideChange = Omit<Schemas['GuideChange'], 'version'>;

export const KEY = 'guides';

export const guidesQuery = queryOptions({
  queryKey: [KEY],
  queryFn: async ({ signal }) => (await requestData(api.GET('/api/guides', { signal }), guideListAnswer)).guides,
  staleTime: 0,
});

export async function createGuide(guide: NewGuide): Promise<Guide> {
  const { data } = await request(api.POST('/api/guides', { body: guide }), guideAnswer, 'silent');
  return data.guide;
}

export async function updateGuide({ _id, version }: Guide, change: GuideChange): Promise<Guide> {
  const call = api.PATCH('/api/guides/{id}', { params: { path: { id: _id } }, body: { ...change, version } });
  return (await request(call, guideAnswer, 'silent')).data.guide;
}

/** The change is made even if there are warnings. */
export async function assignGuides({ _id, version }: GuidedBy, guideIds: string[]) {
  const call = api.PATCH('/api/departures/{id}', { params: { path: { id: _id } }, body: { version, guideIds } });
  return (await request(call, departureUpdateAnswer, 'silent')).data;
}

export const manifestQuery = (id: string) =>
  queryOptions({
    queryKey: ['manifest', id],
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/departures/{id}/manifest', { params: { path: { id } }, signal });
      return (await requestData(call, manifestAnswer)).manifest;
    },
    staleTime: 0,
  });

export async function downloadManifest({ departure }: Manifest): Promise<void> {
  const params = { path: { id: departure._id } };
  const file = await download(api.GET('/api/departures/{id}/manifest.csv', { params, parseAs: 'blob' }), {
    otherwise: 'The manifest could not be downloaded.',
  });
  saveFile(file, `manifest-${departure.startDate}.csv`);
}

export const myDeparturesQuery = queryOptions({
  queryKey: ['my-departures'],
  queryFn: async ({ signal }) =>
    (await requestData(api.GET('/api/users/me/departures', { signal }), guidedDeparturesAnswer)).departures,
  staleTime: 0,
});
