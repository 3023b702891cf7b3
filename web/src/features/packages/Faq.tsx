// The four questions of the packages page (document 1 §2).
import { Accordion, AccordionItem } from '../../ui/Accordion';

const ENTRIES = [
  {
    question: 'What does the price cover?',
    answer:
      'The guide, the lodges, the meals of the itinerary, permits and the transport that is named day by day. Insurance, taxes and fees are added line by line before you pay, so the total that you see is the total that is charged.',
  },
  {
    question: 'How fit do I have to be?',
    answer:
      'Five to seven hours of walking a day for most treks, on paths and stone steps, without climbing. Above 3,000 metres it is the height that tires, not the distance: each itinerary shows its highest point and where you sleep, and keeps days for getting used to it.',
  },
  {
    question: 'What if I have to cancel?',
    answer:
      'Cancel from your account under My Bookings. What you get back depends on how many days are left before the start; the exact terms stand beside the card form before you pay.',
  },
  {
    question: 'Do we walk in a group?',
    answer:
      'With your own party and your own guide. When enough of you walk together, a group discount is taken off by itself; the booking panel shows from how many guests on.',
  },
];

export function Faq() {
  return (
    <section aria-labelledby="faq" className="page-width mt-24 grid gap-x-16 gap-y-6 lg:grid-cols-[1fr_2fr]">
      <h2 id="faq" className="text-4xl">
        Before you go
      </h2>
      <Accordion type="single" collapsible>
        {ENTRIES.map((entry) => (
          <AccordionItem key={entry.question} value={entry.question} head={entry.question}>
            <p className="max-w-measure text-ink-soft">{entry.answer}</p>
          </AccordionItem>
        ))}
      </Accordion>
    </section>
  );
}
