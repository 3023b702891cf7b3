// Downloads everything stored about the traveller as a file.
import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../lib/save-file';
import { Button } from '../../ui/Button';
import { downloadMyData } from './account-calls';

export const EXPORT_FILE = 'chautari-data.json';

export function YourData() {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveFile(await downloadMyData(), EXPORT_FILE);
    } catch {
      // The API client has already shown the error as a toast.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="secondary" loading={busy} onClick={download}>
      {!busy && <Download aria-hidden className="size-5" strokeWidth={1.75} />}
      Download my data
    </Button>
  );
}
