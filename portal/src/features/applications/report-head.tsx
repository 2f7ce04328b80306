import { useState } from 'react';
import { Button, Menu, Popover } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { PaymentStatus } from '@lintel/contract/billing/tiers';
import { saveFrom } from '../../lib/save-file.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { IconChevronDown, IconDownload, IconHelp } from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import {
  applicationsQuery,
  exportAddress,
  type ExportFormat,
  type ReportQuery,
} from './api/applications.ts';
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
    purpose="Homeowners who applied through your pages, and what became of it."
    action={
      closed ? undefined : (
        <>
          <CreditDecisionGuide />
          {exported && <ExportMenu {...exported} />}
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
function ExportMenu({ query, userId }: Exported) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const download = async (format: ExportFormat): Promise<void> => {
    setBusy(true);
    try {
      // A navigation cannot renew a session that has run out, and shows an error as a page; a call
      // can, and tells.
      await client.fetchQuery({ ...applicationsQuery(userId, query), staleTime: 0 });
      saveFrom(exportAddress(query, userId, format), '');
    } catch (error) {
      showToast(failureText(error), 'danger', toastLife.long);
    }
    setBusy(false);
  };
  return (
    <Menu>
      <Menu.Target>
        <Button
          className={classes.main ?? ''}
          loading={busy}
          leftSection={<IconDownload size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void download('xlsx')}>Excel (.xlsx)</Menu.Item>
        <Menu.Item onClick={() => void download('csv')}>Comma-separated values (.csv)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
