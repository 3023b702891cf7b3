// Page texts written by the agency.
import { queryOptions } from '@tanstack/react-query';
import { api, requestData } from './client';
import { initialDataFrom } from './initial-data';
import { siteTextAnswer } from './validators/site-text';

export type SiteTextName = 'terms' | 'privacy' | 'faq';

/** The agency's own text of a page, if the config lists one. */
export function siteTextQuery(name: SiteTextName) {
  return queryOptions({
    queryKey: ['site-text', name],
    queryFn: ({ signal }) =>
      requestData(api.GET('/api/site/texts/{name}', { params: { path: { name } }, signal }), siteTextAnswer),
    staleTime: 10 * 60_000,
    ...initialDataFrom(`/api/site/texts/${name}`, siteTextAnswer, ({ data }) => data),
  });
}
