import type { ReactNode } from 'react';
import * as m from '#messages';
import classes from './auth-card.module.css';

/** The centered card of a signed-out page, with a side panel on wide windows. */
export function AuthCard({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className={classes.card} data-pair={aside !== undefined || undefined}>
      <div className={classes.body}>{children}</div>
      {aside}
    </div>
  );
}

export function AuthTitle({ children, lead }: { children: ReactNode; lead: ReactNode }) {
  return (
    <>
      <h1 className={classes.title}>{children}</h1>
      <p className={classes.lead}>{lead}</p>
    </>
  );
}

/** Focuses a field when it appears; `autoFocus` works in React only. */
export const focused = (field: HTMLInputElement | null): void => field?.focus();

/** The account in a read-only field, so that a password manager recognizes it. */
export function AccountField({ email, invalid = false }: { email: string; invalid?: boolean }) {
  return (
    <label className={classes.account} data-invalid={invalid || undefined}>
      <span>{m.common_email()}</span>
      <input
        name="username"
        type="email"
        readOnly
        autoComplete="username"
        value={email}
        aria-invalid={invalid}
      />
    </label>
  );
}
