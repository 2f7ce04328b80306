import type { saveEvent as endpoint } from '@lintel/contract/emails';
import { call } from '../../../lib/api/call.ts';

const save = call<typeof endpoint>(
  { method: 'POST', path: '/manage/emails/template-types', encoding: 'form' },
  { handles: [500] },
);

/** Makes an event, or renames the one with this id. */
export const saveEvent = (id: number | null, type: string) => save({ body: { id, type } });
