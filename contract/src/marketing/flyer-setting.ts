import { z } from 'zod';
import { instant } from '../core/fields.ts';

/** Who changed something last. */
const lastChange = z.object({ userName: z.string(), date: instant() });

/** What the flyer setting's `paramVal` holds, as JSON. */
export const flyerSetting = z.object({
  /** Whose words the demo data hold; null: nobody's. */
  contractorId: z.number().nullable(),
  /** The template that flyers are made from. */
  templateId: z.number(),
  lastUpdated: z.object({
    demoData: lastChange.optional(),
    /** By the template's id. */
    flyerTemplate: z.record(z.string(), lastChange),
    socialMediaImageTemplates: z.record(z.string(), lastChange),
  }),
  /** JSON text of an object. */
  demoData: z.string(),
});
export type FlyerSetting = z.output<typeof flyerSetting>;
