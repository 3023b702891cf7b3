// Personal Info: name, emergency contact, email address, and links to the other sections.
import { ChevronRight, CreditCard, ShieldCheck, SlidersHorizontal } from 'lucide-react';
import { Link } from 'react-router';
import type { User } from '../../api/types';
import { paths } from '../../paths';
import { useSession } from '../session/useSession';
import { AboutYou } from './AboutYou';
import { EmailAddress } from './EmailAddress';
import { EmergencyContact } from './EmergencyContact';
import { Panel } from './Panel';
import type { AccountSection } from './sections';

export default function PersonalInfo() {
  const { user } = useSession();
  return user && <PersonalInfoOf user={user} />;
}

function PersonalInfoOf({ user }: { user: User }) {
  return (
    <>
      <Panel title="About you" lead="Enter your name as in your passport: it appears on invoices and permits.">
        <AboutYou user={user} />
      </Panel>
      <Panel title="Emergency contact" lead="Who we call if something happens on the trail.">
        <EmergencyContact user={user} />
      </Panel>
      <Panel title="Email address" lead="You log in with it, and we send confirmations and codes to it.">
        <EmailAddress user={user} />
      </Panel>
      <nav aria-label="More account settings" className="border-line border-t pt-8">
        <ul className="grid gap-4 xl:grid-cols-3">
          {MORE.map(({ section, label, lead, Icon }) => (
            <li key={section}>
              <Link
                to={paths.dashboardSection(section)}
                className="group flex h-full items-start gap-3.5 rounded-lg border border-line bg-raised p-5 hover:border-ink"
              >
                <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-glacier" strokeWidth={1.75} />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{label}</span>
                  <span className="block text-balance text-ink-soft text-sm">{lead}</span>
                </span>
                <ChevronRight aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-soft group-hover:text-ink" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

const MORE: { section: AccountSection; label: string; lead: string; Icon: typeof ShieldCheck }[] = [
  { section: 'security', label: 'Security', lead: 'Password, devices, your data', Icon: ShieldCheck },
  { section: 'preferences', label: 'Preferences', lead: 'Currency, theme, emails', Icon: SlidersHorizontal },
  { section: 'payment-details', label: 'Payment details', lead: 'Payments, refunds and invoices', Icon: CreditCard },
];
