// Announces new pages to screen readers: a browser announces only new documents, which navigation does not load.
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

export function Announcer() {
  const { pathname } = useLocation();
  const [name, setName] = useState('');
  // The browser announces the first page.
  const known = useRef({ pathname, title: '' });

  useEffect(() => {
    if (known.current.pathname === pathname) {
      known.current.title = document.title;
      return;
    }
    known.current.pathname = '';
    // A page that waits for data gets its title when the data has arrived.
    const tell = () => {
      if (document.title === '' || document.title === known.current.title) return;
      known.current.title = document.title;
      setName(document.title);
    };
    tell();
    const observer = new MutationObserver(tell);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [pathname]);

  return (
    <p role="status" className="sr-only">
      {name}
    </p>
  );
}
