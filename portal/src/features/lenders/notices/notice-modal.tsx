import { useState } from 'react';
import { Alert, Button, Group, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { NoticeDetails } from '@lintel/contract/applications/adverse-action';
import {
  noticeKinds,
  noticeProblems,
} from '@lintel/contract/applications/adverse-action-constants';
import { failureText } from '../../../lib/failure.ts';
import { businessTimeZone } from '../../../lib/brand.ts';
import { dayInZone } from '../../../lib/date-ranges.ts';
import { formatDate } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useAction } from '../../../lib/use-action.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { IconDownload } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { MarkedText } from '../../legal/index.ts';
import { NoticeBadge, sentOn } from './notices-list.tsx';
import { getPdf, noticeQuery, noticesKey, postMailed, postPaper } from './requests.ts';
import classes from './notices.module.css';

/** One notice with its text and actions. */
export function NoticeModal({ id, onClose }: { id: number; onClose(): void }) {
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const { data, error, refetch } = useQuery(noticeQuery(id));
  return (
    <Modal
      opened
      onClose={onClose}
      size={760}
      fullScreen={narrow}
      title={m.lenders_notices_one({ id })}
    >
      {data ? (
        <Notice notice={data} />
      ) : error === null ? (
        <SkeletonRows columns={2} rows={6} />
      ) : (
        <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
      )}
    </Modal>
  );
}

function Notice({ notice }: { notice: NoticeDetails }) {
  const { problem, text, hash, mailedBy, address, email, state } = notice;
  const isSent = state === 'sent' || state === 'mailed' || state === 'paper';
  return (
    <div className={classes.notice}>
      {problem !== '' && (
        <Alert color={state === 'not-needed' ? 'gray' : 'yellow'}>{noticeProblems[problem]}</Alert>
      )}
      <Facts
        facts={[
          [m.lenders_notices_applicant(), notice.applicantName],
          [m.lenders_notices_application(), `#${notice.applicationId}, ${notice.companyName}`],
          [m.lenders_notices_lender(), notice.lenderName],
          [m.common_reason(), noticeKinds[notice.kind]],
          [m.common_status(), <NoticeBadge key="state" notice={notice} />],
          [m.lenders_notices_lastDay(), formatDate(notice.dueAt)],
          ...(sentOn(notice) === '–' ? [] : [[m.lenders_notices_sent(), sentOn(notice)] as const]),
          ...(mailedBy === '' ? [] : [[m.lenders_notices_mailedBy(), mailedBy] as const]),
          ...(email === '' ? [] : [[m.common_email(), email] as const]),
          ...(address === '' ? [] : [[m.lenders_notices_address(), address] as const]),
          ...(hash === ''
            ? []
            : [[m.lenders_notices_hash(), <code key="hash">{hash}</code>] as const]),
        ]}
      />
      <Actions notice={notice} />
      {text !== '' && (
        <section className={classes.text}>
          <h3>{isSent ? m.lenders_notices_textSent() : m.lenders_notices_textDraft()}</h3>
          <MarkedText text={text} lang={notice.language} />
        </section>
      )}
    </div>
  );
}

const refresh = [noticesKey];

function Actions({ notice }: { notice: NoticeDetails }) {
  const { id, applicationId, state, text, version, problem } = notice;
  const pdf = useAction({
    call: async () => saveFile(await getPdf(id), `notice-${applicationId}.pdf`),
  });
  const paper = useAction({
    call: () => postPaper({ params: { id }, body: { version } }),
    successToast: ({ message }) => message,
    refresh,
    refreshAlways: true,
  });
  const mayMail =
    text !== '' && problem !== 'contested' && (state === 'waiting' || state === 'sent');
  return (
    <>
      <Group gap="sm">
        {text !== '' && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={pdf.busy}
            onClick={() => void pdf.run()}
          >
            {m.lenders_notices_pdf()}
          </Button>
        )}
        {mayMail && (
          <Button variant="default" loading={paper.busy} onClick={() => void paper.run()}>
            {m.lenders_notices_usePaper()}
          </Button>
        )}
      </Group>
      {state === 'paper' && <Mailed notice={notice} />}
    </>
  );
}

const today = (): string => dayInZone(new Date(), businessTimeZone);

/** Records the day of mailing. */
function Mailed({ notice: { id, version } }: { notice: NoticeDetails }) {
  const [on, setOn] = useState(today());
  const action = useAction({
    call: () => postMailed({ params: { id }, body: { on, version } }),
    successToast: ({ message }) => message,
    refresh,
  });
  return (
    <Group gap="sm" align="end">
      <DateField label={m.lenders_notices_mailedOn()} value={on} onChange={setOn} max={today()} />
      <Button loading={action.busy} onClick={() => void action.run()}>
        {m.lenders_notices_markMailed()}
      </Button>
    </Group>
  );
}
