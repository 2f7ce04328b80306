import { useCallback, useRef, useState } from 'react';
import { queryOptions } from '@tanstack/react-query';
import * as m from '#messages';
import type { readSignUpPlans, signUp, SignUpPlan } from '@lintel/contract/billing/sign-up';
import type { Answer } from '@lintel/contract/core/endpoint';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import type { Input } from '@lintel/contract/core/client';
import { call } from '../../../lib/api/call.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { linkAsker, emptyDraft, signUpTab, type Draft } from './sign-up-tab.ts';

const getPlans = call<typeof readSignUpPlans>(
  { method: 'GET', path: '/sign-up/plans' },
  { handles: [500] },
);

export type Offers = Answer<typeof readSignUpPlans>;

/** The available plans, and how cards are accepted. */
export const offersQuery = queryOptions({
  queryKey: ['sign-up', 'plans'],
  staleTime: 600_000,
  queryFn: ({ signal }) => getPlans({}, { signal }),
});

type SignUpBody = Input<typeof signUp>['body'];

/** Signs up. */
const postSignUp = call<typeof signUp>({ method: 'POST', path: '/sign-up' }, { handles: [500] });

/** The call's outcome is unknown: it must be resent under the same key. */
const mayHaveSucceeded = ({ status, code }: ApiError): boolean =>
  status === 0 || status >= 500 || code === 'in_progress';

/**
 * Sends this tab's sign-up. Resending without a response never creates a second one. Throws
 * `ApiError`.
 */
async function submitSignUp(details: Omit<SignUpBody, 'token'>, again = false) {
  const { token, key } = signUpTab.beginCall(details.email);
  try {
    const answer = await postSignUp({ body: { ...details, token } }, { key });
    signUpTab.endCall();
    if (answer.linkSent) linkAsker.keep(token);
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError) || !mayHaveSucceeded(error)) signUpTab.endCall();
    // The input changed after a call without a response, so this is a new call.
    if (!again && error instanceof ApiError && error.code === 'idempotency_mismatch')
      return submitSignUp(details, true);
    throw error;
  }
}

const noCard = { number: '', name: '', expiration: '', cvc: '', address_zip: '' };

/**
 * How a plan's card is accepted: not at all, typed here, or sent to the payment provider by the
 * browser.
 */
const cardKind = (plan: SignUpPlan, { gateway }: Offers): 'none' | 'typed' | 'handed' => {
  if (plan.price === 0) return 'none';
  return gateway === 'sandbox' ? 'typed' : 'handed';
};

type Values = Omit<Draft, 'planId'> & typeof noCard;
type CardKind = ReturnType<typeof cardKind>;

/** Sends the card to the payment provider; resolves to its payment method id. */
type SubmitCard = (holder: { name: string; zip: string }) => Promise<string>;

async function toCard(
  kind: CardKind,
  typed: typeof noCard,
  handOver: SubmitCard | null,
): Promise<Pick<SignUpBody, 'card'>> {
  const { name, address_zip } = typed;
  if (kind === 'none') return {};
  if (kind === 'typed') return { card: typed };
  if (handOver === null) throw new ApiError(0, 'network', m.billing_signUp_providerUnreachable());
  return {
    card: { paymentMethodId: await handOver({ name, zip: address_zip }), name, address_zip },
  };
}

/** The notice above the form. */
const errorText = (error: unknown): string =>
  error instanceof ApiError
    ? (Object.values(error.fields)[0] ?? error.message)
    : errorMessage(error);

interface Options {
  offers: Offers;
  plan: SignUpPlan;
  /** From the address. */
  referral: string;
  onSent(answer: { redirectUrl?: string | undefined }): Promise<void>;
  /** The call's outcome is unknown, or the displayed offer has changed. */
  onDoubt(): void;
}

/** The sign-up form: the company, the card, and the last attempt's outcome. */
export function useSignUpForm({ offers, plan, referral, onSent, onDoubt }: Options) {
  const kind = cardKind(plan, offers);
  const [failure, setFailure] = useState<string | null>(null);
  const [registered, setRegistered] = useState<string | null>(null);
  const handOver = useRef<SubmitCard | null>(null);
  const used = useContractForm({
    initial: startValues(referral),
    rules: () =>
      import('@lintel/contract/billing/sign-up').then((contract) => contract.visitorForms[kind]),
    onSubmit: async (sent, values) => {
      setFailure(null);
      const { number, name, expiration, cvc, address_zip, ...details } = { ...values, ...sent };
      signUpTab.storeDraft({ ...details, planId: plan.id });
      const card = await toCard(
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
      setFailure(errorText(error));
      if (!(error instanceof ApiError) || error.code !== 'payment_failed') onDoubt();
    },
    fieldFor: (name) => name.replace(/^card\./, ''),
  });
  /** Registers the payment provider's fields; returns the function to unregister them. */
  const registerCard = useCallback((hand: SubmitCard) => {
    handOver.current = hand;
    return () => {
      handOver.current = null;
    };
  }, []);
  return { ...used, kind, failure, registered, registerCard };
}
export type SignUpFormState = ReturnType<typeof useSignUpForm>;

/** The input before a reload; a code in the address takes precedence. */
function startValues(referral: string): Values {
  const { planId: _planId, ...typed } = { ...emptyDraft, ...signUpTab.read().draft };
  return { ...typed, ...noCard, ...(referral !== '' && { referralCode: referral }) };
}
