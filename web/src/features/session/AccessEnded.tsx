// Above a page of the desk whose reader may not use it any more. The page stays, so that nothing that was entered is lost.
import { Link } from 'react-router';
import type { User } from '../../api/types';
import { paths } from '../../paths';

/** `user`: who is signed in now. The live region exists from the start: a dialog that opens hides everything else. */
export function AccessEnded({ user, hasEnded }: { user: User | null; hasEnded: boolean }) {
  return (
    // Above dialogs, whose forms stay too.
    <div aria-live="assertive" data-notice className="pointer-events-auto sticky top-(--header) z-60 print:hidden">
      {hasEnded && <Notice {...noticeFor(user)} />}
    </div>
  );
}

function Notice({ title, text, link }: ReturnType<typeof noticeFor>) {
  return (
    <div className="border-line border-b bg-marigold-wash text-marigold-ink">
      <div className="page-width flex flex-wrap items-center gap-x-6 gap-y-1 py-3 text-sm">
        <p className="min-w-0 flex-1 basis-80">
          <strong className="font-semibold">{title}</strong> {text}
        </p>
        {link && (
          <Link
            to={link.to}
            target="_blank"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {link.label}
          </Link>
        )}
      </div>
    </div>
  );
}

function noticeFor(user: User | null) {
  if (!user) {
    return {
      title: 'You were signed out.',
      text: 'Your session expired, or an owner changed your role. What you entered is still here, but it is not saved. Log in in a new tab, then save it.',
      link: { to: paths.login, label: 'Log in in a new tab' },
    };
  }
  if (user.lacksSecondStep) {
    return {
      title: 'Set up a second step.',
      text: 'It is required for staff now. What you entered is still here. Set it up in a new tab, then save.',
      link: { to: paths.dashboardSection('security'), label: 'Set it up in a new tab' },
    };
  }
  return {
    title: 'Your access to this page has ended.',
    text: 'An owner changed your role. What you entered is still here, but it can no longer be saved. Copy what you need before you leave the page.',
    link: null,
  };
}
