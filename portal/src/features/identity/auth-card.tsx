import type { ReactNode } from 'react';
import * as m from '#messages';
import classes from './auth-card.module.css';

/** The card in the middle of a signed-out page, with something beside it on a wide window. */
export function AuthCard({ children, beside }: { children: ReactNode; beside?: ReactNode }) {
  return (
    <div className={classes.card} data-pair={beside !== undefined || undefined}>
      <div className={classes.body}>{children}</div>
      {beside}
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

/** Puts the cursor into a field when it appears: `autoFocus` does that in React alone. */
export const focused = (field: HTMLInputElement | null): void => field?.focus();

/** Whose password it is, in a read-only field, so that a password manager knows too. */
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
