// Dialog with the bookings that use a promotion code.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useConfig } from '../../../api/useConfig';
import { formatDateIn } from '../../../lib/dates';
import { plural } from '../../../lib/text';
import { paths } from '../../../paths';
import { Button } from '../../../ui/Button';
import { DeskList, DeskPages } from '../../../ui/DeskList';
import { type Column, DeskTable } from '../../../ui/DeskTable';
import { Dialog } from '../../../ui/Dialog';
import { formatMoney } from '../../currency/money';
import { PAGE_SIZE, type Promotion, promotionUsesQuery } from './promotions';

const COLUMNS: Column[] = [
  { label: 'Booking' },
  { label: 'Booked', className: 'max-sm:hidden' },
  { label: 'Taken off', figures: true },
];

export function PromotionUses({ promotion, onClose }: { promotion: Promotion; onClose: () => void }) {
  const timezone = useConfig()?.timezone;
  const [page, setPage] = useState(1);
  const query = useQuery(promotionUsesQuery(promotion._id, page));
  return (
    <Dialog
      open
      title={`Bookings with ${promotion.code}`}
      onOpenChange={(open) => !open && onClose()}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <DeskList
        query={query}
        what="The bookings"
        empty="No booking uses this code now."
        isEmpty={({ total }) => total === 0}
      >
        {({ uses, total }) => (
          <>
            <DeskTable label={`Bookings with ${promotion.code}`} columns={COLUMNS}>
              {uses.map((use) => (
                <tr key={use.bookingId}>
                  <th scope="row" className="px-3 py-1.5 text-left font-normal">
                    <Link
                      to={paths.adminBooking(use.bookingId)}
                      className="figures text-glacier underline underline-offset-4"
                    >
                      {use.reference}
                    </Link>{' '}
                    <span className="wrap-anywhere">{use.name || 'Deleted account'}</span>
                    <span className="block text-ink-soft text-xs">
                      {use.trek}, {use.status}
                    </span>
                  </th>
                  <td className="figures whitespace-nowrap px-3 py-1.5 max-sm:hidden">
                    {formatDateIn(use.createdAt, timezone)}
                  </td>
                  <td className="figures whitespace-nowrap px-3 py-1.5 text-right">
                    {formatMoney(use.amount, use.currency)}
                  </td>
                </tr>
              ))}
            </DeskTable>
            <DeskPages
              words={plural(total, 'booking')}
              label="Pages of bookings"
              page={page}
              total={total}
              perPage={PAGE_SIZE}
              onPage={setPage}
            />
          </>
        )}
      </DeskList>
    </Dialog>
  );
}
