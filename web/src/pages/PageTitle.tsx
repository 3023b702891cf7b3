// The title of the browser tab: page, then agency.
import { useSiteName } from '../api/useConfig';

export function PageTitle({ children }: { children: string }) {
  const name = useSiteName();
  return <title>{name ? `${children} · ${name}` : children}</title>;
}
