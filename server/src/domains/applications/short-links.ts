import type { FastifyInstance } from 'fastify';
import { issueLink, shortLink } from '../../platform/access-links/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { findLiving, findPageAndCompany, type ApplicationKey } from './repository.ts';
import { isOver, returnLinkUrl } from './return-link.ts';

/** Issues a short link for a text message, in the caller's transaction. */
export const issueShortLink = async (
  tx: Database,
  context: Context,
  { contractorId, id: subject }: ApplicationKey,
): Promise<string> =>
  (await issueLink(tx, context, { purpose: 'application-text', contractorId, subject })).address;

/**
 * `/t/{code}`: redirects to the return page, which requires the last digits of the phone number.
 */
export const shortLinkPage = (app: FastifyInstance, context: Context): void =>
  shortLink(app, context, 'application-text', async (link) => {
    const { contractorId, subject, expiresAt: until } = link;
    const application = await findLiving(context.db, { contractorId, id: Number(subject) });
    if (application === undefined || isOver(application)) return undefined;
    const { pageName } = await findPageAndCompany(context.db, application.pageId);
    return { to: returnLinkUrl(context, application, { pageName, until, by: 'phone' }) };
  });
