// Sends the owner an email from the sender in the form, and shows what the mail server answered.
import { useMutation } from '@tanstack/react-query';
import { ApiFailure } from '../../api/client';
import { Button } from '../../ui/Button';
import { sendTestMail } from './settings';

export function TestMail({ mailFrom }: { mailFrom: string | null | undefined }) {
  const send = useMutation({ mutationFn: () => sendTestMail(mailFrom) });
  const failure = send.error instanceof ApiFailure ? (send.error.problemOf('mail_from') ?? send.error.message) : null;
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="secondary" loading={send.isPending} onClick={() => send.mutate()}>
        Send me a test email
      </Button>
      <p role="status" className="text-sm">
        {send.data}
      </p>
      {send.error && (
        <p role="alert" className="wrap-anywhere text-danger text-sm">
          {failure ?? 'The email was not sent.'}
        </p>
      )}
    </div>
  );
}
