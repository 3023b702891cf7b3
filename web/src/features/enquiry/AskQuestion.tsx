// 'Questions about this trek' on the trek page: a form in a dialog, and WhatsApp if the agency has set a number.
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useConfig } from '../../api/useConfig';
import { Button } from '../../ui/Button';
import { QuestionForm } from './QuestionForm';

export function AskQuestion({ trekId, trekName }: { trekId: string; trekName: string }) {
  const config = useConfig();
  const [open, setOpen] = useState(false);
  const whatsapp = config?.whatsappUrl;
  return (
    <section aria-labelledby="ask-title" className="print:hidden">
      <h2 id="ask-title" className="text-2xl">
        Questions about this trek?
      </h2>
      <p className="mt-2 max-w-measure text-ink-soft">
        Ask us about the route, the season or your own plans. We'll answer by email.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Ask a question
        </Button>
        {whatsapp && (
          <a
            href={`${whatsapp}?text=${encodeURIComponent(`Namaste, I have a question about ${trekName}.`)}`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-2 rounded-sm border border-line-strong bg-raised px-5 font-semibold text-ink hover:border-ink-soft"
          >
            <MessageCircle aria-hidden className="size-5" strokeWidth={1.75} />
            WhatsApp
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        )}
      </div>
      {open && <QuestionForm trekId={trekId} trekName={trekName} onClose={() => setOpen(false)} />}
    </section>
  );
}
