// Parts of the admin lists: toolbar, rows with actions, loading, error and empty state.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { currencyText } from '../lib/format';
import { Button } from '../ui/Button';
import { DeskList, DeskPages } from '../ui/DeskList';
import { DeskTable, RowActions } from '../ui/DeskTable';
import { DeskToolbar } from '../ui/DeskToolbar';
import { SearchBox } from '../ui/SearchBox';
import { Badge } from '../ui/States';
import { Segmented } from '../ui/Toggle';
import { LONG, Part } from './part';

const COLUMNS = [
  { label: 'Trek', sort: 'name' },
  { label: 'Status' },
  { label: 'Price', sort: 'price', figures: true, descends: true },
  { label: 'Actions', silent: true },
];
const ROWS = [
  { name: 'Everest Base Camp', state: 'Visible', price: 1450 },
  { name: LONG, state: 'Hidden', price: 12990 },
  { name: 'Rara Lake', state: 'Archived', price: 920 },
];
const still = { isPending: false, isFetching: false, refetch: () => {} };

export function Desk() {
  const [page, setPage] = useState(1);
  const [state, setState] = useState('all');
  return (
    <Part id="tables" title="Tables of the desk">
      <DeskToolbar
        active={state === 'all' ? 0 : 1}
        search={<SearchBox label="Search by name" value="" onSearch={() => {}} />}
        filters={
          <Segmented
            label="Demo state"
            size="sm"
            value={state}
            onChange={setState}
            options={['all', 'visible', 'hidden'].map((value) => ({ value, label: value }))}
          />
        }
      >
        <Button variant="secondary" className="px-4 text-sm">
          <Plus aria-hidden className="size-4" />
          New trek
        </Button>
      </DeskToolbar>
      <DeskList
        query={{ ...still, data: ROWS }}
        what="The treks"
        empty="No treks match."
        isEmpty={(rows) => !rows.length}
      >
        {(rows) => (
          <div>
            <DeskTable label="Demo treks" columns={COLUMNS} sorting={{ by: 'price', order: 'desc', onSort: () => {} }}>
              {rows.map(({ name, state, price }) => (
                <tr key={name}>
                  <th scope="row" className="px-3 py-1.5 font-semibold">
                    {name}
                  </th>
                  <td className="px-3 py-1.5">
                    <Badge>{state}</Badge>
                  </td>
                  <td className="px-3 py-1.5 text-right">{currencyText(price, 'USD')}</td>
                  <td className="px-2 py-1">
                    <RowActions>
                      <Button size="sm" variant="ghost">
                        Edit
                      </Button>
                      <Button size="sm" variant="dangerGhost" data-danger>
                        Delete
                      </Button>
                    </RowActions>
                  </td>
                </tr>
              ))}
            </DeskTable>
            <DeskPages
              words="60 treks"
              label="Pages of demo treks"
              page={page}
              total={60}
              perPage={20}
              onPage={setPage}
            />
          </div>
        )}
      </DeskList>
      {[
        { key: 'loading', query: { ...still, isPending: true, data: undefined } },
        { key: 'failed', query: { ...still, data: undefined } },
        { key: 'empty', query: { ...still, data: [] as string[] } },
      ].map(({ key, query }) => (
        <DeskList<string[]>
          key={key}
          query={query}
          what="The bookings"
          empty="No bookings match."
          isEmpty={(rows) => rows.length === 0}
        >
          {() => null}
        </DeskList>
      ))}
    </Part>
  );
}
