import type { MessagingDeps } from '../src/domains/messaging/index.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { TestApp } from './app.ts';

/** A test application's dependencies for queuing messages. */
export const messagingOf = (
  { deps: { keys }, clock }: TestApp,
  changes: { clock?: Clock } = {},
): MessagingDeps => ({
  clock,
  mailKey: keys.derive('mail payload'),
  mailDomain: 'lintel.test',
  textKey: keys.derive('text payload'),
  textsOn: true,
  ...changes,
});
