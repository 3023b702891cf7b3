// The accounts of a month as one file for the accountant.
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { saveFile } from '../../lib/save-file';
import { Button } from '../../ui/Button';
import { fetchAccounts } from './reports';

export function AccountsDownload({ month, name }: { month: string; name: string }) {
  const file = useMutation({
    mutationFn: () => fetchAccounts(month),
    onSuccess: (blob) => saveFile(blob, `accounts-${month}.zip`),
  });
  return (
    <div className="grid gap-1">
      <Button variant="secondary" loading={file.isPending} onClick={() => file.mutate()} className="w-fit px-4 text-sm">
        {!file.isPending && <Download aria-hidden className="size-4" />}
        Accounts of {name}
      </Button>
      <p className="text-ink-soft text-xs">
        Payments, invoices, credit notes, VAT and their totals as spreadsheets in a ZIP file.
      </p>
    </div>
  );
}
