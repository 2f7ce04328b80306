import { Button, Popover } from '@mantine/core';
import { IconHelp } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './applications.module.css';

/** `APPROVED`, `EXPIRED` or a dash. */
export const CreditDecision = ({ decision }: { decision: 'APPROVED' | 'EXPIRED' | '-' }) =>
  decision === '-' ? <span className={classes.quiet}>–</span> : <StatusBadge status={decision} />;

/**
 * Opens what the words of the column mean. It stands beside the report: a column's title is itself
 * a button that sorts.
 */
export function CreditDecisionGuide() {
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
