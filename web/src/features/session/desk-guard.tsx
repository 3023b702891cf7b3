// Guards of the desk. A page that is open stays when its reader may not use it any more, so that nothing that was entered
// is lost.
import { createContext, useContext, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import type { User } from '../../api/types';
import { lazyComponent } from '../../lib/lazy-component';
import { paths } from '../../paths';
import { Waiting } from './guards';
import { isGuide, isStaff } from './roles';
import { useSession } from './useSession';

const AccessEnded = lazyComponent(() => import('./AccessEnded').then((file) => file.AccessEnded));

const DeskUser = createContext<User | null>(null);

/** The person for whom the page of the desk was opened. It stays while the page stays, even if the access ends. */
export function useDeskUser(): User | null {
  const { user } = useSession();
  return useContext(DeskUser) ?? user;
}

interface Opened {
  user: User;
  place: string;
}

function RequireRole({ permits }: { permits: (user: User) => boolean }) {
  const session = useSession();
  const { user } = session;
  const { pathname, search } = useLocation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const place = `${pathname} ${new URLSearchParams(search).get('section') ?? ''}`;
  const isPermitted = session.status === 'authenticated' && permits(session.user) && !session.user.lacksSecondStep;
  if (isPermitted && user && (opened?.user !== user || opened.place !== place)) setOpened({ user, place });

  if (session.status === 'loading') return <Waiting />;
  // An open form stays until the person leaves the page. Another person does not see it.
  const isSamePerson = session.status === 'unauthenticated' ? session.wasEnded : session.user.id === opened?.user.id;
  const stays = opened?.place === place && isSamePerson;
  const reader = isPermitted ? user : stays ? opened.user : null;
  if (reader) {
    return (
      <DeskUser value={reader}>
        <AccessEnded wanted={!isPermitted} hasEnded={!isPermitted} user={user} />
        <Outlet />
      </DeskUser>
    );
  }
  if (session.status === 'unauthenticated') return <Navigate to={paths.loginThen(pathname + search)} replace />;
  if (session.user.lacksSecondStep && permits(session.user)) {
    return <Navigate to={paths.dashboardSection('security')} replace />;
  }
  // With ?next= of an admin page, the two guards would redirect a traveller back and forth.
  return <Navigate to={isGuide(user) ? paths.guide : paths.login} replace />;
}

export function RequireAdmin() {
  return <RequireRole permits={isStaff} />;
}

export function RequireGuide() {
  return <RequireRole permits={(user) => isStaff(user) || isGuide(user)} />;
}
