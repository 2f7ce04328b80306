import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { useCardSaving, type CardFormProps } from './use-card-saving.ts';

const blank = { number: '', name: '', expiration: '', cvc: '', address_zip: '' };

/** The form of a card that is typed here, by the contract's rules. */
export function useCardForm(props: CardFormProps) {
  const { save, failure, clearing } = useCardSaving(props);
  const used = useContractForm({
    initial: blank,
    rules: () => import('@lintel/contract/billing-cards').then((contract) => contract.cardForm),
    onSubmit: save,
    // It stands over the form already.
    onFailure: () => undefined,
  });
  const complete = Object.values(used.values).every((value) => value.trim() !== '');
  return { ...used, form: clearing(used.form), complete, failure };
}
export type UsedCardForm = ReturnType<typeof useCardForm>;
