// The four questions of the packages page (document 1 §2). The server tells search engines the same file.
import { Accordion, AccordionItem } from '../../ui/Accordion';
import ENTRIES from './faq.json';

export function Faq() {
  return (
    <section aria-labelledby="faq" className="page-width mt-24 grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_2fr]">
      <h2 id="faq" className="text-4xl">
        Before you go
      </h2>
      <Accordion type="single">
        {ENTRIES.map((entry) => (
          <AccordionItem key={entry.question} value={entry.question} head={entry.question}>
            <p className="max-w-measure text-ink-soft">{entry.answer}</p>
          </AccordionItem>
        ))}
      </Accordion>
    </section>
  );
}
