import { and, asc, gt, isNull } from 'drizzle-orm';
import { channelLabels } from '@lintel/contract/links/constants';
import { phoneText } from '@lintel/contract/core/field-rules';
import { momentText } from '../../platform/days.ts';
import { dollarsText } from '../../platform/money.ts';
import type { CopiedItem, PersonSource } from '../../platform/persons.ts';
import { companyNames } from '../contractors/index.ts';
import { forgetLinks } from './retention.ts';
import { selectOfPerson, type LinkRow } from './repository.ts';
import { sentLinks } from './tables.ts';

/** The links that contractors have sent to an address, or with it. */
export const linkPerson = (timeZone: string): PersonSource => ({
  name: 'Sent links',
  copy: async (db, email) => {
    const links = await selectOfPerson(db, email);
    const names = await companyNames(db, [...new Set(links.map((link) => link.contractorId))]);
    return links.map((link) => itemOf(link, names.get(link.contractorId) ?? '', timeZone));
  },
  look: async (db, email, now) => ({
    count: (await selectOfPerson(db, email, now)).length,
    kept: [],
  }),
  erase: async (tx, { email, until, now }) => {
    const links = await selectOfPerson(tx, email, until);
    await forgetLinks(tx, links, now);
    return { count: links.length, kept: [], waits: false, removedAt: [] };
  },
  addresses: (db, { afterId, limit }) =>
    db
      .select({ id: sentLinks.id, email: sentLinks.email })
      .from(sentLinks)
      .where(and(gt(sentLinks.id, afterId), isNull(sentLinks.anonymisedAt)))
      .orderBy(asc(sentLinks.id))
      .limit(limit),
});

function itemOf(link: LinkRow, company: string, timeZone: string): CopiedItem {
  const at = (time: Date | null): string => (time === null ? '' : momentText(time, timeZone));
  const facts: [string, string][] = [
    ['Contractor', company],
    ['Name', link.name],
    ['Phone', phoneText(link.phone)],
    ['E-mail', link.email],
    ['Amount', link.amountCents === null ? '' : dollarsText(link.amountCents)],
    ['Sent by', channelLabels[link.channel]],
    ['Sent', at(link.createdAt)],
    ['Opened', at(link.openedAt)],
    ['Application started', at(link.startedAt)],
    ['Application sent', at(link.submittedAt)],
  ];
  return {
    title: `Link to apply ${link.id}`,
    facts: facts.filter(([, value]) => value !== ''),
  };
}
