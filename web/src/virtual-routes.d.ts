// What web/routes-plugin.ts takes from contract/routes.json.
declare module 'virtual:paths' {
  type PageName = Exclude<keyof typeof import('../../contract/routes.json'), 'default'>;

  /** The path of each page, with `:id` and the like as React Router writes them. */
  const paths: { readonly [name in PageName]: string };
  export default paths;
  export type { PageName };
}

declare module 'virtual:pages' {
  import type { PageName } from 'virtual:paths';
  import type { ComponentType } from 'react';

  /** Each loads the file of a page. */
  type Pages = { readonly [name in PageName]?: () => Promise<{ Component: ComponentType }> };
  /** By their guard. */
  const pages: { readonly [guard in 'public' | 'logged-out' | 'session' | 'admin' | 'guide']: Pages };
  export default pages;
  export type { Pages };
}

declare module 'virtual:head/*' {
  const head: { readonly title: string; readonly description: string };
  export default head;
}
