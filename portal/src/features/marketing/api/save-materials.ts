import type { saveMaterials as endpoint } from '@lintel/contract/marketing-flyer';
import { call } from '../../../lib/api/call.ts';

/** Saves what a page's flyer says, and its logo. */
export const saveMaterials = call<typeof endpoint>(
  { method: 'POST', path: '/contractor/{id}/page/{pid}/marketing-materials', encoding: 'multipart' },
  { handles: [500] },
);
