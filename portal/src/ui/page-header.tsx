import type { ReactNode } from 'react';
import classes from './page-header.module.css';

interface Props {
  title: ReactNode;
  /** A one-line description of the page. */
  purpose?: ReactNode;
  /** The page's primary action. */
  action?: ReactNode;
}

export function PageHeader({ title, purpose, action }: Props) {
  return (
    <div className={classes.header}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {purpose !== undefined && <p className={classes.purpose}>{purpose}</p>}
      </div>
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
