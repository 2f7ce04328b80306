import classes from './auth-card.module.css';

/** Whose password it is, in a read-only field, so that a password manager knows too. */
export function AccountField({ email, invalid = false }: { email: string; invalid?: boolean }) {
  return (
    <label className={classes.account} data-invalid={invalid || undefined}>
      <span>E-mail</span>
      <input name="username" type="email" readOnly autoComplete="username" value={email} aria-invalid={invalid} />
    </label>
  );
}
