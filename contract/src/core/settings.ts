import { z } from 'zod';
import { staffWith } from './access.ts';
import { endpoint } from './endpoint.ts';
import { without } from './step-up.ts';
import { id, instant, messages, outcome, wholeNumber } from './fields.ts';
import { portalOwned } from './owner.ts';

export const settingNames = [
  'ServiceAgreementDate',
  'FlyerTemplate',
  'LeadSource',
  'LeadFirstTouch',
  'LeadDistribution',
] as const;

/**
 * A setting record; one that was never set has id 0 and an empty value. `paramVal` is text, or JSON
 * as text.
 */
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

/** The demo data for template previews: JSON text of an object. */
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

const badMoment = 'Please enter a date and a time.';
const agreementDate = z.iso.datetime({ offset: true });

export const updateSetting = endpoint({
  name: 'settings.update',
  method: 'POST',
  path: '/setting/{id}',
  summary: "Change a setting: the flyer's template or demo data, or the service agreement date",
  access: staffWith(['manage-settings', 'modify']),
  owner: portalOwned,
  /** 0 for a setting that was never set. */
  params: z.object({ id: wholeNumber(z.number().int().min(0).max(2_147_483_647)) }),
  encoding: 'form',
  body: z
    .object({
      id: wholeNumber().optional(),
      /** The setting's name; optional. */
      paramName: z.enum(settingNames).optional(),
      templateId: id().optional(),
      demoData: demoData.optional(),
      /** For the service agreement date: an instant, by default now. */
      paramVal: z.string().max(100_000).optional(),
      /**
       * For the service agreement date: the value the caller saw; a different current value is a
       * conflict. Empty: never set.
       */
      lastEdit: z.union([instant(), z.literal('')]).optional(),
    })
    .superRefine(({ paramName = 'ServiceAgreementDate', paramVal = '' }, context) => {
      if (
        paramName !== 'ServiceAgreementDate' ||
        paramVal === '' ||
        agreementDate.safeParse(paramVal).success
      )
        return;
      context.addIssue({ code: 'custom', path: ['paramVal'], message: badMoment });
    }),
  response: outcome.extend({ setting }),
  errors: ['not_found', 'conflict'],
  noStepUp: without.reversible,
});
