// The layout of the legal pages, which shows the agency's own text if there is one (docs/your-site.md).
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { siteTextQuery } from '../api/site-text';
import { useConfig } from '../api/useConfig';
import { HtmlText } from '../ui/HtmlText';
import { ErrorState, Skeleton } from '../ui/States';
import { PageHead } from './PageHead';

export interface Clause {
  head: string;
  text: ReactNode;
}

interface LegalPageProps {
  name: 'terms' | 'privacy';
  /** Name in contract/routes.json. */
  head: { title: string; description: string };
  lead: string;
  clauses: Clause[];
}

export function LegalPage(props: LegalPageProps) {
  return useConfig()?.site?.texts.includes(props.name) ? <OwnText {...props} /> : <DefaultText {...props} />;
}

function OwnText({ name, head }: LegalPageProps) {
  const text = useQuery(siteTextQuery(name));
  return (
    <article className="page-width pt-12 md:pt-16">
      <PageHead {...head} />
      <h1 className="wrap-anywhere text-5xl">{text.data?.title ?? head.title}</h1>
      {text.data?.html ? (
        <HtmlText html={text.data.html} className="mt-6" />
      ) : text.isError ? (
        <ErrorState
          title="We couldn’t load this text"
          message="Check your connection and try again."
          onRetry={() => void text.refetch()}
          retrying={text.isFetching}
        />
      ) : (
        <Skeleton className="mt-6 h-64 max-w-measure" />
      )}
    </article>
  );
}

function DefaultText({ head, lead, clauses }: LegalPageProps) {
  return (
    <article className="page-width pt-12 md:pt-16">
      <PageHead {...head} />
      <h1 className="text-5xl">{head.title}</h1>
      <p className="mt-4 max-w-measure text-ink-soft text-lg">{lead}</p>
      <div className="mt-10 max-w-measure space-y-8">
        {clauses.map((clause) => (
          <section key={clause.head}>
            <h2 className="text-2xl">{clause.head}</h2>
            <p className="mt-2 text-ink">{clause.text}</p>
          </section>
        ))}
      </div>
    </article>
  );
}

export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-glacier underline underline-offset-2">
      {children}
    </a>
  );
}
