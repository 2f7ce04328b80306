import { hashSecret, seal, unseal } from '../../platform/crypto/secrets.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { contactOf } from './contact.ts';
import { findLiving, type Application } from './repository.ts';
import type { ContactKind } from './tables.ts';

export interface LinkDeps {
  db: Database;
  clock: Clock;
  /** 32 bytes: links are sealed: no one else can read or forge them. */
  linkKey: Uint8Array;
}

const purpose = 'way back to an application';

/**
 * The address that leads a homeowner back to the own application, until then. It opens a page that
 * works without scripts; with them it goes on to the public page.
 */
export function wayBackAddress(
  { publicUrl, linkKey }: { publicUrl: string; linkKey: Uint8Array },
  application: Pick<Application, 'contractorId' | 'id' | 'email' | 'phone'>,
  { pageName, until, by }: { pageName: string; until: Date; by: ContactKind },
): string {
  const { contractorId, id } = application;
  // What was sent to one address proves nothing once the form names another one.
  const to = hashSecret(contactOf(application, by)).slice(0, 16);
  const statement: Statement = { contractorId, id, until: until.getTime(), by, to };
  return `${publicUrl}/p/${pageName}/application/${seal(linkKey, JSON.stringify(statement), purpose)}`;
}

/** What a link says. */
interface Statement {
  contractorId: number;
  id: number;
  until: number;
  /** Where the link was sent, and a hash of that contact. */
  by: ContactKind;
  to: string;
}

/** The application that a link leads to; nothing of it may be shown. Throws `invalid_link`. */
export const lookBehind = async (deps: LinkDeps, link: string): Promise<Application> =>
  (await readLink(deps, link)).application;

export async function readLink(
  { db, clock, linkKey }: LinkDeps,
  link: string,
): Promise<{ application: Application; by: ContactKind }> {
  const text = unseal(linkKey, link, purpose);
  if (text === null) throw new AppError('invalid_link');
  const { contractorId, id, until, by, to }: Statement = JSON.parse(text);
  const application =
    until > clock.now().getTime() ? await findLiving(db, { contractorId, id }) : undefined;
  if (application === undefined || isOver(application)) throw new AppError('invalid_link');
  if (to !== hashSecret(contactOf(application, by)).slice(0, 16))
    throw new AppError('invalid_link');
  return { application, by };
}

/**
 * Whether nothing leads back to an application any more. Money that was paid out all the same leads
 * back to a withdrawn one.
 */
export const isOver = ({ anonymisedAt, withdrawnAt, fundedAt }: Application): boolean =>
  anonymisedAt !== null || (withdrawnAt !== null && fundedAt === null);
