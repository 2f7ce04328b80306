import { z } from 'zod';
import { companyAccessTo } from './core/access.ts';
import { endpoint } from './core/endpoint.ts';
import { id, outcome, phone, text, webAddress } from './core/fields.ts';

/** The phone of the Profile card. */
export const phoneForm = z.object({ phone: phone() });

/** The Company Profile card. */
export const companyForm = z.object({ companyName: text(240), companyAddress: text(250), websiteUrl: webAddress(128) });

export const saveContractor = endpoint({
  name: 'contractors.save',
  method: 'POST',
  path: '/contractor/{id}',
  summary: "Save a contractor's phone or company profile; what is not sent stays",
  access: companyAccessTo('personal-info'),
  params: z.object({ id: id() }),
  encoding: 'multipart',
  body: phoneForm.extend(companyForm.shape).partial().extend({ id: id().optional() }),
  response: outcome,
  errors: ['not_found'],
});
