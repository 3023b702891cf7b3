// Entry of an emailed code: six boxes, the server's remaining lifetime in seconds, and a button to send another code.
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { CodeBoxes } from '../../ui/CodeBoxes';
import { Countdown } from '../../ui/Countdown';

export const CODE_LENGTH = 6;
export const INCOMPLETE_CODE = 'Please enter a complete OTP';
const CODE_EXPIRED = 'OTP has expired. Please request a new one.';

/** A code that was sent. `turn` counts the codes, so that each one gets its own countdown. */
export interface SentCode {
  seconds: number;
  turn: number;
}

/** Requests codes. `sent` is null until the first one was sent. */
export function useEmailedCode(send: () => Promise<number>) {
  const [sent, setSent] = useState<SentCode | null>(null);
  const [sending, setSending] = useState(false);
  return {
    sent,
    sending,
    forget: () => setSent(null),
    /** Throws what `send` throws. */
    begin: async () => {
      setSending(true);
      try {
        const seconds = await send();
        setSent((last) => ({ seconds, turn: (last?.turn ?? 0) + 1 }));
      } finally {
        setSending(false);
      }
    },
  };
}

export function EmailedCode({
  to,
  sent,
  code,
  onCode,
  problem,
  disabled,
  sending,
  onResend,
}: {
  to: string;
  sent: SentCode;
  code: string;
  onCode: (code: string) => void;
  problem: string | null;
  disabled: boolean;
  sending: boolean;
  onResend: () => void;
}) {
  const [overAt, setOverAt] = useState(0);
  const over = overAt === sent.turn;
  return (
    <div className="text-center">
      <p className="mb-4 text-ink-soft">
        We sent a code to <strong className="break-words font-semibold text-ink">{to}</strong>.
      </p>
      <CodeBoxes
        autoFocus
        label="Code from the email"
        length={CODE_LENGTH}
        value={code}
        onChange={onCode}
        invalid={problem !== null}
        disabled={disabled}
      />
      {problem && (
        <p role="alert" className="mt-3 text-danger text-sm">
          {problem}
        </p>
      )}
      <p className="mt-3 flex min-h-11 flex-wrap items-center justify-center gap-x-3 text-ink-soft text-sm">
        {over ? (
          <>
            <span role="status">{CODE_EXPIRED}</span>
            <Button size="sm" variant="secondary" loading={sending} onClick={onResend}>
              Resend
            </Button>
          </>
        ) : (
          <Countdown key={sent.turn} seconds={sent.seconds} onEnd={() => setOverAt(sent.turn)}>
            {(left) => `Time remaining: ${left}s`}
          </Countdown>
        )}
      </p>
    </div>
  );
}
