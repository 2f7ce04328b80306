import type { Answer } from '@lintel/contract/core/endpoint';
import type { createLead as contract } from '@lintel/contract/leads';
import { call } from '../../../../lib/api/call.ts';

export type LeadAnswer = Answer<typeof contract>;

/** Makes a lead; one that is known already is answered with `error`. */
export const createLead = call<typeof contract>(
  { method: 'POST', path: '/manage/lead', encoding: 'form' },
  { handles: [500] },
);
