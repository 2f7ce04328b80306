import type { saveContractor as endpoint } from '@lintel/contract/contractors-profile';
import { call } from '../../../lib/api/call.ts';

/** Saves a contractor's phone or company profile; what is not sent stays. */
export const saveContractor = call<typeof endpoint>(
  { method: 'POST', path: '/contractor/{id}', encoding: 'multipart' },
  { handles: [500] },
);
