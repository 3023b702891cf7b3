// The frame of the legal texts. An agency puts its own text in TermsPage and PrivacyPage.
import type { ReactNode } from 'react';
import { StandingHead } from './PageHead';

export interface Clause {
  head: string;
  text: ReactNode;
}

interface LegalPageProps {
  page: '/terms' | '/privacy';
  title: string;
  lead: string;
  clauses: Clause[];
}

export function LegalPage({ page, title, lead, clauses }: LegalPageProps) {
  return (
    <article className="page-width pt-12 md:pt-16">
      <StandingHead page={page} />
      <h1 className="text-5xl">{title}</h1>
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
