import { z } from 'zod';

/** What a lender's person did at the desk, besides the type of the event. Amounts in dollars. */
export const doneAtDesk = z.object({
  amounts: z.array(z.number()).optional(),
  stage: z.string().optional(),
  /** Conditions, reasons, requested documents, or the name of a document. */
  notes: z.array(z.string()).optional(),
  /** The offer replaces an earlier one. */
  isCounter: z.literal(true).optional(),
});
export type DoneAtDesk = z.output<typeof doneAtDesk>;
