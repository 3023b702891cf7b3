// Keeps description and canonical URL in the head up to date during client-side navigation. React sets the title.

interface Described {
  description: string;
  path: string;
}

/** The published origin, and the path that the server rendered the head for. */
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
  if (path !== served.path) removeServedMetadata();
}

/** Pages that search engines must not index have neither. */
export function removeDescription() {
  canonicalLink()?.remove();
  descriptionTag()?.remove();
}

/** Removes metadata of the page that the server rendered. Crawlers request each page from the server. */
function removeServedMetadata() {
  const told = 'script[type="application/ld+json"], meta[property^="og:"], meta[name^="twitter:"]';
  for (const one of document.head.querySelectorAll(told)) one.remove();
}
