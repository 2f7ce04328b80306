import type { saveSites as endpoint } from '@lintel/contract/marketing-sites';
import { call } from '../../../lib/api/call.ts';

/** Limits the widgets to these websites; an empty list lets any show them. */
export const saveSites = call<typeof endpoint>({
  method: 'POST',
  path: '/contractor/{id}/widget-sites',
  encoding: 'json',
});
