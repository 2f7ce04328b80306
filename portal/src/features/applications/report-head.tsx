import { Button, Popover } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { PaymentStatus } from '@lintel/contract/billing/tiers';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { IconHelp } from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { applicationsQuery, exportAddress, type ReportQuery } from './api/applications.ts';
import classes from './applications.module.css';

interface Exported {
  userId: number;
  query: ReportQuery;
}

/**
 * The head of the report: its title and, where there is something to read, what its words mean;
 * with `exported` the way to take it along.
 */
export const ReportHead = ({
  exported,
  closed = false,
}: {
  exported?: Exported;
  /** The report is not open to this user. */
  closed?: boolean;
}) => (
  <PageHeader
    title="Applications"
    purpose="Homeowners who applied through your pages, and where each application stands."
    action={
      closed ? undefined : (
        <>
          <CreditDecisionGuide />
          {exported && <ReportExport {...exported} />}
        </>
      )
    }
  />
);

/**
 * Opens what the words of the column mean. It stands beside the report: a column's title is itself
 * a button that sorts.
 */
function CreditDecisionGuide() {
  return (
    <Popover width={320} position="bottom-end" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" leftSection={<IconHelp size={18} aria-hidden />}>
          What the credit decisions mean
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Credit decisions">
        <CreditDecisionHelp />
      </Popover.Dropdown>
    </Popover>
  );
}

function CreditDecisionHelp() {
  return (
    <dl className={classes.help}>
      <dt>APPROVED</dt>
      <dd>A lender has approved the credit.</dd>
      <dt>EXPIRED</dt>
      <dd>
        The lender got no information within a 50-day wait. It can later become APPROVED. It does
        not apply to Qualified.
      </dd>
      <dt>– (a dash)</dt>
      <dd>Pending, no offers, or only qualified. It can later become EXPIRED or APPROVED.</dd>
    </dl>
  );
}

/** Offers the report as a file. */
function ReportExport({ query, userId }: Exported) {
  const client = useQueryClient();
  return (
    <ExportMenu
      ask={() => client.fetchQuery({ ...applicationsQuery(userId, query), staleTime: 0 })}
      addressOf={(format) => exportAddress(query, userId, format)}
      className={classes.main}
    />
  );
}

const expired = new Set<PaymentStatus | null>(['Canceled', 'Failed', 'Renewed']);

/** Says that the subscription has run out, and where to mend it. */
export function ExpiredBanner({ paymentStatus }: { paymentStatus: PaymentStatus | null }) {
  if (!expired.has(paymentStatus)) return null;
  return (
    <div className={classes.banner} role="status">
      <span>
        Your subscription has expired. New applications may not reach lenders until it is paid.
      </span>
      <Link to="/card-payments">Go to Billing</Link>
    </div>
  );
}
