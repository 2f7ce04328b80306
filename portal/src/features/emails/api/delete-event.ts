import type { deleteEvent as endpoint } from '@lintel/contract/emails';
import { call } from '../../../lib/api/call.ts';

const remove = call<typeof endpoint>(
  { method: 'DELETE', path: '/manage/emails/template-types/{id}' },
  { handles: [500] },
);

/** Deletes an event that is not built in and has no templates. */
export const deleteEvent = (id: number) => remove({ params: { id } });
