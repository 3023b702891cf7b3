// Title, description and canonical address of a public page. A page whose words do not change passes those of
// contract/routes.json, which the server puts into its HTML.
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSiteName } from '../api/useConfig';
import { describePage, removeDescription } from '../lib/head';
import { shorten } from '../lib/text';
import { PageTitle } from './PageTitle';

/** Search engines show about so many letters. */
const DESCRIPTION_LETTERS = 160;

export function PageHead({ title, description }: { title: string; description: string }) {
  const name = useSiteName();
  const { pathname } = useLocation();
  const home = pathname === '/';
  useEffect(() => {
    const line = shorten(description.replace(/\s+/g, ' ').trim(), DESCRIPTION_LETTERS);
    describePage({ description: line, path: pathname.replace(/(.)\/+$/, '$1') });
    return removeDescription;
  }, [description, pathname]);
  return home && name ? <title>{`${name} · ${title}`}</title> : <PageTitle>{title}</PageTitle>;
}
