// Manage Treks: the overview above the list of treks.
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
