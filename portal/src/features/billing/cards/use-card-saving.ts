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

/** No timeout, because the bank can be slow; the form itself shows every failure. */
const save = call<typeof endpoint>(
  { method: 'POST', path: '/user/{id}/card', encoding: 'form' },
  { timeout: 0, handles: [500, 503] },
);

/** Adds a card or replaces the current one; resolves to the server's message. Throws `ApiError`. */
async function saveCard(
  userId: number,
  mode: CardMode,
  card: CardForm | HandedCard,
): Promise<string> {
  const { error, message } = await save({ params: { id: userId }, query: { mode }, body: card });
  if (error !== undefined) throw new ApiError(200, 'unexpected', message || error);
  return message;
}

/** A card form's inputs. */
export interface CardFormProps {
  userId: number;
  mode: CardMode;
  onClose(): void;
}

/** Why saving a card failed: the server's message, if any. */
function failureText(error: unknown): string {
  const words = error instanceof ApiError ? (error.foreignMessage ?? error.message) : '';
  return words || m.common_error_undefined();
}

/** A message already shown at a field isn't repeated. */
const isAtField = (error: unknown): boolean =>
  error instanceof ApiError && Object.values(error.fields).includes(error.message);

/** Saves a card and shows the outcome; a failure stays visible until the next attempt. */
export function useCardSaving({ userId, mode, onClose }: CardFormProps) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string | null>(null);
  const save = async (card: CardForm | HandedCard): Promise<void> => {
    try {
      const message = await saveCard(userId, mode, card);
      // Refresh the boxes first, so that the card shows when the form closes.
      await refreshBilling(client);
      onClose();
      showToast(message, 'success', toastLife.long);
      refreshSoon(client);
    } catch (error) {
      if (!isAtField(error)) setFailure(failureText(error));
      throw error;
    }
  };
  /** The form; each attempt clears the previous failure. */
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

/** The form of a card typed here, validated by the contract's rules. */
export function useCardForm(props: CardFormProps) {
  const { save, failure, clearing } = useCardSaving(props);
  const used = useContractForm({
    initial: blank,
    rules: () => import('@lintel/contract/billing/cards').then((contract) => contract.cardForm),
    onSubmit: save,
    // Already shown above the form.
    onFailure: () => undefined,
  });
  const complete = Object.values(used.values).every((value) => value.trim() !== '');
  return { ...used, form: clearing(used.form), complete, failure };
}
export type CardFormState = ReturnType<typeof useCardForm>;
