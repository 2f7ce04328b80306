import { useState, useEffect, useRef } from 'react';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import * as m from '#messages';
import type {
  listFailedPayments,
  payAllFailed as payAllEndpoint,
  retryInvoice,
  PaymentResult,
} from '@lintel/contract/billing/payments';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { openDialog } from '../../../lib/dialog.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { externalRedirect } from './external-redirect.ts';
import { saveReceipt } from './receipt-button.tsx';
import { billingKeys } from '../refresh-billing.ts';

const getFailedPayments = call<typeof listFailedPayments>({
  method: 'GET',
  path: '/payment-failed',
});

const failedPerPage = 1;

/**
 * The failed payments, one per page, oldest first, which is also the order of automatic retries.
 */
export const failedPaymentsQuery = (userId: number, page: number) =>
  queryOptions({
    queryKey: ['billing', 'failed-payments', userId, page],
    queryFn: ({ signal }) =>
      getFailedPayments(
        { query: { order: '+createdAt', page, limit: failedPerPage, userId } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

const retry = call<typeof retryInvoice>(
  { method: 'POST', path: '/invoice/{id}', encoding: 'form' },
  { timeout: 0, handles: [500, 503] },
);

/**
 * Retries a failed payment; `redirectUrl` in the response means that the bank requires the
 * cardholder.
 */
const retryPayment = (paymentId: number, userId: number) =>
  retry({ params: { id: paymentId }, body: { userId } });

const payAll = call<typeof payAllEndpoint>(
  { method: 'POST', path: '/payment-failed', encoding: 'form' },
  { timeout: 0, handles: [409, 500, 503] },
);

/** Retries all failed payments, `amount` dollars in total; the response has each outcome. */
const payAllFailed = (amount: number, userId: number) => payAll({ body: { amount, userId } });

export const paymentMade = m.billing_retry_completed();
export const paymentFailed = m.billing_retry_failed();

/** Already paid, being paid right now, or not yet known. */
const isUndecided = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  ['conflict', 'in_progress', 'gateway_unavailable'].includes(failure.code);

/** Retries failed payments; the bank can require the cardholder on its own page first. */
export function useRetry(userId: number) {
  const [reason, setReason] = useState<string | null>(null);
  const [paid, setPaid] = useState<PaymentResult[]>([]);
  const clearResult = (): void => {
    setReason(null);
    setPaid([]);
  };
  const { busy, run } = useAction({
    call: (attempt: () => Promise<void>) => {
      clearResult();
      return attempt();
    },
    refresh: billingKeys,
    refreshAlways: true,
    onFailure: (failure) => {
      const words = errorMessage(failure, paymentFailed);
      if (isUndecided(failure)) showToast(words, 'warning', toastLife.long);
      else {
        showToast(paymentFailed, 'danger', toastLife.long);
        setReason(words);
      }
    },
  });
  const retry = (paymentId: number) =>
    run(async () => {
      const { redirectUrl, error, message } = await retryPayment(paymentId, userId);
      if (redirectUrl !== undefined) {
        externalRedirect.to(redirectUrl);
        // The buttons stay busy, because the browser is leaving the page.
        await new Promise<never>(() => undefined);
      }
      if (error !== undefined) throw new Error(message);
      showToast(paymentMade, 'success', toastLife.long);
    });
  const payAll = (amount: number) =>
    run(async () => {
      const { payments } = await payAllFailed(amount, userId);
      const succeeded = payments.filter(({ status }) => status === 'succeeded').length;
      if (succeeded === payments.length) showToast(paymentMade, 'success', toastLife.long);
      else
        showToast(
          m.billing_retry_summary({ made: succeeded, count: payments.length }),
          'warning',
          toastLife.long,
        );
      setPaid(payments);
    });
  return {
    busy,
    reason,
    paid,
    clearResult,
    retry: (paymentId: number) => void retry(paymentId),
    payAll: (amount: number) => void payAll(amount),
  };
}

const toId = (value: unknown): number | null =>
  /^\d{1,9}$/.test(String(value)) ? Number(value) : null;

const route = getRouteApi('/portal/card-payments');

/**
 * Handles an e-mail link once, and removes it from the address: `?confirm=…` opens that payment's
 * bank after a confirmation, `?receipt=…` downloads its receipt.
 */
export function useMailedLink(userId: number, retry: ReturnType<typeof useRetry>['retry']): void {
  const search = route.useSearch();
  const [confirm, receipt] = [toId(search.confirm), toId(search.receipt)];
  const navigate = route.useNavigate();
  const done = useRef(false);
  useEffect(() => {
    if (done.current || (confirm === null && receipt === null)) return;
    done.current = true;
    void navigate({ search: {}, replace: true });
    if (receipt !== null) void saveReceipt(receipt, userId, `Receipt-${receipt}.pdf`);
    else if (confirm !== null) void confirmSecurely().then((sure) => sure && retry(confirm));
  }, [confirm, receipt, userId, retry, navigate]);
}

const confirmSecurely = (): Promise<boolean> =>
  openDialog({
    title: m.billing_confirm_title(),
    text: m.billing_confirm_text(),
    confirm: m.billing_confirm_continue(),
    cancel: m.common_notNow(),
    tone: 'info',
  });
