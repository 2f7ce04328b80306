import { notificationOptions } from '@lintel/contract/emails/constants';
import type { Context } from '../../../platform/context.ts';
import { column, ownTable, type OwnData } from '../../../platform/own-data.ts';
import { selectPreferences } from './preference-repository.ts';

interface Setting {
  name: string;
  email: string;
  chosen: string;
}

const { text } = column;

/** The notification preferences of a contractor's people. */
export const emailData = (context: Context): OwnData => ({
  tables: [
    ownTable<Setting>({
      name: 'e-mail-settings',
      about: 'E-mail notification choices of users who see applications.',
      columns: [
        text('Person', ({ name }) => name),
        text('E-mail', ({ email }) => email),
        text('Setting', ({ chosen }) => chosen),
      ],
      read: (contractorId) => readNotificationSettings(context, contractorId),
    }),
  ],
});

async function readNotificationSettings(
  { db, accounts }: Context,
  contractorId: number,
): Promise<Setting[]> {
  const contacts = await accounts.contactsOf(db, contractorId);
  const chosen = await selectPreferences(
    db,
    contacts.map(({ userId }) => userId),
  );
  return contacts.map(({ userId, email, firstname, lastname }) => {
    const key = chosen.get(userId) ?? notificationOptions[0].key;
    const title = notificationOptions.find((option) => option.key === key)?.title ?? '';
    return { name: `${firstname} ${lastname}`.trim(), email, chosen: title };
  });
}
