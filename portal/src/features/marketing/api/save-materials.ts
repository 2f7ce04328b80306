import type { saveMaterials as endpoint } from '@lintel/contract/marketing-flyer';
import { accepted } from '../../../lib/api/accepted.ts';
import { call } from '../../../lib/api/call.ts';

const save = call<typeof endpoint>(
  {
    method: 'POST',
    path: '/contractor/{id}/page/{pid}/marketing-materials',
    encoding: 'multipart',
  },
  { handles: [500] },
);

/** Saves what a page's flyer says, and its logo. */
export const saveMaterials = async (request: Parameters<typeof save>[0]) =>
  accepted(await save(request));
