import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { CheckResult, SelfCheckReport } from '@lintel/contract/setup/self-check';
import { formatDateTime } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import type { Tone } from '../../theme.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { healthKey, healthQuery, runHealthCheck } from './requests.ts';
import classes from './setup.module.css';

export const load = ({ client }: LoadContext): Promise<unknown> =>
  client.prefetchQuery(healthQuery);

/** Whether everything that the product depends on works, and what to do when it doesn't. */
export function HealthPage() {
  const health = useQuery(healthQuery);
  const report = health.data?.report;
  const action = useAction({ call: () => runHealthCheck({ body: {} }), refresh: [healthKey] });
  return (
    <>
      <PageHeader
        title={m.screens_health()}
        purpose={m.setup_health_purpose()}
        action={
          <Button loading={action.busy} onClick={() => void action.run()}>
            {report ? m.setup_health_again() : m.setup_health_run()}
          </Button>
        }
      />
      <Card bare>
        {health.isPending && <SkeletonRows columns={2} rows={12} />}
        {health.isError && <ErrorState onRetry={() => void health.refetch()} />}
        {report === null && (
          <EmptyState title={m.setup_health_never()} text={m.setup_health_neverText()} />
        )}
        {report && (
          <ul className={classes.steps} aria-busy={action.busy}>
            {report.results.map((result) => (
              <ResultRow key={result.name} result={result} />
            ))}
          </ul>
        )}
      </Card>
      {report && <p className={classes.purpose}>{versionText(report)}</p>}
    </>
  );
}

const statusNames: Readonly<Record<CheckResult['status'], string>> = {
  ok: m.setup_health_status_ok(),
  warn: m.setup_health_status_warn(),
  fail: m.setup_health_status_fail(),
  skipped: m.setup_health_status_skipped(),
};
const statusTones: Readonly<Record<CheckResult['status'], Tone>> = {
  ok: 'green',
  warn: 'amber',
  fail: 'red',
  skipped: 'grey',
};

function ResultRow({ result: { label, status, found, advice } }: { result: CheckResult }) {
  return (
    <li className={classes.step}>
      <div className={classes.words}>
        <h2 className={classes.label}>{label}</h2>
        <p className={classes.purpose}>{found}</p>
        {advice !== '' && <p className={classes.advice}>{advice}</p>}
      </div>
      <StatusBadge status={statusNames[status]} tone={statusTones[status]} />
    </li>
  );
}

const versionText = ({ at, version, commit }: SelfCheckReport): string => {
  const when = formatDateTime(at);
  return commit === null
    ? m.setup_health_checked({ when, version })
    : m.setup_health_checkedCommit({ when, version, commit: commit.slice(0, 7) });
};
