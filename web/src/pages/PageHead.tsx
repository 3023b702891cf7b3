// Title, description and canonical URL of a public page. A page with fixed texts passes those of contract/routes.json,
// which the server also renders into its HTML.
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSiteName } from '../api/useConfig';
import { describePage, removeDescription } from '../lib/head';
import { shorten } from '../lib/text';
import { PageTitle } from './PageTitle';

/** Search engines show about 160 characters. */
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
