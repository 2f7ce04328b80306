import { useState, type FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { CardForm, HandedCard, saveCard as endpoint } from '@lintel/contract/billing/cards';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { refreshBilling, refreshSoon } from '../refresh-billing.ts';

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
async function saveCard(
  userId: number,
  mode: CardMode,
  card: CardForm | HandedCard,
): Promise<string> {
  const { error, message } = await save({ params: { id: userId }, query: { mode }, body: card });
  if (error !== undefined) throw new ApiError(200, 'unexpected', message || error);
  return message;
}

/** What a form of a card needs to know. */
export interface CardFormProps {
  userId: number;
  mode: CardMode;
  onClose(): void;
}

/** Why a card was not saved: in the server's words where it gave any. */
function failureOf(error: unknown): string {
  const words = error instanceof ApiError ? (error.said ?? error.message) : '';
  return words || m.common_error_undefined();
}

/** Words that stand at a field already need not be said again. */
const isAtField = (error: unknown): boolean =>
  error instanceof ApiError && Object.values(error.fields).includes(error.message);

/** Saves a card and says how it went; a failure stays in sight until the next try. */
export function useCardSaving({ userId, mode, onClose }: CardFormProps) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (card: CardForm | HandedCard): Promise<void> => {
    try {
      const message = await saveCard(userId, mode, card);
      // The boxes first: the card is to be there when the form goes.
      await refreshBilling(client);
      onClose();
      showToast(message, 'success', toastLife.long);
      refreshSoon(client);
    } catch (error) {
      if (!isAtField(error)) setFailure(failureOf(error));
      throw error;
    }
  };
  /** The form, with each try of which the failure of the last one goes. */
  const clearing = <Form extends { onSubmit: (event: FormEvent) => void }>(form: Form): Form => ({
    ...form,
    onSubmit: (event: FormEvent) => {
      setFailure(null);
      form.onSubmit(event);
    },
  });
  return { failure, setFailure, clearing, save };
}

const blank = { number: '', name: '', expiration: '', cvc: '', address_zip: '' };

/** The form of a card that is typed here, by the contract's rules. */
export function useCardForm(props: CardFormProps) {
  const { save, failure, clearing } = useCardSaving(props);
  const used = useContractForm({
    initial: blank,
    rules: () => import('@lintel/contract/billing/cards').then((contract) => contract.cardForm),
    onSubmit: save,
    // It stands over the form already.
    onFailure: () => undefined,
  });
  const complete = Object.values(used.values).every((value) => value.trim() !== '');
  return { ...used, form: clearing(used.form), complete, failure };
}
export type UsedCardForm = ReturnType<typeof useCardForm>;
