// HTML that the server rendered from an agency's Markdown (crates/server/src/site/branding/markdown.rs).
import clsx from 'clsx';

export function HtmlText({ html, className }: { html: string; className?: string }) {
  return (
    <div
      className={clsx('html-text max-w-measure', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it without raw HTML and unsafe links
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
