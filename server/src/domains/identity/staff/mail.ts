import type { Caller } from '../../../platform/http/caller.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { mailAbout, mailLink, type Addressee } from '../mail/index.ts';
import { administratorsBut } from './repository.ts';

export const fullName = ({
  firstname,
  lastname,
}: {
  firstname: string;
  lastname: string;
}): string => `${firstname} ${lastname}`.trim();

/** Sends the link that sets the first password of a staff account. */
export const mailInvitation = (
  tx: Database,
  context: Context,
  caller: Caller,
  { user, roles }: { user: Addressee; roles: readonly { name: string }[] },
): Promise<void> =>
  mailLink(tx, context, user, 'confirm-account', (common) => ({
    event: 'staff-invited',
    data: {
      ...common,
      invitedBy: fullName(caller.authenticated),
      roles: roles.map(({ name }) => name).join(', '),
    },
  }));

/** Notifies staff members of a change to their account. */
export const notifyChange = (
  tx: Database,
  context: Context,
  user: Addressee,
  what: string,
): Promise<void> =>
  mailAbout(tx, context, user, (common) => ({ event: 'staff-changed', data: { ...common, what } }));

/** Notifies the other administrators of a new one, so that none is added unnoticed. */
export async function notifyNewAdministrator(
  tx: Database,
  context: Context,
  caller: Caller,
  made: Addressee,
): Promise<void> {
  const administrator = { name: fullName(made), email: made.email };
  const by = fullName(caller.authenticated);
  for (const other of await administratorsBut(tx, made.id))
    await mailAbout(tx, context, other, (common) => ({
      event: 'new-administrator',
      data: { ...common, administrator, by, link: `${context.config.publicUrl}/manage/staff` },
    }));
}
