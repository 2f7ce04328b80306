import { z } from 'zod';
import { instant } from '../core/fields.ts';

/** The last change. */
const lastChange = z.object({ userName: z.string(), date: instant() });

/** The flyer setting's `paramVal`, as JSON. */
export const flyerSetting = z.object({
  /** The contractor whose texts the demo data contains; null for none. */
  contractorId: z.number().nullable(),
  /** The template for flyers. */
  templateId: z.number(),
  lastUpdated: z.object({
    demoData: lastChange.optional(),
    /** Keyed by template id. */
    flyerTemplate: z.record(z.string(), lastChange),
    socialMediaImageTemplates: z.record(z.string(), lastChange),
  }),
  /** JSON text of an object. */
  demoData: z.string(),
});
export type FlyerSetting = z.output<typeof flyerSetting>;
