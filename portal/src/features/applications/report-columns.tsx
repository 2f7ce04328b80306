import type { DataTableColumn } from 'mantine-datatable';
import type { ApplicationRow } from '@lintel/contract/applications/report';
import { formatPhone, formatDate, formatWholeMoney } from '../../lib/format.ts';
import { IconCheck } from '../../ui/icons.ts';
import type { ApplicationOrder } from './api/get-applications.ts';
import { CreditDecision } from './credit-decision.tsx';
import { NextStep } from './next-step.tsx';
import { FundedCell, ReceivedOffersCell } from './offers-cell.tsx';
import { largestFirst } from '../../ui/grid-view.ts';
import classes from './applications.module.css';

const sortable = (accessor: ApplicationOrder) => ({ accessor, sortable: true as const });

/** Who applied: a name once it is known, and how to reach them. */
export function Applicant({ row }: { row: ApplicationRow }) {
  return (
    <div className={classes.applicant}>
      <strong>{row.applicantName || 'Not named yet'}</strong>
      {row.applicantEmail !== '' && (
        <a href={`mailto:${row.applicantEmail}`}>{row.applicantEmail}</a>
      )}
      {row.applicantPhone !== '' && (
        <span className={classes.quiet}>{formatPhone(row.applicantPhone)}</span>
      )}
    </div>
  );
}

export const Complete = ({ complete }: { complete: 0 | 1 }) =>
  complete === 1 ? (
    <span className={classes.complete}>
      <IconCheck size={16} aria-hidden /> Complete
    </span>
  ) : (
    <span className={classes.quiet}>Started</span>
  );

const amount = ({ requestedAmount }: ApplicationRow): string =>
  requestedAmount === null ? '–' : formatWholeMoney(requestedAmount);

export const reportColumns = (): DataTableColumn<ApplicationRow>[] => [
  {
    ...sortable('applicantName'),
    title: 'Applicant',
    width: 230,
    render: (row) => <Applicant row={row} />,
  },
  {
    ...sortable('applicantLocation'),
    title: 'Location',
    width: 130,
    render: ({ applicantLocation }) => applicantLocation || '–',
  },
  {
    ...sortable('appFormStarted'),
    ...largestFirst,
    title: 'Started',
    noWrap: true,
    render: ({ appFormStarted }) => formatDate(appFormStarted),
  },
  {
    ...sortable('selfReportedCreditScore'),
    title: 'Credit score',
    width: 150,
    render: (row) => row.selfReportedCreditScore || '–',
  },
  {
    ...sortable('requestedAmount'),
    ...largestFirst,
    title: 'Requested',
    textAlign: 'right',
    render: amount,
  },
  {
    ...sortable('appFormComplete'),
    title: 'Form',
    noWrap: true,
    render: (row) => <Complete complete={row.appFormComplete} />,
  },
  { accessor: 'nextStep', title: 'Next step', width: 210, render: (row) => <NextStep row={row} /> },
  {
    accessor: 'receivedOffers',
    title: 'Received offers',
    width: 270,
    render: (row) => <ReceivedOffersCell row={row} />,
  },
  {
    ...sortable('creditDecision'),
    title: 'Credit decision',
    noWrap: true,
    render: (row) => <CreditDecision decision={row.creditDecision} />,
  },
  { accessor: 'funded', title: 'Funded', width: 150, render: (row) => <FundedCell row={row} /> },
  {
    ...sortable('fundedDate'),
    ...largestFirst,
    title: 'Funded on',
    noWrap: true,
    render: (row) => (row.fundedDate === null ? '–' : formatDate(row.fundedDate)),
  },
];
