import type { restoreVersion as endpoint } from '@lintel/contract/emails-queue';
import { call } from '../../../lib/api/call.ts';

const restore = call<typeof endpoint>(
  { method: 'POST', path: '/manage/emails/templates/{id}/versions/{version}/restore' },
  { handles: [500] },
);

/** Puts a version's subject and body back and returns the template as it is stored now. */
export const restoreVersion = (id: number, version: number) => restore({ params: { id, version } });
