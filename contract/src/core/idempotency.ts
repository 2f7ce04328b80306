import { z } from 'zod';

/**
 * The header that makes a repeated call harmless: the caller's own name for what it wants done
 * once.
 */
export const idempotencyHeader = 'idempotency-key';

/** The headers that an idempotent endpoint reads. Without a key the call is done like any other. */
export const idempotencyHeaders = z.looseObject({
  [idempotencyHeader]: z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/, 'Please use 1 to 255 printable characters.')
    .optional()
    .describe(
      'A name of your own for this call, such as a random UUID. The same name again replays the first answer for 48 hours.',
    ),
});
