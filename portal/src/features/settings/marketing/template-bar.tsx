import type { ReactNode } from 'react';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { LastUpdated } from './last-updated.tsx';
import classes from './marketing.module.css';

interface Props {
  title: string;
  badge?: string | undefined;
  text?: ReactNode;
  /** What was updated: `Template`. */
  what: string;
  /** Whether it is known yet who changed it last. */
  known: boolean;
  change: { userName: string; date: string } | undefined;
  /** What can be done with it. */
  children: ReactNode;
}

/** The template that is chosen, who changed it last, and what can be done with it. */
export function TemplateBar({ title, badge, text, what, known, change, children }: Props) {
  return (
    <div className={classes.bar}>
      <div className={classes.about}>
        <h3>
          {title}
          {badge !== undefined && <StatusBadge status={badge} tone="green" />}
        </h3>
        {text}
        {known && <LastUpdated what={what} change={change} />}
      </div>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
