// Personal Info: what the agency knows of the account.
import { useSession } from '../session/useSession';

export default function PersonalInfo() {
  const { user } = useSession();
  if (!user) return null;
  const lines = [
    ['Name', user.name],
    ['E-mail', user.email],
    ...(user.phone ? [['Phone', user.phone]] : []),
    ...(user.nationality ? [['Nationality', user.nationality]] : []),
    ...(user.emergencyContact ? [['Emergency contact', user.emergencyContact]] : []),
  ];
  return (
    <div className="max-w-measure">
      <dl className="grid divide-y divide-line border-line border-y">
        {lines.map(([label, value]) => (
          <div key={label} className="grid gap-x-6 py-3 sm:grid-cols-[10rem_1fr]">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="min-w-0 break-words font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-ink-soft text-sm">Your invoices carry this name and address.</p>
    </div>
  );
}
