// One setting: its control, help, where its value comes from, history and reset.
import { useConfig } from '../../api/useConfig';
import { formatDateIn } from '../../lib/dates';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Input, Select, Textarea } from '../../ui/Input';
import { Badge } from '../../ui/States';
import { Switch } from '../../ui/Toggle';
import { type Setting, valueText } from './settings';

interface SettingFieldProps {
  id: string;
  setting: Setting;
  /** The unsaved value; null for a reset, undefined without a change. */
  edit: string | null | undefined;
  error: string | undefined;
  onChange: (value: string | null) => void;
  onHistory: () => void;
}

export function SettingField({ id, setting, edit, error, onChange, onHistory }: SettingFieldProps) {
  const { label, help, kind, setIn, source, unusedValue, problem } = setting;
  const value = edit === null ? setting.default : (edit ?? setting.value);
  const isFixed = setIn !== undefined;
  // A stored value that the file overrides can be removed, too.
  const canReset =
    edit !== null && (unusedValue !== undefined || (!isFixed && (source === 'desk' || (edit ?? '') !== '')));
  const hasLine = isFixed || canReset || edit !== undefined || setting.changedAt !== undefined;
  const hint = `${help}.`;
  return (
    <div>
      {kind === 'switch' ? (
        <Switch
          id={id}
          label={label}
          hint={
            <>
              {hint}
              {error && <span className="mt-1.5 block text-danger">{error}</span>}
            </>
          }
          invalid={error !== undefined}
          checked={value === '1' || value === 'true'}
          disabled={isFixed}
          onCheckedChange={(isOn) => onChange(isOn ? '1' : '0')}
        />
      ) : (
        <Field id={id} label={label} hint={hint} error={error}>
          <Control setting={setting} value={value} onChange={onChange} />
        </Field>
      )}
      {problem && (
        <p className="mt-1 text-danger text-sm">
          “{unusedValue}” is stored and cannot be used: {problem}.
        </p>
      )}
      {hasLine && (
        <div className="mt-1 flex min-h-9 flex-wrap items-center gap-x-2 text-ink-soft text-sm">
          <Origin setting={setting} edit={edit} />
          {setting.changedAt && (
            <Button size="sm" variant="ghost" onClick={onHistory}>
              History<span className="sr-only"> of {label}</span>
            </Button>
          )}
          {canReset && (
            <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
              {isFixed ? 'Remove the stored value' : 'Use the default'}
              <span className="sr-only"> of {label}</span>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Control({ setting, value, onChange }: { setting: Setting; value: string; onChange: (value: string) => void }) {
  const { kind, choices, setIn, usedIfEmpty } = setting;
  if (kind === 'choice') {
    return (
      <Select value={value} disabled={setIn !== undefined} onChange={(event) => onChange(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    );
  }
  const attributes = { value, readOnly: setIn !== undefined, placeholder: usedIfEmpty ?? '' };
  if (kind === 'lines') {
    return <Textarea {...attributes} rows={3} onChange={(event) => onChange(event.target.value)} />;
  }
  return (
    <Input
      {...attributes}
      autoComplete="off"
      spellCheck={false}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Where the value comes from. */
function Origin({ setting, edit }: { setting: Setting; edit: string | null | undefined }) {
  const timezone = useConfig()?.timezone;
  const { source, setIn, unusedValue, changedBy, changedAt } = setting;
  if (setIn) {
    const unused = unusedValue === undefined ? '' : ` The desk’s “${valueText(setting, unusedValue)}” is not used.`;
    return (
      <span className="wrap-anywhere">
        <Badge>Operator</Badge> Set in {setIn}.{unused}
      </span>
    );
  }
  if (edit !== undefined) {
    return (
      <span className="wrap-anywhere">
        <Badge tone="warning">{edit === null ? 'Default when saved' : 'Not saved yet'}</Badge>
        {setting.value && ` In use: ${valueText(setting, setting.value)}.`}
      </span>
    );
  }
  if (source === 'desk' && changedBy && changedAt) {
    return (
      <span>
        Changed by {changedBy} on {formatDateIn(changedAt, timezone)}.{' '}
        {setting.default && `Default: ${valueText(setting, setting.default)}.`}
      </span>
    );
  }
  return null;
}
