// Button back to the top of a long table, shown after scrolling (document 2 §2).
import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../../ui/Button';

const SHOW_AFTER_PX = 400;

export function ScrollToTop() {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const update = () => setScrolled(window.scrollY > SHOW_AFTER_PX);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, []);
  if (!scrolled) return null;
  return (
    <IconButton
      label="Scroll to top"
      onClick={() => {
        const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
        window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' });
        // The button disappears, so the focus moves to the main content.
        document.getElementById('main')?.focus({ preventScroll: true });
      }}
      className="fixed right-4 bottom-4 z-30 border border-line-strong bg-raised shadow-float"
    >
      <ArrowUp aria-hidden className="size-5" />
    </IconButton>
  );
}
