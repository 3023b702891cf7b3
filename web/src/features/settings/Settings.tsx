// Settings: an owner changes what an agency changes. What the operator set in the file is shown and not changed here.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiFailure, tell } from '../../api/client';
import { configQuery } from '../../api/query';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { DeskFailed } from '../../ui/DeskFailed';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { Summarized } from '../../ui/Field';
import { SearchBox } from '../../ui/SearchBox';
import { Skeleton } from '../../ui/States';
import { LeaveSettings } from './LeaveSettings';
import { OperatorSettings } from './OperatorSettings';
import { SettingField } from './SettingField';
import { SettingHistory } from './SettingHistory';
import {
  type Edits,
  groupsOf,
  matches,
  readPresent,
  type Setting,
  type SettingsList,
  saveSettings,
  settingsQuery,
  withEdit,
} from './settings';
import { TestMail } from './TestMail';

const STALE = 'Another owner changed the settings. Your changes are still here: check them, then save again.';

export default function Settings() {
  const { data, isFetching, isPending, refetch } = useQuery(settingsQuery);
  if (isPending) return <Skeleton className="h-96 max-w-3xl" />;
  if (!data) {
    return <DeskFailed title="The settings could not be loaded" onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return <SettingsForm list={data} />;
}

function SettingsForm({ list }: { list: SettingsList }) {
  const { edits, edit, discard, save, submit, attempts } = useEdits(list);
  const [search, setSearch] = useState<string>();
  const [shown, setShown] = useState<Setting | null>(null);
  const count = Object.keys(edits).length;
  const failure = save.error instanceof ApiFailure ? save.error : null;
  const errorOf = (name: string) => failure?.problemOf(name);
  const errors = list.settings.flatMap(({ name, label }) => {
    const message = errorOf(name);
    return message ? [{ id: fieldId(name), part: label, message }] : [];
  });
  // The search never hides a setting with an error or an unsaved change.
  const found = list.settings.filter(
    (setting) => matches(search, setting) || setting.name in edits || errorOf(setting.name),
  );
  const foundOperator = list.operatorSettings.filter((setting) => matches(search, setting));
  return (
    <div className="max-w-3xl">
      <p className="mb-4 max-w-measure text-ink-soft text-sm">
        A change is in use as soon as it is saved. What the operator of the server set in the settings file cannot be
        changed here.
      </p>
      <SearchBox
        label="Search settings"
        placeholder="Name or description"
        value={search}
        onSearch={setSearch}
        className="mb-4 max-w-md"
      />
      <form onSubmit={submit} noValidate className="grid gap-4">
        <ErrorSummary errors={errors} attempts={attempts} />
        {failure?.status === 409 && (
          <p role="alert" className="rounded-sm bg-danger-wash px-3.5 py-2.5 text-danger text-sm">
            {STALE}
          </p>
        )}
        {list.unknown.length > 0 && (
          <p className="wrap-anywhere rounded-sm bg-stone px-3.5 py-2.5 text-sm">
            Settings of another version of the program, which are not used: {list.unknown.join(', ')}.
          </p>
        )}
        <Summarized value={true}>
          {[...groupsOf(found)].map(([group, settings]) => (
            <section key={group} aria-label={group} className="rounded-sm border border-line px-4 py-4">
              <h2 className="mb-3 text-lg">{group}</h2>
              <div className="grid gap-5">
                {settings.map((setting) => (
                  <SettingField
                    key={setting.name}
                    id={fieldId(setting.name)}
                    setting={setting}
                    edit={edits[setting.name]}
                    error={errorOf(setting.name)}
                    onChange={(value) => edit(setting, value)}
                    onHistory={() => setShown(setting)}
                  />
                ))}
                {group === 'Email' && <TestMail mailFrom={edits.mail_from} />}
              </div>
            </section>
          ))}
        </Summarized>
        {found.length + foundOperator.length === 0 && <p role="status">No settings found.</p>}
        {count > 0 && <SaveBar count={count} isSaving={save.isPending} onDiscard={discard} />}
      </form>
      {foundOperator.length > 0 && <OperatorSettings settings={foundOperator} isOpen={search !== undefined} />}
      {shown && <SettingHistory setting={shown} onClose={() => setShown(null)} />}
      <LeaveSettings hasEdits={count > 0} />
    </div>
  );
}

/** The unsaved changes, and saving them. */
function useEdits(list: SettingsList) {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Edits>({});
  const [attempts, setAttempts] = useState(0);
  const show = (present: SettingsList) => queryClient.setQueryData(settingsQuery.queryKey, present);
  const save = useMutation({
    mutationFn: () => saveSettings(list.version, edits),
    onSuccess: (saved) => {
      show(saved);
      setEdits({});
      toast.success('Settings saved.');
      void queryClient.invalidateQueries(configQuery);
    },
    onError: (failure) => {
      const present = failure instanceof ApiFailure && failure.status === 409 ? readPresent(failure.data) : undefined;
      if (present) show(present);
      else if (!(failure instanceof ApiFailure && failure.errors.length)) {
        tell(failure, { otherwise: 'The settings could not be saved.' });
      }
    },
    onSettled: () => setAttempts((count) => count + 1),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(edits).length > 0 && !save.isPending) save.mutate();
  };
  const edit = (setting: Setting, value: string | null) => {
    if (!save.isPending) setEdits((before) => withEdit(before, setting, value));
  };
  const discard = () => {
    setEdits({});
    save.reset();
  };
  return { edits, edit, discard, save, submit, attempts };
}

function SaveBar({ count, isSaving, onDiscard }: { count: number; isSaving: boolean; onDiscard: () => void }) {
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-20 flex flex-wrap items-center justify-between gap-3 border-line border-t bg-paper py-3"
    >
      <p role="status" className="font-medium text-sm">
        {count === 1 ? '1 unsaved change' : `${count} unsaved changes`}
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" disabled={isSaving} onClick={onDiscard}>
          Discard
        </Button>
        <Button type="submit" loading={isSaving}>
          Save
        </Button>
      </div>
    </div>
  );
}

const fieldId = (name: string) => `setting-${name}`;
