import { useState, type FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { CardForm, HandedCard } from '@lintel/contract/billing-cards';
import { ApiError } from '../../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { refreshBilling, refreshSoon } from '../refresh-billing.ts';
import { saveCard, type CardMode } from './api/save-card.ts';

/** What a form of a card needs to know. */
export interface CardFormProps {
  userId: number;
  mode: CardMode;
  onClose(): void;
}

/** Why a card was not saved: in the server's words where it gave any. */
function failureOf(error: unknown): string {
  const words = error instanceof ApiError ? (error.said ?? error.message) : '';
  return words || 'Undefined error';
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
