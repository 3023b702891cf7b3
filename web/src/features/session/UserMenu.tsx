// Name of the user with links to the dashboard and logout; for visitors a link to sign in (document 1 §2).
import { ChevronDown, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../paths';
import { IconButton } from '../../ui/Button';
import { Menu, MenuAction, MenuLink } from '../../ui/Menu';
import { homeOf, isGuide, isStaff } from './roles';
import { useLogOut } from './useLogOut';
import { useSession } from './useSession';

export function UserMenu() {
  const { user } = useSession();
  const { logOut } = useLogOut();
  return (
    <div className="flex items-center">
      {user && (
        <Link to={homeOf(user)} className="flex min-h-11 max-w-40 items-center font-semibold hover:text-glacier">
          <span className="truncate">{user.name || 'User'}</span>
        </Link>
      )}
      <Menu
        label="User menu"
        trigger={(button) =>
          user ? (
            <IconButton {...button} label="User menu" className="-mr-3">
              <ChevronDown aria-hidden className="size-5" />
            </IconButton>
          ) : (
            <button
              type="button"
              {...button}
              aria-label="User menu"
              className="flex min-h-11 items-center gap-2 -mr-3 rounded-sm px-3 font-semibold hover:bg-stone"
            >
              <UserRound aria-hidden className="size-5" strokeWidth={1.75} />
              User
              <ChevronDown aria-hidden className="size-4 text-ink-soft" />
            </button>
          )
        }
      >
        {user ? (
          <>
            {isGuide(user) && <MenuLink to={paths.guide}>My departures</MenuLink>}
            {isStaff(user) ? (
              <MenuLink to={paths.admin}>Admin Dashboard</MenuLink>
            ) : (
              <MenuLink to={paths.dashboard}>User Dashboard</MenuLink>
            )}
            <MenuAction onSelect={() => void logOut()}>Logout</MenuAction>
          </>
        ) : (
          <MenuLink to={paths.signup}>Sign In</MenuLink>
        )}
      </Menu>
    </div>
  );
}
