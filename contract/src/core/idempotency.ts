import { z } from 'zod';

/** The header that makes repeating a call harmless: the caller's own key for one operation. */
export const idempotencyHeader = 'idempotency-key';

/** The headers of an idempotent endpoint. Without a key, the call isn't deduplicated. */
export const idempotencyHeaders = z.looseObject({
  [idempotencyHeader]: z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/, 'Please use 1 to 255 printable characters.')
    .optional()
    .describe(
      'A name of your own for this call, such as a random UUID. The same name again replays the first answer for 48 hours.',
    ),
});
