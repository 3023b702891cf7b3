// One enquiry: its messages, the answer with saved replies, and its status.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { Link } from 'react-router';
import { ApiFailure, tell } from '../../../api/client';
import { useConfig } from '../../../api/useConfig';
import { toast } from '../../../lib/toast';
import { paths } from '../../../paths';
import { Button } from '../../../ui/Button';
import { DeskDetail } from '../../../ui/DeskDetail';
import { Badge } from '../../../ui/States';
import { Block } from '../Block';
import { formatTimeIn } from '../desk-labels';
import { AnswerForm } from './AnswerForm';
import { type EnquiryStatus, type EnquiryThread, enquiryQuery, KEY, setStatus, statusTone } from './enquiries';

export function EnquiryDetail({ id }: { id: string }) {
  const query = useQuery(enquiryQuery(id));
  const isMissing = query.error instanceof ApiFailure && query.error.status === 404;
  return (
    <DeskDetail query={query} isMissing={isMissing} label="Enquiry" list="Enquiries" parameter="enquiry">
      {(enquiry) => <Body enquiry={enquiry} />}
    </DeskDetail>
  );
}

function Body({ enquiry }: { enquiry: EnquiryThread }) {
  const queries = useQueryClient();
  const { name, email, isVerified, trekId, trekName, status } = enquiry;
  const change = useMutation({
    mutationFn: (wanted: EnquiryStatus) => setStatus(enquiry, wanted),
    onSuccess: (changed) => {
      queries.setQueryData(enquiryQuery(enquiry._id).queryKey, changed);
      toast.success(changed.status === 'Closed' ? 'Enquiry closed.' : 'Enquiry reopened.');
    },
    onError: (failure) => tell(failure, { otherwise: 'The enquiry could not be changed.' }),
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY] }),
  });
  const isClosed = status === 'Closed';
  const wasAnswered = enquiry.messages.some(({ author }) => author === 'staff');
  return (
    <>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="wrap-anywhere text-xl">{name}</h2>
          <p className="mt-0.5 text-sm">
            <a href={`mailto:${email}`} className="wrap-anywhere text-glacier underline underline-offset-4">
              {email}
            </a>
            {!isVerified && <span className="ml-2 text-ink-soft">not verified</span>}
          </p>
          <p className="mt-0.5 text-sm">
            About{' '}
            <Link to={paths.package(trekId)} className="wrap-anywhere text-glacier underline underline-offset-4">
              {trekName}
            </Link>
          </p>
          <p className="mt-2">
            <Badge tone={statusTone[status]}>{status}</Badge>
          </p>
        </div>
        <Button
          variant="secondary"
          className="px-4 text-sm"
          loading={change.isPending}
          onClick={() => change.mutate(isClosed ? 'Waiting' : 'Closed')}
        >
          {isClosed ? 'Reopen' : wasAnswered ? 'Close' : 'Close without an answer'}
        </Button>
      </div>
      <div className="mt-5 grid items-start gap-5 xl:grid-cols-2">
        <Block title="Conversation">
          <Messages enquiry={enquiry} />
        </Block>
        <Block title="Answer">
          <AnswerForm enquiry={enquiry} />
        </Block>
      </div>
    </>
  );
}

function Messages({ enquiry }: { enquiry: EnquiryThread }) {
  const timezone = useConfig()?.timezone;
  return (
    <ol className="grid gap-3">
      {enquiry.messages.map(({ _id, author, authorName, text, sentAt }) => (
        <li
          key={_id}
          className={clsx('rounded-sm border border-line p-3 text-sm', author === 'staff' ? 'ml-6 bg-stone' : 'mr-6')}
        >
          <p className="figures text-ink-soft text-xs">
            <span className="wrap-anywhere font-semibold text-ink">{authorName}</span> ·{' '}
            {formatTimeIn(sentAt, timezone)}
          </p>
          <p className="wrap-anywhere mt-1 whitespace-pre-line">{text}</p>
        </li>
      ))}
    </ol>
  );
}
