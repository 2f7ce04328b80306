import type { ReactNode } from 'react';
import classes from './auth-card.module.css';

/** The card in the middle of a signed-out page. */
export function AuthCard({ children }: { children: ReactNode }) {
  return <div className={classes.card}>{children}</div>;
}

export function AuthTitle({ children, lead }: { children: ReactNode; lead: ReactNode }) {
  return (
    <>
      <h1 className={classes.title}>{children}</h1>
      <p className={classes.lead}>{lead}</p>
    </>
  );
}
