import { lazy, Suspense, useState } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Button, Pagination } from '@mantine/core';
import * as m from '#messages';
import type {
  ApplicationFlag,
  listFlaggedApplications,
  reviewFlaggedApplication,
  FlaggedApplication,
} from '@lintel/contract/applications/flags';
import { call } from '../../lib/api/call.ts';
import { formatPhone, formatShortDate } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { loadRecordButton } from '../legal/index.ts';
import { waitingQuery } from './waiting-card.tsx';
import classes from './cases.module.css';

const RecordButton = lazy(loadRecordButton);

/** The label of each flag. */
export const flagNames: Record<ApplicationFlag, string> = {
  'own-email': m.dashboard_flagged_ownEmail(),
  'own-phone': m.dashboard_flagged_ownPhone(),
  'own-address': m.dashboard_flagged_ownAddress(),
  repeated: m.dashboard_flagged_repeated(),
};

const getFlagged = call<typeof listFlaggedApplications>({
  method: 'GET',
  path: '/manage/flagged-applications',
});

const postReview = call<typeof reviewFlaggedApplication>({
  method: 'POST',
  path: '/manage/flagged-applications/{applicationId}/review',
});

const flaggedPageSize = 10;
const flaggedKey = ['dashboard', 'flagged'] as const;

/** Applications for staff to review, newest first. */
const flaggedQuery = (page: number) =>
  queryOptions({
    queryKey: [...flaggedKey, page],
    queryFn: ({ signal }) => getFlagged({ query: { page, limit: flaggedPageSize } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Possible self-applications and duplicates, newest first. */
export function FlaggedList() {
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useQuery(flaggedQuery(page));
  const review = useAction({
    call: (applicationId: number) => postReview({ params: { applicationId } }),
    successToast: ({ message }) => message,
    refresh: [flaggedKey, waitingQuery.queryKey],
    refreshAlways: true,
    // The last page may have lost its only row.
    onDone: () => setPage(1),
  });
  if (isError) {
    return (
      <Card title={m.dashboard_flagged_title()}>
        <ErrorState onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (data === undefined || data.total === 0) return null;
  return (
    <Card title={m.dashboard_flagged_title()} text={m.dashboard_flagged_purpose()}>
      <ul className={classes.cases}>
        {data.data.map((application) => (
          <Flagged
            key={application.id}
            application={application}
            busy={review.busyInput === application.id}
            onReview={() => void review.run(application.id)}
          />
        ))}
      </ul>
      {data.total > flaggedPageSize && (
        <Pagination
          value={page}
          onChange={setPage}
          total={Math.ceil(data.total / flaggedPageSize)}
          aria-label={m.common_pages()}
          size="sm"
          mt={16}
        />
      )}
    </Card>
  );
}

interface FlaggedProps {
  application: FlaggedApplication;
  busy: boolean;
  onReview(): void;
}

function Flagged({ application, busy, onReview }: FlaggedProps) {
  const { applicantName, companyName, applicantEmail, applicantPhone, appFormStarted, flags } =
    application;
  return (
    <li>
      <div>
        <strong>{applicantName || '-'}</strong>
        <span>
          {companyName} · {formatShortDate(appFormStarted)}
        </span>
        <span>
          {[applicantEmail, formatPhone(applicantPhone)].filter((text) => text !== '').join(' · ')}
        </span>
      </div>
      <div className={classes.flags}>
        {flags.map((flag) => (
          <StatusBadge key={flag} status={flagNames[flag]} tone="amber" />
        ))}
        <Suspense>
          <RecordButton applicationId={application.id} />
        </Suspense>
        <Button
          variant="default"
          size="compact-sm"
          loading={busy}
          onClick={onReview}
          aria-label={m.dashboard_flagged_markReviewedNamed({ name: applicantName || '-' })}
        >
          {m.dashboard_flagged_markReviewed()}
        </Button>
      </div>
    </li>
  );
}
