// Questions on the packages page (document 1 §2): four by default, or the agency's own. The server adds the same ones
// as structured data for search engines.
import { useQuery } from '@tanstack/react-query';
import { siteTextQuery } from '../../api/site-text';
import { useConfig } from '../../api/useConfig';
import { Accordion, AccordionItem } from '../../ui/Accordion';
import { HtmlText } from '../../ui/HtmlText';
import ENTRIES from './faq.json';

export function Faq() {
  const isOwn = useConfig()?.site?.texts.includes('faq') ?? false;
  const own = useQuery({ ...siteTextQuery('faq'), enabled: isOwn }).data?.questions;
  // Renders nothing while the agency's own questions load or when they fail.
  if (isOwn && !own) return null;
  return (
    <section aria-labelledby="faq" className="page-width mt-24 grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_2fr]">
      <h2 id="faq" className="text-4xl">
        Before you go
      </h2>
      <Accordion type="single">
        {isOwn
          ? own?.map(({ question, answer }) => (
              <AccordionItem key={question} value={question} head={question}>
                <HtmlText html={answer} className="text-ink-soft" />
              </AccordionItem>
            ))
          : ENTRIES.map(({ question, answer }) => (
              <AccordionItem key={question} value={question} head={question}>
                <p className="max-w-measure text-ink-soft">{answer}</p>
              </AccordionItem>
            ))}
      </Accordion>
    </section>
  );
}
