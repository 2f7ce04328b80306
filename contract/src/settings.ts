import { z } from 'zod';
import { staffWith } from './core/access.ts';
import { endpoint } from './core/endpoint.ts';
import { id, instant, messages, outcome } from './core/fields.ts';

export const settingNames = [
  'ServiceAgreementDate',
  'FlyerTemplate',
  'LeadSource',
  'LeadFirstTouch',
  'LeadDistribution',
] as const;

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
    /** By the template's id; one that nobody changed is not there. */
    flyerTemplate: z.record(z.string(), lastChange),
    socialMediaImageTemplates: z.record(z.string(), lastChange),
  }),
  /** JSON text of an object. */
  demoData: z.string(),
});
export type FlyerSetting = z.output<typeof flyerSetting>;

/** A setting record; id 0 and an empty value stand for one that was never set. `paramVal` is a text, or JSON as a text. */
export const setting = z.object({
  paramId: z.number(),
  paramName: z.enum(settingNames),
  paramVal: z.string(),
  userId: z.number().nullable(),
  userName: z.string(),
  email: z.string(),
  lastEdit: instant().nullable(),
});
export type Setting = z.output<typeof setting>;

export const readSetting = endpoint({
  name: 'settings.read',
  method: 'GET',
  path: '/setting',
  summary: 'A setting by its name',
  access: staffWith(['manage-settings', 'access']),
  query: z.object({ name: z.enum(settingNames) }),
  response: setting,
});

/** The demo data that templates are previewed with: JSON text of an object. */
export const demoData = z
  .string(messages.required)
  .trim()
  .min(1, messages.required)
  .max(100_000, messages.max(100_000))
  .refine((value) => isObject(value), 'Please input a valid json');

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

export const updateSetting = endpoint({
  name: 'settings.update',
  method: 'POST',
  path: '/setting/{id}',
  summary: 'Change a setting: of the flyer setting the template in use, or the demo data',
  access: staffWith(['manage-settings', 'modify']),
  params: z.object({ id: id() }),
  encoding: 'form',
  body: z.object({
    id: id().optional(),
    paramName: z.enum(settingNames),
    templateId: id().optional(),
    demoData: demoData.optional(),
    paramVal: z.string().max(100_000).optional(),
  }),
  response: outcome.extend({ setting }),
  errors: ['not_found', 'conflict'],
});
