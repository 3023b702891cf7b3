// Manage Treks: every trek of the agency, including hidden and archived ones, with its actions (document 2 §2).
import { useQuery } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Copy, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useConfig } from '../../api/useConfig';
import { formatDateIn } from '../../lib/dates';
import { plural } from '../../lib/text';
import { useFilters } from '../../lib/useFilters';
import { paths } from '../../paths';
import { ButtonLink, IconButton } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DeskList, DeskPages } from '../../ui/DeskList';
import { type Column, DeskTable, RowActions } from '../../ui/DeskTable';
import { DeskToolbar } from '../../ui/DeskToolbar';
import { Picture } from '../../ui/Picture';
import { SearchBox } from '../../ui/SearchBox';
import { Badge, type Tone } from '../../ui/States';
import { Segmented } from '../../ui/Toggle';
import { formatMoney } from '../currency/money';
import type { ManagedTrek } from './desk-types';
import {
  managedTreksQuery,
  TREK_STATES,
  TREKS_PER_PAGE,
  type TrekAction,
  type TrekState,
  trekState,
  useTrekAction,
} from './managed-treks';

const COLUMNS: Column[] = [
  { label: 'Trek', sort: 'name' },
  { label: 'Status', className: 'hidden sm:table-cell' },
  { label: 'From', sort: 'price', figures: true, className: 'hidden md:table-cell' },
  { label: 'Bookings', sort: 'bookings', descends: true, figures: true, className: 'hidden xl:table-cell' },
  { label: 'Changed', sort: 'updatedAt', descends: true, className: 'hidden xl:table-cell' },
  { label: 'Actions', silent: true },
];
const LABELS: Record<TrekState, string> = { all: 'All', visible: 'Visible', hidden: 'Hidden', archived: 'Archived' };
const TONES: Record<Exclude<TrekState, 'all'>, Tone> = { visible: 'success', hidden: 'warning', archived: 'neutral' };

export function ManageTreks() {
  const { of, page, set, turn, sortingOf } = useFilters();
  const state = TREK_STATES.find((one) => one === of('state')) ?? 'all';
  const sorting = sortingOf(COLUMNS, { by: 'updatedAt', order: 'desc' });
  const { by: sort, order } = sorting;
  const query = useQuery(managedTreksQuery({ search: of('q'), sort, order, state }, page));
  const [asked, setAsked] = useState<{ move: TrekAction; trek: ManagedTrek } | null>(null);
  const move = useTrekAction();
  return (
    <section aria-label="Treks">
      <DeskToolbar
        active={state === 'all' ? 0 : 1}
        onClear={() => set({ state: undefined })}
        search={<SearchBox label="Search by name or place" value={of('q')} onSearch={(q) => set({ q })} />}
        filters={
          <Segmented
            label="Status"
            size="sm"
            value={state}
            onChange={(to) => set({ state: to === 'all' ? undefined : to })}
            options={TREK_STATES.map((value) => ({ value, label: LABELS[value] }))}
          />
        }
      >
        <ButtonLink variant="secondary" to={paths.adminSection('add-new-trek')} data-desk-new className="px-4 text-sm">
          <Plus aria-hidden className="size-4" />
          New trek
        </ButtonLink>
      </DeskToolbar>
      <DeskList
        query={query}
        what="The treks"
        empty={of('q') || state !== 'all' ? 'No treks match.' : 'No treks yet. Add the first one with New trek.'}
        isEmpty={({ treks }) => treks.length === 0}
      >
        {({ treks, total }) => (
          <>
            <DeskTable label="Treks" columns={COLUMNS} busy={query.isPlaceholderData} sorting={sorting}>
              {treks.map((trek) => (
                <Row
                  key={trek._id}
                  trek={trek}
                  busy={move.isPending}
                  onMove={(to) => (to === 'duplicate' ? move.mutate({ move: to, trek }) : setAsked({ move: to, trek }))}
                />
              ))}
            </DeskTable>
            <DeskPages
              words={plural(total, 'trek')}
              label="Pages of treks"
              page={page}
              total={total}
              perPage={TREKS_PER_PAGE}
              onPage={turn}
            />
          </>
        )}
      </DeskList>
      {asked && (
        <ConfirmMove
          {...asked}
          busy={move.isPending}
          onClose={() => setAsked(null)}
          onAgree={() => move.mutate(asked, { onSettled: () => setAsked(null) })}
        />
      )}
    </section>
  );
}

function Row({ trek, busy, onMove }: { trek: ManagedTrek; busy: boolean; onMove: (move: TrekAction) => void }) {
  const timezone = useConfig()?.timezone;
  const state = trekState(trek);
  const back = state === 'archived';
  const badge = <Badge tone={TONES[state]}>{LABELS[state]}</Badge>;
  const routes = (
    <span className="block text-ink-soft text-xs">
      {trek.visibleRoutes} of {plural(trek.noOfRoutes, 'route')}
      <span className="sr-only"> shown</span>
    </span>
  );
  return (
    <tr>
      <th scope="row" className="w-full px-3 py-1.5 font-normal">
        <span className="flex items-center gap-3">
          <Picture src={trek.bannerImage} sizes="3.5rem" className="hidden h-9 w-14 shrink-0 rounded-sm sm:block" />
          <span className="min-w-0">
            <Link
              to={paths.editPackage(trek._id)}
              data-desk-open
              className="wrap-anywhere block font-semibold text-ink hover:text-glacier"
            >
              {trek.name}
            </Link>
            <span title={trek.location} className="wrap-anywhere line-clamp-2 text-ink-soft text-xs sm:line-clamp-1">
              {trek.location}
            </span>
            <span className="mt-1 flex flex-wrap items-center gap-x-2 sm:hidden">
              {badge}
              {routes}
            </span>
          </span>
        </span>
      </th>
      <td className="hidden whitespace-nowrap px-3 py-1 sm:table-cell">
        {badge}
        {routes}
      </td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 text-right md:table-cell">
        {formatMoney(trek.price, trek.currency)}
      </td>
      <td className="hidden px-3 py-1.5 text-right xl:table-cell">{trek.bookings}</td>
      <td className="hidden whitespace-nowrap px-3 py-1.5 xl:table-cell">{formatDateIn(trek.updatedAt, timezone)}</td>
      <td className="px-1 py-1 sm:px-2">
        <RowActions className="max-sm:grid max-sm:w-max max-sm:grid-cols-[auto_auto] max-sm:[&>a]:px-2">
          {state === 'visible' && (
            <ButtonLink size="sm" variant="ghost" to={paths.package(trek._id)}>
              View<span className="sr-only"> {trek.name}</span>
            </ButtonLink>
          )}
          <ButtonLink size="sm" variant="ghost" to={paths.editPackage(trek._id)} className="max-sm:col-start-2">
            Edit<span className="sr-only"> {trek.name}</span>
          </ButtonLink>
          <ButtonLink
            size="sm"
            variant="ghost"
            to={paths.departuresOf(trek._id)}
            className="max-sm:col-span-2 max-sm:justify-self-start"
          >
            Departures<span className="sr-only"> of {trek.name}</span>
          </ButtonLink>
          <IconButton label={`Duplicate ${trek.name}`} disabled={busy} onClick={() => onMove('duplicate')}>
            <Copy aria-hidden className="size-4" />
          </IconButton>
          <IconButton
            label={`${back ? 'Restore' : 'Archive'} ${trek.name}`}
            disabled={busy}
            onClick={() => onMove(back ? 'restore' : 'archive')}
          >
            {back ? <ArchiveRestore aria-hidden className="size-4" /> : <Archive aria-hidden className="size-4" />}
          </IconButton>
        </RowActions>
      </td>
    </tr>
  );
}

function ConfirmMove({
  move,
  trek,
  busy,
  onAgree,
  onClose,
}: {
  move: TrekAction;
  trek: ManagedTrek;
  busy: boolean;
  onAgree: () => void;
  onClose: () => void;
}) {
  const archive = move === 'archive';
  return (
    <ConfirmDialog
      title={archive ? `Archive ${trek.name}?` : `Restore ${trek.name}?`}
      agree={archive ? 'Archive' : 'Restore'}
      isDangerous={archive}
      isBusy={busy}
      onAgree={onAgree}
      onClose={onClose}
    >
      <p>
        {archive
          ? `Travellers can no longer find or book it. ${
              trek.bookings > 0 ? `Its ${plural(trek.bookings, 'booking')} stay as they are. ` : ''
            }You can restore it.`
          : trek.visibleRoutes > 0
            ? 'Travellers can find and book it again at once.'
            : 'Restored as hidden: none of its routes is visible yet.'}
      </p>
    </ConfirmDialog>
  );
}
