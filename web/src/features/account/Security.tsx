// Security: password, second step, sessions, linked sign-ins, data export and account deletion.
import type { User } from '../../api/types';
import { useSession } from '../session/useSession';
import { DeleteAccount } from './DeleteAccount';
import { Panel } from './Panel';
import { ChangePassword, SetPassword } from './Password';
import { SecondStep } from './SecondStep';
import { Sessions } from './Sessions';
import { SignIns } from './SignIns';
import { YourData } from './YourData';

export default function Security() {
  const { user } = useSession();
  return user && <SecurityOf user={user} />;
}

function SecurityOf({ user }: { user: User }) {
  const logins = [
    <Panel key="password" title="Password" lead="Changing it signs out every other device.">
      {user.hasPassword ? <ChangePassword user={user} /> : <SetPassword user={user} />}
    </Panel>,
    <Panel
      key="step"
      title="Second step"
      lead="A code of an app on your phone, which is asked for after your password."
    >
      <SecondStep user={user} />
    </Panel>,
  ];
  return (
    <>
      {/* First for staff who were led here to set it up. */}
      {user.lacksSecondStep ? logins.reverse() : logins}
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
