// The article that is open above the list. It is part of the URL (`?article=`), so that the back button closes it, and
// a reload or a shared link opens it.
import { useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const OPENED_FROM_LIST = 'openedArticle';

export function useArticle() {
  const [address, setAddress] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const closed = useRef<string | null>(null);
  const id = address.get('article')?.trim() || null;

  function open(article: string) {
    const next = new URLSearchParams(address);
    next.set('article', article);
    setAddress(next, { state: { [OPENED_FROM_LIST]: true }, preventScrollReset: true });
  }

  function close() {
    // A second Escape must not go back again, which would leave the page.
    if (!id || closed.current === location.key) return;
    closed.current = location.key;
    if (location.state?.[OPENED_FROM_LIST]) {
      navigate(-1);
      return;
    }
    // The page was opened with this URL, so the previous history entry may belong to another site.
    const next = new URLSearchParams(address);
    next.delete('article');
    setAddress(next, { replace: true, preventScrollReset: true });
  }

  return { id, open, close };
}
