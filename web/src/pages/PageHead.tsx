// Title, description and canonical address of a public page. The words of the pages whose words do not change are those
// that the server puts into their HTML.
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSiteName } from '../api/useConfig';
import { describePage, removeDescription } from '../lib/head';
import { shorten } from '../lib/text';
import words from './heads.json';
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

export function StandingHead({ page }: { page: keyof typeof words }) {
  return <PageHead {...words[page]} />;
}
