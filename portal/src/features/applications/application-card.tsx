import type { ApplicationRow } from '@lintel/contract/applications/report';
import { formatDate, formatWholeMoney } from '../../lib/format.ts';
import { CreditDecision } from './credit-decision.tsx';
import { NextStep } from './next-step.tsx';
import { FundedCell, ReceivedOffersCell } from './offers-cell.tsx';
import { Applicant, Complete } from './report-columns.tsx';
import classes from './applications.module.css';

/** A row of the report as a card, for phones. */
export function ApplicationCard({ row }: { row: ApplicationRow }) {
  const facts = [
    ['Started', formatDate(row.appFormStarted)],
    ['Requested', row.requestedAmount === null ? '–' : formatWholeMoney(row.requestedAmount)],
    ['Location', row.applicantLocation || '–'],
    ['Credit score', row.selfReportedCreditScore || '–'],
    ['Form', <Complete key="form" complete={row.appFormComplete} />],
    ['Credit decision', <CreditDecision key="decision" decision={row.creditDecision} />],
  ] as const;
  return (
    <li className={classes.card}>
      <Applicant row={row} />
      <dl className={classes.facts}>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div>
        <p className={classes.label}>Next step</p>
        <NextStep row={row} />
      </div>
      <div>
        <p className={classes.label}>Received offers</p>
        <ReceivedOffersCell row={row} />
      </div>
      {row.fundedDate !== null && (
        <div>
          <p className={classes.label}>Funded on {formatDate(row.fundedDate)}</p>
          <FundedCell row={row} />
        </div>
      )}
    </li>
  );
}
