import type { Context } from '../../platform/context.ts';

/** What queuing a message needs. */
export type MessagingContext = Pick<Context, 'config' | 'clock' | 'keys' | 'texts'>;
