import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { sharedSections } from '@lintel/contract/core/sections';
import { documentPaymentMethods } from '@lintel/contract/documents/constants';
import type { FullDocument } from '@lintel/contract/documents/views';
import { formatDate, formatMoney } from '../../../lib/format.ts';
import { may, useSession } from '../../../lib/session.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Card } from '../../../ui/card.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { documentsKey } from '../requests.ts';
import { isOverpaid, mayOverpay, PaymentModal } from './payment-modal.tsx';
import { addFunding, fundingQuery } from './requests.ts';
import { WithdrawButton } from './small-actions.tsx';
import classes from './document.module.css';

interface Props {
  document: FullDocument;
  userId: number;
  mayChange: boolean;
}

/** The payments with their methods, and the amount still due. */
export function PaymentsCard({ document, userId, mayChange }: Props) {
  const [isPaying, setPaying] = useState(false);
  const maySeeFunding = may(useSession(), sharedSections.applications);
  const { payments, paid, balance, kind } = document;
  const canPay = mayChange && document.may.includes('pay');
  if (payments.length === 0 && !document.may.includes('pay')) return null;
  const purpose =
    kind === 'estimate'
      ? m.documents_payment_depositPaid({ paid: formatMoney(paid) })
      : balance < 0
        ? m.documents_payment_overpaid({ amount: formatMoney(-balance) })
        : m.documents_payment_summary({ paid: formatMoney(paid), balance: formatMoney(balance) });
  return (
    <Card
      title={m.common_payments()}
      text={purpose}
      action={
        canPay && (
          <Button size="compact-md" onClick={() => setPaying(true)}>
            {m.documents_payment_title()}
          </Button>
        )
      }
    >
      {canPay && maySeeFunding && <Fundings document={document} userId={userId} />}
      {payments.length > 0 && (
        <ul className={classes.payments} aria-label={m.common_payments()}>
          {payments.map((payment) => (
            <Payment
              key={payment.id}
              id={document.id}
              payment={payment}
              canReverse={mayChange && document.status !== 'void'}
            />
          ))}
        </ul>
      )}
      {isPaying && <PaymentModal document={document} onClose={() => setPaying(false)} />}
    </Card>
  );
}

function Payment({
  id,
  payment,
  canReverse,
}: {
  id: number;
  payment: FullDocument['payments'][number];
  canReverse: boolean;
}) {
  const { method, amount, paidOn, checkNumber, note, lenderName, takenBackAt } = payment;
  const isBack = takenBackAt !== null;
  const paymentDetails = [
    documentPaymentMethods[method],
    checkNumber !== '' && m.documents_payment_check({ number: checkNumber }),
    lenderName,
    formatDate(paidOn),
  ].filter(Boolean);
  return (
    <li data-back={isBack || undefined}>
      <span className={classes.paymentWords}>
        <strong>{formatMoney(amount)}</strong>
        <small>{paymentDetails.join(' · ')}</small>
        {note !== '' && <small>{note}</small>}
        {isBack && (
          <small>{m.documents_payment_reversedBecause({ reason: payment.takenBackReason })}</small>
        )}
      </span>
      {isBack ? (
        <StatusBadge status={m.common_reversed()} tone="grey" />
      ) : (
        canReverse && (
          <WithdrawButton
            id={id}
            payment={payment.id}
            label={m.documents_reverse_named({ amount: formatMoney(amount) })}
          />
        )
      )}
    </li>
  );
}

/** The customer's funded applications; each becomes a payment with one click. */
function Fundings({ document: { id }, userId }: { document: FullDocument; userId: number }) {
  const { data = [] } = useQuery(fundingQuery(userId, id));
  const { busyInput: busyApplication, run } = useAction({
    call: ({ applicationId, evenIfOverpaid }: { applicationId: number; evenIfOverpaid: boolean }) =>
      addFunding({ params: { id }, body: { applicationId, evenIfOverpaid } }),
    successToast: () => m.documents_payment_recorded(),
    refresh: [documentsKey],
    refreshAlways: true,
    onFailure: async (error, input) => {
      if (!isOverpaid(error) || input.evenIfOverpaid) return notifyFailure(error);
      if (await mayOverpay()) void run({ ...input, evenIfOverpaid: true });
    },
  });
  if (data.length === 0) return null;
  return (
    <ul className={classes.fundings}>
      {data.map(({ applicationId, lenderName, amount, fundedOn }) => (
        <li key={applicationId}>
          <span>
            {m.documents_payment_funded({
              lender: lenderName,
              amount: formatMoney(amount),
              date: formatDate(fundedOn),
            })}
          </span>
          <Button
            size="compact-sm"
            loading={busyApplication?.applicationId === applicationId}
            onClick={() => void run({ applicationId, evenIfOverpaid: false })}
          >
            {m.documents_payment_record()}
          </Button>
        </li>
      ))}
    </ul>
  );
}
