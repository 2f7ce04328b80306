import { z } from 'zod';
import { companyAccessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id, jsonField, optionalText, outcome, phone, text, webAddress } from '../core/fields.ts';
import { contractorAt } from '../core/owner.ts';
import { timeZoneChoices } from '../core/time-zones.ts';

/** The phone of the Profile card. */
export const phoneForm = z.object({ phone: phone() });

/** The Company Profile card. */
export const companyForm = z.object({
  companyName: text(240),
  companyAddress: text(250),
  websiteUrl: webAddress(128),
  /** The state or local trade license; the public page shows it. */
  licenseNumber: optionalText(100),
  /** The zone for days and times; empty uses the address's zone. */
  timeZone: z.enum(timeZoneChoices),
});

const seen = z
  .object({
    phone: z.string(),
    companyName: z.string(),
    companyAddress: z.string(),
    websiteUrl: z.string(),
    licenseNumber: z.string(),
    timeZone: z.string(),
  })
  .partial();

export const saveContractor = endpoint({
  name: 'contractors.save',
  method: 'POST',
  path: '/contractor/{id}',
  summary: "Save a contractor's phone or company profile; fields left out stay",
  access: companyAccessTo('personal-info'),
  owner: contractorAt('id'),
  params: z.object({ id: id() }),
  encoding: 'multipart',
  body: phoneForm
    .extend(companyForm.shape)
    .partial()
    .extend({
      id: id().optional(),
      /**
       * What the editor started from: unchanged fields are left alone, and a field that another
       * person changed is a conflict.
       */
      seen: jsonField(seen).optional(),
    }),
  response: outcome,
  errors: ['not_found', 'conflict'],
  limit: { max: 120, seconds: 3600, by: 'account' },
  noStepUp:
    'Company data opens nothing. The sign-in e-mail, the password, and bank details have endpoints of their own.',
});
