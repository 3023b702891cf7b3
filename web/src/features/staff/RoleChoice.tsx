// Choice of a role, with what each permits.
import { useId } from 'react';
import { RadioCard } from '../../ui/RadioCard';
import { ROLES, type Role } from './staff';

interface Option {
  role: Role;
  label: string;
  hint: string;
}

export function RoleChoice({
  value,
  onChange,
  more = [],
}: {
  value: Role;
  onChange: (role: Role) => void;
  /** Options beside the roles of the staff. */
  more?: readonly Option[];
}) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-medium text-sm">Role</legend>
      {[...ROLES, ...more].map(({ role, label, hint }) => (
        <RadioCard
          key={role}
          name={name}
          value={role}
          checked={role === value}
          onChange={() => onChange(role)}
          label={label}
          hint={hint}
        />
      ))}
    </fieldset>
  );
}
