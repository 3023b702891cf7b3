// Search of the home page on phones: its fields as a full-screen sheet.
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
      // Set explicitly, because the text box takes the focus before the sheet can store the previous element.
      returnTo={() => opener.current}
    >
      <SearchForm {...search} inSheet />
    </Sheet>
  );
}
