import type { Sent } from '@lintel/contract/core/endpoint';
import type { updateContractor as endpoint } from '@lintel/contract/contractors-edit';
import { accepted } from '../../../lib/api/accepted.ts';
import { call } from '../../../lib/api/call.ts';

const update = call<typeof endpoint>(
  { method: 'POST', path: '/manage/contractor/{id}', encoding: 'json' },
  { handles: [500] },
);

export type ContractorChange = Sent<typeof endpoint, 'body'>;

/** Changes a contractor; what is not sent stays. */
export const updateContractor = async (id: number, change: ContractorChange) =>
  accepted(await update({ params: { id }, body: { id, isManage: true, ...change } }));
