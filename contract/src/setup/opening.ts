import { z } from 'zod';

/** The provider's decision whether the public may come, as it is stored. */
export const storedOpening = z.object({ open: z.boolean(), reason: z.string().default('') });
export type Opening = z.output<typeof storedOpening>;
