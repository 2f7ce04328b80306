import { asc, gt } from 'drizzle-orm';
import type { UndeliverableReason } from '@lintel/contract/emails/constants';
import { momentText } from '../../../platform/days.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { translateTo, type PersonSource } from '../../../platform/persons.ts';
import { undeliverableAddresses } from './tables.ts';
import { deleteUndeliverable, findUndeliverable } from './undeliverable-repository.ts';

/** A person's undeliverable addresses with the reason. Deleting the person removes them. */
export const undeliverablePerson = (timeZone: string): PersonSource => ({
  name: 'Undeliverable address',
  spanishName: 'Dirección que no recibe correos',
  copy: async (db, email, _included, language) => {
    const row = await findUndeliverable(db, email);
    if (row === undefined) return [];
    const say = translateTo(language);
    const reasons: Record<UndeliverableReason, string> = {
      bounced: say('An e-mail bounced', 'Un correo fue devuelto'),
      complained: say('An e-mail was marked as spam', 'Un correo se marcó como no deseado'),
      refused: say(
        'The mail server refused the address',
        'El servidor de correo rechazó la dirección',
      ),
    };
    return [
      {
        title: say("Your address can't receive e-mail", 'Su dirección no puede recibir correos'),
        facts: [
          [say('Why', 'Motivo'), reasons[row.reason]],
          [say('First time', 'Primera vez'), momentText(row.firstAt, timeZone, language)],
          [say('Last time', 'Última vez'), momentText(row.lastAt, timeZone, language)],
          ...(row.detail === ''
            ? []
            : [[say('Server response', 'Respuesta del servidor'), row.detail] as const]),
        ],
      },
    ];
  },
  look: async (db, email) => ({ count: await countUndeliverable(db, email), kept: [] }),
  erase: async (tx, { email }) => {
    const count = (await deleteUndeliverable(tx, email)) === undefined ? 0 : 1;
    return { count, kept: [], waits: false, removedAt: [] };
  },
  addresses: (db, { afterId, limit }) =>
    db
      .select({ id: undeliverableAddresses.id, email: undeliverableAddresses.email })
      .from(undeliverableAddresses)
      .where(gt(undeliverableAddresses.id, afterId))
      .orderBy(asc(undeliverableAddresses.id))
      .limit(limit),
});

const countUndeliverable = async (db: Database, email: string): Promise<number> =>
  (await findUndeliverable(db, email)) === undefined ? 0 : 1;
