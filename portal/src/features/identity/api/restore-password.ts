import type { restorePassword } from '@lintel/contract/identity-account';
import { call } from '../../../lib/api/call.ts';

/**
 * Asks for a link that resets the password. The page says itself that it failed, in the server's
 * words.
 */
export const postRestore = call<typeof restorePassword>(
  { method: 'POST', path: '/restore', encoding: 'form' },
  { handles: [500] },
);
