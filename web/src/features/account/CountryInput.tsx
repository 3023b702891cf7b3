// Combobox of all countries, for use inside a Field.
import clsx from 'clsx';
import { searchCountries } from '../../lib/countries';
import { Combobox } from '../../ui/Combobox';
import { useFieldAttributes } from '../../ui/Field';
import { controlClass } from '../../ui/Input';

export function CountryInput({
  label,
  value,
  kept,
  onChange,
}: {
  label: string;
  value: string;
  /** The stored country. While the input shows it, the list offers every country. */
  kept: string;
  onChange: (country: string) => void;
}) {
  const ties = useFieldAttributes({});
  return (
    <Combobox
      label={label}
      text={value}
      onText={onChange}
      items={searchCountries(value === kept ? '' : value)}
      itemKey={(country) => country}
      renderItem={(country) => country}
      onPick={onChange}
      emptyText="No countries match"
      invalid={Boolean(ties['aria-invalid'])}
      describedBy={ties['aria-describedby']}
      inputProps={{
        ...(ties.id && { id: ties.id }),
        placeholder: 'Nepal',
        // Selects the stored country on click, so that typing replaces it.
        onClickCapture: ({ currentTarget: input }) => input.value === kept && input.select(),
      }}
      inputClassName={clsx(controlClass, 'bg-raised!')}
      listClassName="max-h-64!"
    />
  );
}
