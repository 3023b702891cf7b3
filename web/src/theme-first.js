// Runs before the first paint (vite.config.ts). Part 1 applies the stored theme, so that the page does not flash in
// the other one. lib/theme.ts has the same logic; its test compares both.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // Without localStorage the system's theme applies.
  }
  if (theme !== 'light' && theme !== 'dark') return;
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.media = meta.dataset.theme === theme ? 'all' : 'not all';
  }
})();

// Part 2 starts the app of a page that is readable without it (crates/server/src/site/page/answer.rs). Its scripts
// would compete with fonts and the first picture on a slow connection, so they load after the page, or on the first
// interaction.
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
    // Starts anyway when a resource hangs, and at once in a hidden tab, which paints no frame.
    setTimeout(begin, document.hidden ? 0 : 2500);
  });
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(begin)));
})();
