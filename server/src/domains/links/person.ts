import { and, asc, gt, isNull } from 'drizzle-orm';
import { channelLabels } from '@lintel/contract/links/constants';
import { phoneText } from '@lintel/contract/core/field-rules';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import { momentText } from '../../platform/days.ts';
import { dollarsText } from '../../platform/money.ts';
import type { Language } from '@lintel/contract/core/language';
import {
  translateTo,
  type CopiedItem,
  type PersonSource,
  type Translate,
} from '../../platform/persons.ts';
import { companyNames, readZones } from '../contractors/index.ts';
import { forgetLinks } from './retention.ts';
import { selectByPerson, type LinkRow } from './repository.ts';
import { sentLinks } from './tables.ts';

/** Links sent to an address, or containing it. */
export const linkPerson = (timeZone: string): PersonSource => ({
  name: 'Sent links',
  spanishName: 'Enlaces enviados',
  copy: async (db, email, _included, language) => {
    const links = await selectByPerson(db, email);
    const ids = [...new Set(links.map((link) => link.contractorId))];
    const names = await companyNames(db, ids);
    const zoneOf = await readZones(db, ids, timeZone);
    return links.map((link) =>
      copyItem(link, names.get(link.contractorId) ?? '', {
        timeZone: zoneOf(link.contractorId),
        language,
      }),
    );
  },
  look: async (db, email, now) => ({
    count: (await selectByPerson(db, email, now)).length,
    kept: [],
  }),
  erase: async (tx, { email, until, now }) => {
    const links = await selectByPerson(tx, email, until);
    await forgetLinks(tx, links, now);
    return { count: links.length, kept: [], waits: false, removedAt: [] };
  },
  addresses: (db, { afterId, limit }) =>
    db
      .select({ id: sentLinks.id, email: sentLinks.email })
      .from(sentLinks)
      .where(
        and(
          gt(sentLinks.id, afterId),
          isNull(sentLinks.anonymisedAt),
          acrossContractors('A person may be known to any contractor.'),
        ),
      )
      .orderBy(asc(sentLinks.id))
      .limit(limit),
});

const channelWords = (channel: LinkRow['channel'], say: Translate): string =>
  say(
    channelLabels[channel],
    {
      text: 'Mensaje de texto',
      email: 'Correo electrónico',
      qr: 'Código QR',
      share: 'Compartido o copiado',
    }[channel],
  );

function copyItem(
  link: LinkRow,
  company: string,
  { timeZone, language }: { timeZone: string; language: Language },
): CopiedItem {
  const say = translateTo(language);
  const at = (time: Date | null): string =>
    time === null ? '' : momentText(time, timeZone, language);
  const facts: [string, string][] = [
    [say('Contractor', 'Contratista'), company],
    [say('Name', 'Nombre'), link.name],
    [say('Phone', 'Teléfono'), phoneText(link.phone)],
    [say('E-mail', 'Correo electrónico'), link.email],
    [say('Amount', 'Monto'), link.amountCents === null ? '' : dollarsText(link.amountCents)],
    [say('Sent by', 'Enviado por'), channelWords(link.channel, say)],
    [say('Sent', 'Enviado'), at(link.createdAt)],
    [say('Opened', 'Abierto'), at(link.openedAt)],
    [say('Application started', 'Solicitud empezada'), at(link.startedAt)],
    [say('Application sent', 'Solicitud enviada'), at(link.submittedAt)],
  ];
  return {
    title: say(`Link to apply ${link.id}`, `Enlace de solicitud ${link.id}`),
    facts: facts.filter(([, value]) => value !== ''),
  };
}
