import { notificationOptions } from '@lintel/contract/emails/constants';
import type { Database } from '../../../platform/db/connect.ts';
import { column, ownTable, type OwnData } from '../../../platform/own-data.ts';
import { selectPreferences } from './preference-repository.ts';
import type { ContactsOf } from './queue.ts';

interface Setting {
  name: string;
  email: string;
  chosen: string;
}

const { text } = column;

/** The notification preferences of a contractor's people. */
export const emailData = ({
  db,
  contactsOf,
}: {
  db: Database;
  contactsOf: ContactsOf;
}): OwnData => ({
  tables: [
    ownTable<Setting>({
      name: 'e-mail-settings',
      about: 'What your people who see applications are told of them by e-mail.',
      columns: [
        text('Person', ({ name }) => name),
        text('E-mail', ({ email }) => email),
        text('Setting', ({ chosen }) => chosen),
      ],
      read: (contractorId) => settingsOf(db, contactsOf, contractorId),
    }),
  ],
});

async function settingsOf(
  db: Database,
  contactsOf: ContactsOf,
  contractorId: number,
): Promise<Setting[]> {
  const contacts = await contactsOf(db, contractorId);
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
