import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { retentionPageSizes, type RetentionRun } from '@lintel/contract/privacy/retention';
import { formatCount } from '../../../lib/format.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { failureText } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Card } from '../../../ui/card.tsx';
import { GridFooter } from '../../../ui/grid-footer.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { postRehearsal, previewQuery, runsKey, runsQuery } from './requests.ts';
import classes from './retention.module.css';

/** A preview of the next run, and the latest runs. */
export function Runs({ mayRehearse }: { mayRehearse: boolean }) {
  const [view, setView] = useState({ page: 1, limit: 10 });
  const { data, error, refetch } = useQuery(runsQuery(view));
  const { run, busy } = useAction({
    call: () => postRehearsal({}),
    successToast: ({ message }) => message,
    refresh: [runsKey, previewQuery.queryKey],
  });
  return (
    <Card
      title={m.privacy_runs_title()}
      text={m.privacy_runs_purpose()}
      action={
        mayRehearse && (
          <Button variant="default" loading={busy} onClick={() => void run()}>
            {m.privacy_runs_rehearse()}
          </Button>
        )
      }
    >
      <Preview />
      <h3 className={classes.title}>{m.privacy_runs_last()}</h3>
      {error !== null ? (
        <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows columns={3} rows={3} />
      ) : data.total === 0 ? (
        <p className={classes.quiet}>{m.privacy_runs_none()}</p>
      ) : (
        <>
          <ul className={classes.runs} aria-label={m.privacy_runs_last()}>
            {data.data.map((one) => (
              <Run key={one.id} run={one} />
            ))}
          </ul>
          {data.total > retentionPageSizes[0] && (
            <GridFooter
              view={{ ...view, order: '-id' }}
              total={data.total}
              pageSizes={retentionPageSizes}
              onView={({ page = view.page, limit = view.limit }) => setView({ page, limit })}
              summary={formatCount(data.total, m.common_run_one(), m.common_run_many())}
            />
          )}
        </>
      )}
    </Card>
  );
}

const badges = {
  running: [m.privacy_runs_running(), 'blue'],
  done: [m.common_done(), 'green'],
  failed: [m.common_failed(), 'red'],
} as const;

function Run({ run }: { run: RetentionRun }) {
  const { dry, state, startedAt, by, parts, total, failures, reason } = run;
  const [word, tone] = dry ? ([m.privacy_runs_rehearsal(), 'grey'] as const) : badges[state];
  const done = parts.filter(({ count }) => count > 0);
  return (
    <li>
      <div className={classes.line}>
        <StatusBadge status={word} tone={tone} />
        <span className="numbers">{formatMoment(startedAt)}</span>
        <span className={classes.quiet}>
          {[by === null ? m.common_scheduled() : m.privacy_runs_by({ by }), runDuration(run)]
            .filter(Boolean)
            .join(', ')}
        </span>
      </div>
      <p>
        {total === 0
          ? dry
            ? m.privacy_runs_nothingDue()
            : m.privacy_runs_nothingRemoved()
          : done.map(({ name, count }) => `${name}: ${count.toLocaleString('en-US')}`).join(' · ')}
      </p>
      {failures > 0 && <p className={classes.failure}>{runFailureText(failures, reason)}</p>}
    </li>
  );
}

function runFailureText(failures: number, reason: string): string {
  const times = failures.toLocaleString('en-US');
  if (reason !== '')
    return `${failures === 1 ? m.privacy_runs_failed_one() : m.privacy_runs_failed_many({ times })} ${reason}`;
  return failures === 1 ? m.privacy_runs_recovered_one() : m.privacy_runs_recovered_many({ times });
}

/** The duration of a run; empty while it is in progress. */
function runDuration({ startedAt, endedAt }: RetentionRun): string {
  if (endedAt === null) return '';
  const seconds = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000);
  return seconds < 60
    ? m.privacy_runs_seconds({ seconds })
    : m.privacy_runs_minutes({ round: Math.round(seconds / 60) });
}

function Preview() {
  const { data, error, refetch } = useQuery(previewQuery);
  if (error !== null)
    return <ErrorState text={failureText(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows columns={2} rows={3} />;
  return (
    <div role="status">
      <p className={classes.sum}>
        {data.total === 0
          ? m.privacy_runs_nextNothing()
          : m.privacy_runs_nextRemoves({
              total: formatCount(
                data.total,
                m.legal_records_count_one(),
                m.legal_records_count_many(),
              ),
            })}
      </p>
      {data.total > 0 && (
        <ul className={classes.parts}>
          {data.parts
            .filter(({ count }) => count > 0)
            .map(({ name, count }) => (
              <li key={name}>
                {name} <strong>{count.toLocaleString('en-US')}</strong>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}
