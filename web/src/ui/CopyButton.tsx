// Copies a text to the clipboard.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../lib/toast';
import { IconButton } from './Button';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      toast.success(`${label} copied.`);
    } catch {
      toast.error(`${label} could not be copied. Select and copy it yourself.`);
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <IconButton label={`Copy ${label}`} onClick={() => void copy()}>
      <Icon aria-hidden className="size-4" strokeWidth={1.75} />
    </IconButton>
  );
}
