// Features of a trek: six at first, the others on demand (document 2 §2, decision 129).
import { Check } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button';

export const SHOWN_AMENITIES = 6;

export function Amenities({ features }: { features: string[] }) {
  const [expanded, setExpanded] = useState(false);
  if (features.length === 0) return null;
  const shown = expanded ? features : features.slice(0, SHOWN_AMENITIES);
  return (
    <section aria-labelledby="amenities">
      <h2 id="amenities" className="text-3xl">
        Highlights
      </h2>
      <ul className="mt-4 grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {shown.map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Check aria-hidden className="mt-1 size-4.5 shrink-0 text-juniper" />
            <span className="wrap-anywhere min-w-0">{feature}</span>
          </li>
        ))}
      </ul>
      {features.length > SHOWN_AMENITIES && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-5"
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? 'Show fewer' : `Show all ${features.length}`}
        </Button>
      )}
    </section>
  );
}
