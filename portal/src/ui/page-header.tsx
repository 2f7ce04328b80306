import type { ReactNode } from 'react';
import classes from './page-header.module.css';

interface Props {
  title: ReactNode;
  /** What the page is for, in one line. */
  purpose?: ReactNode;
  /** The page's main action. */
  action?: ReactNode;
}

/** The head of every page. */
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
