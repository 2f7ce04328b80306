/** Constants of notifications on devices, without schemas. */

import { readingOf, type Access } from '../core/access.ts';

/** Whoever sees applications may be told of them. */
export const pushAccess: Access = readingOf('reports-applications');

/** What a device can be told of, in display order. */
export const pushKinds = ['application', 'offers', 'funding'] as const;
export type PushKind = (typeof pushKinds)[number];

/** On how many devices one person can have notifications. */
export const maxPushDevices = 10;

/**
 * What a notification brings to the device. It stands on a locked screen, so it says what happened
 * and nothing about whom (ADR 0043); the portal is opened to see that.
 */
export interface PushMessage {
  kind: PushKind | 'test';
  /** The application that it is about; null for a test. */
  applicationId: number | null;
}
