import {
  issueLink,
  openLink,
  revokeLink,
  revokeLinks,
  type AccessLink,
} from '../../platform/access-links/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { findLiving, selectJoined, type Application, type ApplicationKey } from './repository.ts';

/**
 * Secrets that open an application: `application` for the browser that started the form,
 * `application-device` for one that returned by a message link.
 */
type SecretPurpose = 'application' | 'application-device';

export interface OpenedApplication {
  application: Application;
  link: AccessLink;
  /** The secret came from a link sent to the homeowner's e-mail or phone. */
  isByLink: boolean;
}

/**
 * Finds the application of a secret; on a closed page, only one that was already sent. `accessOf`
 * decides what the secret permits.
 */
export async function findByToken(
  db: Database,
  context: Pick<Context, 'clock' | 'keys'>,
  token: string,
): Promise<OpenedApplication | undefined> {
  const link = await openLink(db, context, ['application', 'application-device'], token);
  const application =
    link && (await findLiving(db, { contractorId: link.contractorId, id: Number(link.subject) }));
  if (link === undefined || application === undefined) return undefined;
  return { application, link, isByLink: link.purpose === 'application-device' };
}

/** Issues another secret of an application and returns it. */
export const issueSecret = async (
  tx: Database,
  context: Context,
  { contractorId, id: subject }: ApplicationKey,
  purpose: SecretPurpose,
): Promise<string> => (await issueLink(tx, context, { purpose, contractorId, subject })).code;

/** Ends the secrets of devices that returned by links. */
export const endDeviceSecrets = (
  tx: Database,
  context: Context,
  { contractorId, id: subject }: ApplicationKey,
): Promise<void> =>
  revokeLinks(tx, context, { purpose: 'application-device', contractorId, subject });

/** Ends the original secrets of this application and the ones joined to it. */
export async function endFormSecrets(
  tx: Database,
  context: Context,
  application: ApplicationKey,
): Promise<void> {
  for (const { contractorId, id: subject } of [
    application,
    ...(await selectJoined(tx, application)),
  ])
    await revokeLinks(tx, context, { purpose: 'application', contractorId, subject });
}

/** Ends one secret. */
export const endSecret = (
  db: Database,
  context: Context,
  { link }: OpenedApplication,
): Promise<void> => revokeLink(db, context, link);
