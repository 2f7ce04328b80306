import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { changingRules } from '../core/changing-rules.ts';

export const readAgreementEffect = endpoint({
  name: 'settings.agreement-effect',
  method: 'GET',
  path: '/setting/service-agreement/effect',
  summary: 'Contractors with an account that a new service agreement date would affect',
  access: changingRules,
  response: z.object({
    /** Have accepted the agreement, and would have to accept it again. */
    accepted: z.number(),
    /** Already have to accept it. */
    waiting: z.number(),
  }),
});
