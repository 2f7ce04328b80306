import { Alert } from '@mantine/core';
import type { W9 } from '@lintel/contract/payouts-w9';
import { formatDate } from '../../lib/format.ts';
import { Facts } from '../../ui/facts.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './payouts.module.css';

const held = 'Payouts are held until a tax form is completed.';

/** What the status means for the contractor. */
function descriptionOf({ status, submittedAt }: W9): string {
  if (status === 'Not found' || status === 'Rejected') return held;
  if (status === 'Pending')
    return 'Your form is being verified. Verification can take up to 10 days.';
  return `Your form is verified. Submitted on ${submittedAt === null ? '' : formatDate(submittedAt)}.`;
}

/** How the tax form stands, and what is known of it. */
export function W9Status({ w9 }: { w9: W9 }) {
  const { status, fullName, companyName, isSSN, tin, reason, submittedAt } = w9;
  return (
    <>
      <div className={classes.status}>
        <StatusBadge status={status} />
        <span>{descriptionOf(w9)}</span>
      </div>
      {reason !== '' && (
        <Alert
          color="red"
          icon={<IconAlertTriangle size={20} aria-hidden />}
          title="Why it was rejected"
          w="100%"
        >
          {reason}
        </Alert>
      )}
      {status !== 'Not found' && (
        <Facts
          facts={[
            ['Name', fullName],
            ['Business name', companyName || 'None'],
            [isSSN ? 'SSN' : 'EIN', tin === '' ? 'On the form' : tin.replaceAll('*', '•')],
            ['Submitted', submittedAt === null ? '' : formatDate(submittedAt)],
          ]}
        />
      )}
    </>
  );
}
