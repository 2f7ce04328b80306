import type { deletePlan as endpoint } from '@lintel/contract/billing-plans';
import { call } from '../../../../lib/api/call.ts';

const remove = call<typeof endpoint>({ method: 'DELETE', path: '/plan/{id}' }, { handles: [500] });

/** Deletes a plan that nobody has. */
export const deletePlan = (id: number) => remove({ params: { id } });
