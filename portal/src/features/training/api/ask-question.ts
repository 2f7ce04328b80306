import type { askQuestion as spec } from '@lintel/contract/training';
import { call } from '../../../lib/api/call.ts';

/** Sends a question to the support. Its form says itself what went wrong. */
export const askQuestion = call<typeof spec>(
  { method: 'POST', path: '/materials/ask-question', encoding: 'multipart' },
  { handles: [403, 500] },
);
