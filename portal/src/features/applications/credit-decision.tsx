import { ActionIcon, Popover } from '@mantine/core';
import { IconHelp } from '../../ui/icons.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './applications.module.css';

/** `APPROVED`, `EXPIRED` or a dash. */
export const CreditDecision = ({ decision }: { decision: 'APPROVED' | 'EXPIRED' | '-' }) =>
  decision === '-' ? <span className={classes.quiet}>–</span> : <StatusBadge status={decision} />;

/** The column's title with what its words mean. */
export function CreditDecisionTitle() {
  return (
    <span className={classes.titled}>
      Credit decision
      <Popover width={320} position="bottom" withArrow shadow="md" trapFocus>
        <Popover.Target>
          <ActionIcon
            component="span"
            role="button"
            tabIndex={0}
            variant="subtle"
            size={24}
            aria-label="What the credit decisions mean"
            onClick={stop}
          >
            <IconHelp size={16} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown onClick={stop}>
          <CreditDecisionHelp />
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}

/** The title sorts when it is clicked; its help must not. */
const stop = (event: React.MouseEvent): void => event.stopPropagation();

export function CreditDecisionHelp() {
  return (
    <dl className={classes.help}>
      <dt>APPROVED</dt>
      <dd>A lender has approved the credit.</dd>
      <dt>EXPIRED</dt>
      <dd>The lender got no information within a 50-day wait. It can later become APPROVED. It does not apply to Qualified.</dd>
      <dt>– (a dash)</dt>
      <dd>Pending, no offers, or only qualified. It can later become EXPIRED or APPROVED.</dd>
    </dl>
  );
}
