// The title of the browser tab: the page, then the agency.
import { useSiteName } from '../api/useConfig';

export function PageTitle({ children }: { children: string }) {
  const name = useSiteName();
  return <title>{name ? `${children} · ${name}` : children}</title>;
}
