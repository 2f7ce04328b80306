import type { CardForm, HandedCard, saveCard as endpoint } from '@lintel/contract/billing-cards';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { call } from '../../../../lib/api/call.ts';

export type CardMode = 'create' | 'update';

/** The bank may take its time, so it has no time-out; the form tells of every failure itself. */
const save = call<typeof endpoint>(
  { method: 'POST', path: '/user/{id}/card', encoding: 'form' },
  { timeout: 0, handles: [500, 503] },
);

/**
 * Adds a card or puts it in the place of the current one; resolves to the server's words. Throws
 * `ApiError`.
 */
export async function saveCard(
  userId: number,
  mode: CardMode,
  card: CardForm | HandedCard,
): Promise<string> {
  const { error, message } = await save({ params: { id: userId }, query: { mode }, body: card });
  if (error !== undefined) throw new ApiError(200, 'unexpected', message || error);
  return message;
}
