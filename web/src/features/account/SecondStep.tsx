// Second step of the login: an authenticator app and recovery codes.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../api/types';
import { formatLocalDate } from '../../lib/dates';
import { toast } from '../../lib/toast';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { ErrorState, Skeleton } from '../../ui/States';
import { ProveBothSteps } from './ProveBothSteps';
import { RecoveryCodes } from './RecoveryCodes';
import { SetUpSecondStep } from './SetUpSecondStep';
import { removeSecondStep, replaceRecoveryCodes, type SecondStepState, secondStepQuery } from './second-step';

type Asking = 'set up' | 'new codes' | 'turn off';

export function SecondStep({ user }: { user: User }) {
  const { data: state, isPending, isFetching, refetch } = useQuery(secondStepQuery);
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<Asking | null>(null);
  const changed = () => void queryClient.invalidateQueries({ queryKey: secondStepQuery.queryKey });
  const close = () => setAsking(null);
  if (isPending) return <Skeleton className="h-20" />;
  if (!state) {
    return (
      <ErrorState
        title="Your second step couldn't be loaded"
        onRetry={() => refetch()}
        retrying={isFetching}
        className="py-8"
      />
    );
  }
  return (
    <>
      {state.confirmedAt ? (
        <On state={state} onAsk={setAsking} />
      ) : (
        <div className="grid justify-items-start gap-4">
          {state.isRequired && (
            <p role="status" className="rounded-sm bg-marigold-wash px-3.5 py-2.5 text-marigold-ink text-sm">
              Your agency requires a second step of its staff. Set it up to work at the desk.
            </p>
          )}
          <p>Off. With it, your password alone is not enough to log in.</p>
          <Button onClick={() => setAsking('set up')}>Set up an authenticator app</Button>
        </div>
      )}
      {asking === 'set up' && <SetUpSecondStep user={user} onClose={close} />}
      {asking === 'new codes' && <NewCodes user={user} onChange={changed} onClose={close} />}
      {asking === 'turn off' && <TurnOff user={user} onChange={changed} onClose={close} />}
    </>
  );
}

function On({ state, onAsk }: { state: SecondStepState; onAsk: (asking: Asking) => void }) {
  const { confirmedAt, recoveryCodesLeft: left } = state;
  return (
    <div className="grid justify-items-start gap-4">
      <p>
        On since {formatLocalDate(confirmedAt)}. {left} recovery {left === 1 ? 'code is' : 'codes are'} left.
      </p>
      {left < 3 && <p className="text-marigold-ink text-sm">Get new recovery codes before you run out of them.</p>}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={() => onAsk('new codes')}>
          New recovery codes
        </Button>
        <Button size="sm" variant="ghost" data-danger onClick={() => onAsk('turn off')}>
          Turn off
        </Button>
      </div>
    </div>
  );
}

interface Ask {
  user: User;
  onChange: () => void;
  onClose: () => void;
}

function NewCodes({ user, onChange, onClose }: Ask) {
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      dismissible={!codes}
      title={codes ? 'Save your recovery codes' : 'New recovery codes'}
    >
      {codes ? (
        <RecoveryCodes codes={codes} user={user} onDone={onClose} />
      ) : (
        <ProveBothSteps
          user={user}
          text="Your present recovery codes stop working."
          label="Get new codes"
          onProved={async (proof) => {
            setCodes(await replaceRecoveryCodes(proof));
            onChange();
          }}
        />
      )}
    </Dialog>
  );
}

function TurnOff({ user, onChange, onClose }: Ask) {
  return (
    <Dialog open size="sm" onOpenChange={(open) => !open && onClose()} title="Turn off your second step?">
      <ProveBothSteps
        user={user}
        text="Your password alone will be enough to log in, and your recovery codes stop working."
        label="Turn off"
        danger
        onProved={async (proof) => {
          await removeSecondStep(proof);
          toast.success('Your second step is off.');
          onChange();
          onClose();
        }}
      />
    </Dialog>
  );
}
