import type { Reconciliation } from '@lintel/contract/billing-reconcile';
import { formatCount } from '../../../../lib/format.ts';
import { formatMoment } from '../../../../lib/format-moment.ts';
import { Facts } from '../../../../ui/facts.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import classes from './money.module.css';

type Difference = Reconciliation['differences'][number];

const kinds: Record<Difference['kind'], string> = {
  missing_here: 'Missing in our books',
  missing_there: 'Unknown to the payment provider',
  different_amount: 'Different amounts',
};

/** When the books were compared last, and what came of it. */
export function LastCheck({ last }: { last: Reconciliation }) {
  const { startedAt, userId, checked, differences } = last;
  return (
    <>
      <Facts
        facts={[
          [
            'Last check',
            `${formatMoment(startedAt)}, ${userId === null ? 'by the clock' : 'asked for by staff'}`,
          ],
          ['Compared', formatCount(checked, 'charge or refund', 'charges and refunds')],
          ['Result', <Result key="result" last={last} />],
        ]}
      />
      {differences.length > 0 && (
        <ul className={classes.differences} aria-label="Differences">
          {differences.map((one) => (
            <li key={`${one.kind}:${one.reference}`}>
              <strong>{kinds[one.kind]}</strong>
              <span className={classes.reference}>{one.reference}</span>
              <span>{amountsOf(one)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const amountsOf = ({ ours, theirs }: Difference): string =>
  [ours !== '' && `${ours} here`, theirs !== '' && `${theirs} there`]
    .filter((words) => words !== false)
    .join(', ');

function Result({ last: { endedAt, differences, problem } }: { last: Reconciliation }) {
  if (problem !== '') {
    return (
      <>
        <StatusBadge status="Not finished" tone="red" /> {problem}
      </>
    );
  }
  if (endedAt === null) return <StatusBadge status="Under way" tone="blue" />;
  if (differences.length === 0) return <StatusBadge status="They agree" tone="green" />;
  return <StatusBadge status={formatCount(differences.length, 'difference')} tone="red" />;
}
