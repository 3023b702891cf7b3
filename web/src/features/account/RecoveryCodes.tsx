// Recovery codes, which are shown once: to copy, download or print.
import { Copy, Download } from 'lucide-react';
import type { User } from '../../api/types';
import { useConfig } from '../../api/useConfig';
import { saveFile } from '../../lib/save-file';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { PrintButton } from '../../ui/PrintSheet';

export function RecoveryCodes({ codes, user, onDone }: { codes: string[]; user: User; onDone: () => void }) {
  const site = useConfig()?.name ?? 'this site';
  const text = `Recovery codes of ${user.email} for ${site}. Each code works once.\n\n${codes.join('\n')}\n`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      toast.success('Recovery codes copied.');
    } catch {
      toast.error('The codes could not be copied. Select and copy them yourself.');
    }
  };
  return (
    <div className="grid gap-5">
      <p>
        With a recovery code you can log in without your phone. Each code works once. Keep them where only you find
        them: they are shown only now.
      </p>
      <ol aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-sm bg-stone px-5 py-4">
        {codes.map((code) => (
          <li key={code} className="figures font-mono">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden className="size-4" strokeWidth={1.75} />
          Copy
        </Button>
        <Button
          size="sm"
          variant="secondary"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          <Download aria-hidden className="size-4" strokeWidth={1.75} />
          Download
        </Button>
        <PrintButton
          size="sm"
          variant="secondary"
          sheet={{
            title: `Recovery codes for ${site}`,
            company: undefined,
            rows: [['Account', user.email], ...codes.map((code, index) => [`Code ${index + 1}`, code] as const)],
          }}
        >
          Print
        </PrintButton>
      </div>
      <Button onClick={onDone} className="w-full">
        I have saved my recovery codes
      </Button>
    </div>
  );
}
