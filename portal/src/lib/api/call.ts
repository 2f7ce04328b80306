import { createClient } from '@lintel/contract/core/client';
import { buildAddress, encodeBody } from './encode.ts';
import { send, type SendOptions } from './send.ts';

/**
 * Creates a typed call of an endpoint: `const readPlan = call<typeof readContractorPlan>({ method:
 * 'GET', path: '/contractor/{id}/plan' })`. The call throws `ApiError`.
 */
export const call = createClient<SendOptions>(
  async ({ method, path, encoding, params, query, body, files }, options) => {
    const init = { method, ...encodeBody(encoding, body, files) };
    const answer = await send(buildAddress(path, params, query), init, options);
    return answer.json();
  },
);
