import { z } from 'zod';
import { staffWith } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';

export const readAgreementEffect = endpoint({
  name: 'settings.agreement-effect',
  method: 'GET',
  path: '/setting/service-agreement/effect',
  summary: 'Whom a new service agreement date would concern: contractors with an account',
  access: staffWith(['manage-settings', 'modify']),
  response: z.object({
    /** Have accepted the agreement, and would have to again. */
    accepted: z.number(),
    /** Have to accept it already. */
    waiting: z.number(),
  }),
});
