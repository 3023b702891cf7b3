// Runs before the first paint (vite.config.ts): first the theme, so that a chosen one never flashes up as the other.
// lib/theme.ts does the same afterwards; its test holds the two together.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // A browser that keeps nothing follows the system.
  }
  if (theme !== 'light' && theme !== 'dark') return;
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.media = meta.dataset.theme === theme ? 'all' : 'not all';
  }
})();

// Then the app, of a page that can be read without it (crates/server/src/site/page/answer.rs): its scripts would share a weak
// line with fonts and the first picture, so they come once the page is seen, or when somebody acts.
(() => {
  const acts = ['pointerdown', 'keydown'];
  let begun = false;
  const begin = () => {
    if (begun) return;
    begun = true;
    for (const act of acts) removeEventListener(act, begin, true);
    for (const part of document.querySelectorAll('link[rel="app-part"]')) part.rel = 'modulepreload';
    for (const app of document.querySelectorAll('link[rel="app"]')) {
      const script = document.createElement('script');
      script.type = 'module';
      script.src = app.href;
      app.replaceWith(script);
    }
  };
  document.addEventListener('DOMContentLoaded', () => {
    for (const act of acts) addEventListener(act, begin, true);
    // A picture that does not come holds up nothing, nor does a tab that nobody looks at: it paints no frame.
    setTimeout(begin, document.hidden ? 0 : 2500);
  });
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(begin)));
})();
