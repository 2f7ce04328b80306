import type { MailDeps } from './account-mail.ts';
import type { IdentityDeps } from './sign-in.ts';

/** What everything stands on that changes accounts. */
export type AccountDeps = IdentityDeps & MailDeps;
