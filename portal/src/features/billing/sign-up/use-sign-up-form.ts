import { useCallback, useRef, useState } from 'react';
import type { SignUpPlan } from '@lintel/contract/billing-sign-up';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import type { Offers } from './api/get-plans.ts';
import type { SignUpBody } from './api/post-sign-up.ts';
import { signUpTab, type Draft } from './sign-up-tab.ts';
import { submitSignUp } from './submit-sign-up.ts';

const noCard = { number: '', name: '', expiration: '', cvc: '', address_zip: '' };
const nobody: Omit<Draft, 'planId'> = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  companyName: '',
  companyAddress: '',
  websiteUrl: '',
  referralCode: '',
};

/**
 * How the card of a plan is taken: not at all, typed here, or handed to the payment provider by the
 * browser.
 */
const cardKindOf = (plan: SignUpPlan, { gateway }: Offers): 'none' | 'typed' | 'handed' => {
  if (plan.price === 0) return 'none';
  return gateway === 'sandbox' ? 'typed' : 'handed';
};

type Values = typeof nobody & typeof noCard;
type CardKind = ReturnType<typeof cardKindOf>;

/** Gives the card to the payment provider; resolves to its name there. */
type HandOver = (holder: { name: string; zip: string }) => Promise<string>;

async function cardOf(
  kind: CardKind,
  typed: typeof noCard,
  handOver: HandOver | null,
): Promise<Pick<SignUpBody, 'card'>> {
  const { name, address_zip } = typed;
  if (kind === 'none') return {};
  if (kind === 'typed') return { card: typed };
  if (handOver === null)
    throw new ApiError(
      0,
      'network',
      'The payment provider cannot be reached. Please try again in a moment.',
    );
  return {
    card: { paymentMethodId: await handOver({ name, zip: address_zip }), name, address_zip },
  };
}

/** What is to be said over the form. */
const wordsOf = (error: unknown): string =>
  error instanceof ApiError ? (Object.values(error.fields)[0] ?? error.message) : messageOf(error);

interface Options {
  offers: Offers;
  plan: SignUpPlan;
  /** From the address. */
  referral: string;
  onSent(answer: { redirectUrl?: string | undefined }): Promise<void>;
  /** It is not known what became of the call, or what is offered is no longer what is shown. */
  onDoubt(): void;
}

/** The form of the sign-up: who, which card, and how the last try went. */
export function useSignUpForm({ offers, plan, referral, onSent, onDoubt }: Options) {
  const kind = cardKindOf(plan, offers);
  const [failure, setFailure] = useState<string | null>(null);
  const [registered, setRegistered] = useState<string | null>(null);
  const handOver = useRef<HandOver | null>(null);
  const used = useContractForm({
    initial: startOf(referral),
    rules: () =>
      import('@lintel/contract/billing-sign-up').then((contract) => contract.visitorForms[kind]),
    onSubmit: async (sent, values) => {
      setFailure(null);
      const { number, name, expiration, cvc, address_zip, ...details } = { ...values, ...sent };
      signUpTab.keepDraft({ ...details, planId: plan.id });
      const card = await cardOf(
        kind,
        { number, name, expiration, cvc, address_zip },
        handOver.current,
      );
      const { today: dueToday } = details.referralCode === '' ? plan.firstYear : plan.referred;
      const answer = await submitSignUp({ ...details, planId: plan.id, dueToday, ...card }).catch(
        (error: unknown) => {
          if (error instanceof ApiError && error.code === 'email_already_used')
            setRegistered(details.email);
          throw error;
        },
      );
      await onSent(answer);
    },
    onFailure: (error) => {
      setFailure(wordsOf(error));
      if (!(error instanceof ApiError) || error.code !== 'payment_failed') onDoubt();
    },
    fieldFor: (name) => name.replace(/^card\./, ''),
  });
  /** The payment provider's fields are there; returns how to take that back. */
  const offerCard = useCallback((hand: HandOver) => {
    handOver.current = hand;
    return () => {
      handOver.current = null;
    };
  }, []);
  return { ...used, kind, failure, registered, offerCard };
}
export type UsedSignUpForm = ReturnType<typeof useSignUpForm>;

/** What was typed before a reload; a code in the address counts for more. */
function startOf(referral: string): Values {
  const { planId: _planId, ...typed } = signUpTab.read().draft ?? { ...nobody, planId: null };
  return { ...nobody, ...typed, ...noCard, ...(referral !== '' && { referralCode: referral }) };
}
