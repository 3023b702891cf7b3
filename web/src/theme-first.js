// Runs before the first paint (vite.config.ts), so that a chosen theme never flashes up as the other one. lib/theme.ts
// does the same afterwards; its test holds the two together.
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
