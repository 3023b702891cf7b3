// Button that creates the invoice PDF in the browser and shows a toast when that fails (document 2 §8).
import { useQueryClient } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { configQuery } from '../../api/query';
import type { Booking } from '../../api/types';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { downloadInvoice, INVOICE_FAILED } from './download';

export function InvoiceButton({
  booking,
  children = 'Download Invoice',
  ...look
}: { booking: Booking | (() => Promise<Booking>) } & Pick<
  ComponentProps<typeof Button>,
  'variant' | 'size' | 'children' | 'aria-label'
>) {
  const queryClient = useQueryClient();
  const [working, setWorking] = useState(false);
  async function download() {
    setWorking(true);
    try {
      const paid = typeof booking === 'function' ? await booking() : booking;
      await downloadInvoice(paid, await queryClient.ensureQueryData(configQuery));
    } catch {
      toast.error(INVOICE_FAILED);
    } finally {
      setWorking(false);
    }
  }
  return (
    <Button {...look} loading={working} onClick={download}>
      {!working && <FileDown aria-hidden className="size-5" strokeWidth={1.75} />}
      {children}
    </Button>
  );
}
