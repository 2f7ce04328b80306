import type { MessagingDeps } from '../src/domains/messaging/index.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { TestApp } from './app.ts';

/** What a test's application queues messages with. */
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
