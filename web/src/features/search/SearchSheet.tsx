// The search of home on phones: its fields over the whole screen.
import type { RefObject } from 'react';
import { Sheet } from '../../ui/Dialog';
import { type HomeSearchProps, SearchForm } from './HomeSearch';

export default function SearchSheet({
  open,
  onOpenChange,
  opener,
  ...search
}: HomeSearchProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  opener: RefObject<HTMLButtonElement | null>;
}) {
  return (
    <Sheet
      side="full"
      title="Find a trek"
      open={open}
      onOpenChange={onOpenChange}
      // The text box takes the focus before the sheet can see whose it was.
      returnTo={() => opener.current}
    >
      <SearchForm {...search} inSheet />
    </Sheet>
  );
}
