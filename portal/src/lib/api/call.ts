import { clientOf } from '@lintel/contract/core/client';
import { addressOf, bodyOf } from './encode.ts';
import { send, type SendOptions } from './send.ts';

/**
 * Creates a typed call of an endpoint: `const readPlan = call<typeof readContractorPlan>({ method:
 * 'GET', path: '/contractor/{id}/plan' })`. The call throws `ApiError`.
 */
export const call = clientOf<SendOptions>(
  async ({ method, path, encoding, params, query, body, files }, options) => {
    const init = { method, ...bodyOf(encoding, body, files) };
    const answer = await send(addressOf(path, params, query), init, options);
    return answer.json();
  },
);
