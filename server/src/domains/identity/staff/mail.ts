import type { Caller } from '../../../platform/http/caller.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { mailAbout, mailLink, type AccountDeps, type Addressee } from '../account-mail.ts';
import { administratorsBut } from './repository.ts';

export const nameOf = ({ firstname, lastname }: { firstname: string; lastname: string }): string =>
  `${firstname} ${lastname}`.trim();

/** Sends the link that sets the first password of a staff account. */
export const mailInvitation = (
  tx: Database,
  deps: AccountDeps,
  caller: Caller,
  { user, roles }: { user: Addressee; roles: readonly { name: string }[] },
): Promise<void> =>
  mailLink(tx, deps, user, 'confirm-account', (common) => ({
    event: 'staff-invited',
    data: {
      ...common,
      invitedBy: nameOf(caller.authenticated),
      roles: roles.map(({ name }) => name).join(', '),
    },
  }));

/** Notifies staff members of a change to their account. */
export const tellChange = (
  tx: Database,
  deps: AccountDeps,
  user: Addressee,
  what: string,
): Promise<void> =>
  mailAbout(tx, deps, user, (common) => ({ event: 'staff-changed', data: { ...common, what } }));

/** Notifies the other administrators of a new one, so that none is added unnoticed. */
export async function tellOfAdministrator(
  tx: Database,
  deps: AccountDeps,
  caller: Caller,
  made: Addressee,
): Promise<void> {
  const administrator = { name: nameOf(made), email: made.email };
  const by = nameOf(caller.authenticated);
  for (const other of await administratorsBut(tx, made.id))
    await mailAbout(tx, deps, other, (common) => ({
      event: 'new-administrator',
      data: { ...common, administrator, by, link: deps.links.staff },
    }));
}
