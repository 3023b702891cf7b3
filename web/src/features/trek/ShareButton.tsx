// Share button: shows 'Link copied' for two seconds, or a toast when copying failed (document 1 §8, §9).
import { Check, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { COPIED_MS, COPY_FAILED, shareLink } from './share';

export function ShareButton({ title }: { title: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function share() {
    const result = await shareLink(title, window.location.href);
    if (result === 'copied') setCopied(true);
    if (result === 'failed') toast.error(COPY_FAILED);
  }
  return (
    <Button variant="secondary" onClick={share}>
      {copied ? (
        <Check aria-hidden className="size-5 text-juniper" />
      ) : (
        <Share2 aria-hidden className="size-5" strokeWidth={1.75} />
      )}
      <span aria-live="polite">{copied ? 'Link copied' : 'Share'}</span>
    </Button>
  );
}
