import type { authenticate } from '@lintel/contract/identity';
import { call } from '../../lib/api/call.ts';

/** Signs in: the session travels in cookies. */
export const signIn = call<typeof authenticate>({ method: 'POST', path: '/authentication', encoding: 'form' });
