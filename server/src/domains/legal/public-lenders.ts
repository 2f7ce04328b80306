import type { UsState } from '@lintel/contract/core/us-states';
import {
  servedStates,
  type ListedLender,
  type PublicProvider,
} from '@lintel/contract/legal/provider';
import type { Database } from '../../platform/db/connect.ts';
import { readFacts } from './provider.ts';
import { selectCurrentLenders } from './repository.ts';

/** What is the same for two entries of one lender. */
const namesOf = ({ name, legalName = '' }: { name: string; legalName?: string }): string[] =>
  [name, legalName].filter((one) => one !== '').map((one) => one.trim().toLowerCase());

/**
 * The provider's details for public pages. The lenders are those that staff entered, as entered,
 * and then the active ones that aren't hidden. One with the same NMLS ID or name is listed once.
 */
export async function readPublicFacts(db: Database): Promise<PublicProvider> {
  const facts = await readFacts(db);
  const listed: ListedLender[] = [];
  const known = new Set<string>();
  const active = (await selectCurrentLenders(db)).filter(({ isListed }) => isListed);
  for (const lender of [...facts.lenders.map((one) => ({ ...one, phone: '' })), ...active]) {
    const { name, nmlsId, website, phone } = lender;
    const marks = [...namesOf(lender), ...(nmlsId === '' ? [] : [`nmls ${nmlsId}`])];
    if (marks.some((mark) => known.has(mark))) continue;
    for (const mark of marks) known.add(mark);
    listed.push({ name, nmlsId, website, phone });
  }
  return { ...facts, lenders: listed };
}

/**
 * The states where homeowners can apply; null for all. A lender lends where staff entered it, and
 * where its rules say, listed or not. A network from the environment without states lends where
 * its lenders do, which staff enter.
 */
export async function readServedStates(db: Database): Promise<UsState[] | null> {
  const { licenses, lenders } = await readFacts(db);
  const active = (await selectCurrentLenders(db)).filter(
    ({ fromEnvironment, states }) =>
      !(fromEnvironment && states.length === 0 && lenders.length > 0),
  );
  return servedStates({ licenses, lenders: [...lenders, ...active] });
}
