// Security: password, sessions, linked sign-ins, data export and account deletion.
import type { User } from '../../api/types';
import { useSession } from '../session/useSession';
import { DeleteAccount } from './DeleteAccount';
import { Panel } from './Panel';
import { ChangePassword, SetPassword } from './Password';
import { Sessions } from './Sessions';
import { SignIns } from './SignIns';
import { YourData } from './YourData';

export default function Security() {
  const { user } = useSession();
  return user && <SecurityOf user={user} />;
}

function SecurityOf({ user }: { user: User }) {
  return (
    <>
      <Panel title="Password" lead="Changing it signs out every other device.">
        {user.hasPassword ? <ChangePassword user={user} /> : <SetPassword user={user} />}
      </Panel>
      <Panel title="Where you are signed in" lead="End a session that you do not recognise, then change your password.">
        <Sessions />
      </Panel>
      <SignIns user={user} />
      <Panel title="Your data" lead="Everything we keep about you, in a JSON file.">
        <YourData />
      </Panel>
      <Panel title="Delete account" lead="This can't be undone, not even by us.">
        <DeleteAccount user={user} />
      </Panel>
    </>
  );
}
