import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { CheckResult } from '@lintel/contract/lenders/conformance/check';
import type { ConformanceRun } from '@lintel/contract/lenders/conformance/run';
import { formatMoment } from '../../lib/format-moment.ts';
import { useAction } from '../../lib/use-action.ts';
import type { Tone } from '../../theme.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { conformanceQuery, lendersKey, runChecks } from './requests.ts';
import classes from './lenders.module.css';

const outcomes: Record<CheckResult['outcome'], readonly [name: string, tone: Tone]> = {
  passed: [m.lenders_checks_passed(), 'green'],
  failed: [m.lenders_checks_failed(), 'red'],
  skipped: [m.lenders_checks_skipped(), 'grey'],
};

const isRunning = ({ finishedAt, isInterrupted }: ConformanceRun): boolean =>
  finishedAt === null && !isInterrupted;

/** Checks the lender's endpoint with test messages, and shows the last run. */
export function ConformanceCard({ lenderId, mayChange }: { lenderId: number; mayChange: boolean }) {
  const query = useQuery(conformanceQuery(lenderId));
  const run = query.data?.run ?? null;
  const starting = useAction({
    call: () => runChecks({ params: { id: lenderId } }),
    refresh: [[...lendersKey, lenderId, 'conformance']],
  });
  return (
    <div className={classes.wideCard}>
      <Card
        title={m.lenders_checks()}
        text={m.lenders_checks_text()}
        action={
          mayChange && (
            <Button
              variant="default"
              loading={starting.busy}
              disabled={run !== null && isRunning(run)}
              onClick={() => void starting.run()}
            >
              {m.lenders_checks_run()}
            </Button>
          )
        }
      >
        <ProtocolLinks />
        {query.isPending && <SkeletonRows columns={2} rows={3} />}
        {query.isError && <ErrorState onRetry={() => void query.refetch()} />}
        {query.isSuccess && (run === null ? <NoRun /> : <Run run={run} />)}
      </Card>
    </div>
  );
}

const NoRun = () => <p className={classes.quiet}>{m.lenders_checks_none()}</p>;

/** The protocol's documents, for the lender's engineers. */
const ProtocolLinks = () => (
  <nav className={classes.links} aria-label={m.lenders_protocol()}>
    <span className={classes.quiet}>{m.lenders_protocol()}</span>
    {[
      ['lender-openapi.json', m.lenders_protocol_lender()] as const,
      ['openapi.json', m.lenders_protocol_events()] as const,
      ['asyncapi.json', m.lenders_protocol_async()] as const,
    ].map(([file, name]) => (
      <a key={file} href={`/api/v1/integrations/lenders/${file}`} target="_blank" rel="noreferrer">
        {name}
      </a>
    ))}
  </nav>
);

function Run({ run }: { run: ConformanceRun }) {
  const { results, total, by, startedAt, isInterrupted } = run;
  const count = (outcome: CheckResult['outcome']): number =>
    results.filter((result) => result.outcome === outcome).length;
  return (
    <div className={classes.stack}>
      <p className={classes.quiet} role="status">
        {m.lenders_checks_by({ at: formatMoment(startedAt), by })}{' '}
        {isRunning(run)
          ? m.lenders_checks_progress({ done: results.length, total })
          : m.lenders_checks_counts({
              passed: count('passed'),
              failed: count('failed'),
              skipped: count('skipped'),
            })}{' '}
        {isInterrupted && m.lenders_checks_interrupted()}
      </p>
      {isRunning(run) && (
        <Progress
          value={(results.length / total) * 100}
          aria-label={m.lenders_checks_progress({ done: results.length, total })}
        />
      )}
      <ul className={classes.entries}>
        {results.map((result) => (
          <Result key={result.id} result={result} />
        ))}
      </ul>
    </div>
  );
}

function Result({ result: { outcome, title, reason, fix, exchanges } }: { result: CheckResult }) {
  const [name, tone] = outcomes[outcome];
  return (
    <li>
      <div className={classes.check}>
        <span>{title}</span>
        <StatusBadge status={name} tone={tone} />
      </div>
      {reason !== '' && <p className={classes.quiet}>{reason}</p>}
      {fix !== '' && <p className={classes.fix}>{m.lenders_checks_fix({ fix })}</p>}
      {exchanges.length > 0 && (
        <details>
          <summary>{m.lenders_checks_exchanges()}</summary>
          {exchanges.map(({ path, signature, sent, status, milliseconds, answered }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the list of a check never changes
            <div key={index} className={classes.exchange}>
              <p className={classes.quiet}>
                {m.lenders_checks_sent({ path, signature: signatureNames[signature] })}
              </p>
              <pre>{sent}</pre>
              <p className={classes.quiet}>
                {status === null
                  ? m.lenders_checks_noAnswer({ milliseconds })
                  : m.lenders_checks_answered({ status, milliseconds })}
              </p>
              {answered !== '' && <pre>{answered}</pre>}
            </div>
          ))}
        </details>
      )}
    </li>
  );
}

const signatureNames: Record<CheckResult['exchanges'][number]['signature'], string> = {
  valid: m.lenders_signature_valid(),
  wrong: m.lenders_signature_wrong(),
  missing: m.lenders_signature_missing(),
  old: m.lenders_signature_old(),
  late: m.lenders_signature_late(),
  'unknown-first': m.lenders_signature_unknownFirst(),
  'unknown-last': m.lenders_signature_unknownLast(),
};
