import { dollarsText } from '../../platform/money.ts';
import { selectCustomerApplications, type Application } from './application-repository.ts';
import type { TimelineSource } from './ports.ts';

/** Number of a customer's newest applications that are included. */
const most = 100;

/** Timeline events of a customer's applications. */
export const applicationTimeline: TimelineSource = async (
  db,
  { contractorId, customerId },
  before,
  limit,
) => {
  const rows = await selectCustomerApplications(db, { contractorId, customerId }, most);
  return rows
    .flatMap(happenings)
    .filter(({ at }) => at < before)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, limit);
};

function happenings(row: Application) {
  const { requestedAmountCents: cents } = row;
  const sent = cents === null ? 'Applied for financing' : `Applied for ${dollarsText(cents)}`;
  const steps: [Date | null, string][] = [
    [row.startedAt, 'Started an application'],
    [row.completedAt, sent],
    [row.answeredAt, row.hasOffers ? 'Received offers' : 'Received no offers'],
    [row.informationRequestedAt, 'The lender requested information'],
    [row.approvedAt, 'The credit was approved'],
    [row.fundedAt, 'The project was funded'],
    [row.withdrawnAt, 'The application was withdrawn'],
  ];
  const href = `/reports-applications/${row.id}`;
  return steps.flatMap(([at, text]) =>
    at === null ? [] : [{ at, kind: 'application', text, href }],
  );
}
