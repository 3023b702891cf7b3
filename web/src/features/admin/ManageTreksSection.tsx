// The section Manage Treks: the overview, and the treks under it.
import { ManageTreks } from './ManageTreks';
import { OverviewPanel } from './OverviewPanel';

export default function ManageTreksSection() {
  return (
    <>
      <OverviewPanel />
      <ManageTreks />
    </>
  );
}
