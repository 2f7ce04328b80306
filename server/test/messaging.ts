import type { MessagingDeps } from '../src/domains/messaging/index.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { TestApp } from './app.ts';

/** What queuing messages needs, of a test application. */
export const messagingOf = (
  { deps, clock }: TestApp,
  changes: { clock?: Clock } = {},
): MessagingDeps => ({ ...deps, clock, ...changes });
