// Description of a trek; on phones collapsed to its beginning.
import clsx from 'clsx';
import { useState } from 'react';
import { Button } from '../../ui/Button';

/** Characters. crates/server/src/site/page/body.rs applies the same rule. */
const FOLDED_LENGTH = 360;

export function Overview({ description }: { description: string }) {
  const [open, setOpen] = useState(false);
  const isLong = [...description].length > FOLDED_LENGTH;
  return (
    <section aria-labelledby="overview">
      <h2 id="overview" className="text-3xl">
        Overview
      </h2>
      <p
        id="overview-text"
        className={clsx('mt-4 max-w-measure whitespace-pre-line text-lg', isLong && !open && 'max-md:line-clamp-6')}
      >
        {description}
      </p>
      {isLong && (
        <Button
          variant="ghost"
          className="-ml-5 text-glacier underline underline-offset-4 md:hidden"
          aria-expanded={open}
          aria-controls="overview-text"
          onClick={() => setOpen(!open)}
        >
          {open ? 'Read less' : 'Read more'}
        </Button>
      )}
    </section>
  );
}
