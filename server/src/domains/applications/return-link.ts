import { openSealedCode, sealedCode } from '../../platform/access-links/index.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { contactAddress } from './contact.ts';
import { findLiving, type Application } from './repository.ts';
import type { ContactKind } from './tables.ts';

/**
 * Makes the return link to an application, valid until `until`. It opens a page that works without
 * scripts; with scripts, it continues to the public page.
 */
export function returnLinkUrl(
  context: Pick<Context, 'config' | 'keys'>,
  application: Pick<Application, 'contractorId' | 'id' | 'email' | 'phone'>,
  { pageName, until, by }: { pageName: string; until: Date; by: ContactKind },
): string {
  const { contractorId, id } = application;
  // A link sent to one address proves nothing once the form names another one.
  const to = hashSecret(contactAddress(application, by)).slice(0, 16);
  const statement: Statement = { contractorId, id, until: until.getTime(), by, to };
  const link = sealedCode(context, 'way-back', JSON.stringify(statement));
  return `${context.config.publicUrl}/p/${pageName}/application/${link}`;
}

/** The content of a link. */
interface Statement {
  contractorId: number;
  id: number;
  until: number;
  /** The channel of the link, and a hash of the contact it was sent to. */
  by: ContactKind;
  to: string;
}

/** Reads which application a link leads to; show none of it yet. Throws `invalid_link`. */
export const findByReturnLink = async (context: Context, link: string): Promise<Application> =>
  (await readLink(context, link)).application;

export async function readLink(
  context: Context,
  link: string,
): Promise<{ application: Application; by: ContactKind }> {
  const text = openSealedCode(context, 'way-back', link);
  if (text === null) throw new AppError('invalid_link');
  const { contractorId, id, until, by, to }: Statement = JSON.parse(text);
  const application =
    until > context.clock.now().getTime()
      ? await findLiving(context.db, { contractorId, id })
      : undefined;
  if (application === undefined || isOver(application)) throw new AppError('invalid_link');
  if (to !== hashSecret(contactAddress(application, by)).slice(0, 16))
    throw new AppError('invalid_link');
  return { application, by };
}

/**
 * Whether return links to an application have ended. A funded application stays reachable even when
 * withdrawn.
 */
export const isOver = ({ anonymisedAt, withdrawnAt, fundedAt }: Application): boolean =>
  anonymisedAt !== null || (withdrawnAt !== null && fundedAt === null);
