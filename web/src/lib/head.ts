// What the browser's head says of the page, kept true while the app turns from page to page: description and canonical
// address. The title is React's.

interface Described {
  description: string;
  path: string;
}

/** Where the site is published, and which page the server wrote the head of. */
let served: { origin: string; path: string | null } | undefined;

const canonicalLink = () => document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]');
const descriptionTag = () => document.head.querySelector<HTMLMetaElement>('meta[name="description"]');

export function describePage({ description, path }: Described) {
  const given = canonicalLink();
  served ??= given
    ? { origin: new URL(given.href).origin, path: new URL(given.href).pathname }
    : { origin: location.origin, path: null };
  const tag = descriptionTag() ?? document.head.appendChild(document.createElement('meta'));
  tag.name = 'description';
  tag.content = description;
  const link = given ?? document.head.appendChild(document.createElement('link'));
  link.rel = 'canonical';
  link.href = served.origin + path;
  if (path !== served.path) forgetServedPage();
}

/** A page that is not for search engines has neither. */
export function describeNothing() {
  canonicalLink()?.remove();
  descriptionTag()?.remove();
}

/** They tell of the page that was asked of the server, and whoever reads them asks the server. */
function forgetServedPage() {
  const told = 'script[type="application/ld+json"], meta[property^="og:"], meta[name^="twitter:"]';
  for (const one of document.head.querySelectorAll(told)) one.remove();
}
