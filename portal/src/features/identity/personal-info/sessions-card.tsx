import { useState } from 'react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import * as m from '#messages';
import type {
  endOtherSessions as endOtherSessionsEndpoint,
  endSession as endSessionEndpoint,
  OwnSession,
  readSessions,
} from '@lintel/contract/identity/own-sessions';
import { call } from '../../../lib/api/call.ts';
import { openDialog } from '../../../lib/dialog.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Card } from '../../../ui/card.tsx';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from './sessions-card.module.css';

const getSessions = call<typeof readSessions>({ method: 'GET', path: '/user/{id}/sessions' });
const endSession = call<typeof endSessionEndpoint>({
  method: 'POST',
  path: '/user/{id}/sessions/{sessionId}/end',
});
const endOtherSessions = call<typeof endOtherSessionsEndpoint>({
  method: 'POST',
  path: '/user/{id}/sessions/end-others',
});

const queryKey = (userId: number) => ['own-sessions', userId] as const;

/** One page of the account's sessions. */
export const sessionsQuery = (userId: number, { page, limit } = { page: 1, limit: 10 }) =>
  queryOptions({
    queryKey: [...queryKey(userId), { page, limit }],
    queryFn: ({ signal }) =>
      getSessions({ params: { id: userId }, query: { page, limit } }, { signal }),
    placeholderData: keepPreviousData,
  });

const pageSizes = [10, 25, 50];
const firstPage = { page: 1, limit: 10, order: '-lastUsedAt' };

/** The account's sessions, with buttons to sign them out. */
export function SessionsCard({ userId }: { userId: number }) {
  const [view, setView] = useState(firstPage);
  const list = useQuery(sessionsQuery(userId, view));
  const endOthers = useAction({
    ask: confirmEnd,
    call: () => endOtherSessions({ params: { id: userId } }),
    onAnswer: () => setView((now) => ({ ...now, page: 1 })),
    successToast: ({ message }) => message,
    refresh: [queryKey(userId)],
  });
  const hasOthers = (list.data?.total ?? 0) > 1;
  return (
    <div className={classes.wide}>
      <Card
        title={m.identity_sessions_title()}
        text={m.identity_sessions_purpose()}
        action={
          hasOthers && (
            <Button
              variant="default"
              size="sm"
              className={classes.all}
              loading={endOthers.busy}
              onClick={() => void endOthers.run()}
            >
              {m.identity_sessions_signOutOthers()}
            </Button>
          )
        }
      >
        {list.isError ? (
          <ErrorState text={m.push_loadFailed()} onRetry={() => void list.refetch()} />
        ) : list.data === undefined ? (
          <SkeletonRows columns={3} rows={2} />
        ) : (
          <>
            <ul className={classes.sessions} aria-label={m.identity_sessions_label()}>
              {list.data.data.map((session) => (
                <Row key={session.id} userId={userId} session={session} />
              ))}
            </ul>
            {list.data.total > firstPage.limit && (
              <GridFooter
                view={view}
                total={list.data.total}
                pageSizes={pageSizes}
                onView={(change) => setView((now) => ({ ...now, ...change }))}
                summary={undefined}
              />
            )}
          </>
        )}
      </Card>
    </div>
  );
}

const confirmEnd = (): Promise<boolean> =>
  openDialog({
    title: m.identity_sessions_signOutOthersTitle(),
    text: m.identity_sessions_signOutOthersText(),
    confirm: m.common_signOut(),
    cancel: m.common_cancel(),
  });

function Row({ userId, session }: { userId: number; session: OwnSession }) {
  const { id, device, address, signedInAt, lastUsedAt, isThis } = session;
  const end = useAction({
    call: () => endSession({ params: { id: userId, sessionId: id } }),
    successToast: ({ message }) => message,
    refresh: [queryKey(userId)],
    // It may have ended in the meantime.
    refreshAlways: true,
  });
  return (
    <li>
      <span className={classes.device}>
        <strong>{device}</strong>
        {isThis && <StatusBadge status={m.identity_device_this()} tone="green" />}
        <span className={classes.quiet}>{address}</span>
      </span>
      <Moment label={m.identity_signedIn()} at={signedInAt} />
      <Moment label={m.identity_lastUsed()} at={lastUsedAt} />
      <span className={classes.end}>
        {!isThis && (
          <Button
            variant="light"
            size="compact-sm"
            loading={end.busy}
            aria-label={m.identity_sessions_signOutNamed({ device, address })}
            onClick={() => void end.run()}
          >
            {m.common_signOut()}
          </Button>
        )}
      </span>
    </li>
  );
}

const Moment = ({ label, at }: { label: string; at: string }) => (
  <span className={classes.moment}>
    <span className={classes.quiet}>{label}</span>
    {formatDateTime(at)}
  </span>
);
