/** Constants of push notifications, without schemas. */

import { readAccess, type Access } from '../core/access.ts';

/** People who can see applications may get notifications about them. */
export const pushAccess: Access = readAccess('reports-applications');

/** Notification kinds, in display order. */
export const pushKinds = ['application', 'offers', 'funding'] as const;
export type PushKind = (typeof pushKinds)[number];

/** The most devices per person. */
export const maxPushDevices = 10;

/**
 * A notification's content. Lock screens show it, so it names the event but no person (ADR 0043);
 * people open the portal to see more.
 */
export interface PushMessage {
  kind: PushKind | 'test';
  /** The related application; null for a test. */
  applicationId: number | null;
}
