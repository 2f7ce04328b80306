import type { requireProof } from '@lintel/contract/identity/factors';
import { call } from './api/call.ts';
import { isSwitched } from './api/send.ts';

const requestProof = call<typeof requireProof>({ method: 'POST', path: '/user/proof/required' });

/**
 * Requires a step-up before a download, which is a navigation and can't ask: always for `secret`
 * files, otherwise only for staff in a contractor's account. Throws if the step-up fails.
 */
export async function proveForDownload({ secret = false } = {}): Promise<void> {
  if (secret || isSwitched()) await requestProof({});
}
