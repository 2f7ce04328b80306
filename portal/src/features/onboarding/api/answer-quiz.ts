import type { answerQuiz } from '@lintel/contract/contractors-onboarding';
import { call } from '../../../lib/api/call.ts';

/** Sends the answers. The modal tells every failure itself. */
export const postQuiz = call<typeof answerQuiz>(
  { method: 'POST', path: '/contractor/{id}/quiz', encoding: 'multipart' },
  { handles: [500] },
);
