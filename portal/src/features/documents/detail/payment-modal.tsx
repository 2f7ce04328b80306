import { useRef } from 'react';
import { Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import {
  documentPaymentMethods,
  documentTextLimits as limits,
} from '@lintel/contract/documents/constants';
import type { FullDocument } from '@lintel/contract/documents/views';
import { newKey } from '../../../lib/api/action-key.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { dayInZone } from '../../../lib/date-ranges.ts';
import { openDialog } from '../../../lib/dialog.ts';
import { formatDate } from '../../../lib/format.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast } from '../../../lib/toast.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { moneyLook, NumberField } from '../../../ui/number-field.tsx';
import { OptionPills } from '../../../ui/option-pills.tsx';
import { moneyInput } from '../editor/values.ts';
import { documentsKey } from '../requests.ts';
import { addPayment } from './requests.ts';
import classes from './document.module.css';

const rules = () =>
  import('@lintel/contract/documents/payments').then(({ paymentForm }) => paymentForm);

const methods = ['cash', 'check', 'card'] as const;
type Method = (typeof methods)[number];

interface Values {
  method: Method;
  amount: string;
  paidOn: string;
  checkNumber: string;
  note: string;
}

/** The amount due now: an invoice's balance, or the rest of an estimate's deposit. */
function owedOn({ kind, balance, sums, paid }: FullDocument): number {
  const owed = kind === 'invoice' ? balance : (sums.deposit || sums.total) - paid;
  return Math.max(0, Math.round(owed * 100) / 100);
}

/** Whether a payment may exceed the amount due. */
export const mayOverpay = (): Promise<boolean> =>
  openDialog({
    title: m.documents_payment_overTitle(),
    text: m.documents_payment_overText(),
    confirm: m.documents_payment_enterAnyway(),
    cancel: m.common_cancel(),
    tone: 'warning',
  });
export const isOverpaid = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'overpaid';

interface Confirmations {
  evenIfOverpaid: boolean;
  evenIfUnusualDate: boolean;
}

const isUnusualDate = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unusual_date';

const mayHaveDate = (paidOn: string): Promise<boolean> =>
  openDialog({
    title: m.documents_payment_dateTitle(),
    text: m.documents_payment_dateText({ day: formatDate(paidOn) }),
    confirm: m.documents_payment_enterAnyway(),
    cancel: m.common_changeDate(),
    tone: 'warning',
  });

/**
 * Enters a payment, with any confirmation that the server requires. Resolves to false if declined.
 */
async function recordConfirmed(
  record: (confirmed: Confirmations) => Promise<unknown>,
  paidOn: string,
): Promise<boolean> {
  const confirmed: Confirmations = { evenIfOverpaid: false, evenIfUnusualDate: false };
  for (;;) {
    try {
      await record(confirmed);
      return true;
    } catch (error) {
      if (isOverpaid(error) && !confirmed.evenIfOverpaid) {
        if (!(await mayOverpay())) return false;
        confirmed.evenIfOverpaid = true;
      } else if (isUnusualDate(error) && !confirmed.evenIfUnusualDate) {
        if (!(await mayHaveDate(paidOn))) return false;
        confirmed.evenIfUnusualDate = true;
      } else throw error;
    }
  }
}

interface Props {
  document: FullDocument;
  onClose(): void;
}

/** The payment form, with a confirmation above the amount due. */
function usePayment({ document, onClose }: Props) {
  const client = useQueryClient();
  const sent = useRef({ body: '', key: '' });
  /** A retry of the same payment stays one payment, even if the first response was lost. */
  const record = (values: Values, confirmed: Confirmations) => {
    const body = { ...values, ...confirmed };
    const bodyText = JSON.stringify(body);
    if (sent.current.body !== bodyText) sent.current = { body: bodyText, key: newKey() };
    return addPayment({ params: { id: document.id }, body }, { key: sent.current.key });
  };
  const initial: Values = {
    method: 'check',
    amount: moneyInput(owedOn(document)),
    paidOn: dayInZone(new Date()),
    checkNumber: '',
    note: '',
  };
  return useContractForm({
    initial,
    rules,
    onSubmit: async (_read, typed) => {
      if (!(await recordConfirmed((confirmed) => record(typed, confirmed), typed.paidOn))) return;
      showToast(m.documents_payment_recorded());
      await client.invalidateQueries({ queryKey: documentsKey });
      onClose();
    },
    onFailure: notifyFailure,
  });
}

/** Enters a payment received outside the portal. */
export function PaymentModal(props: Props) {
  const { onClose } = props;
  const { form, field, values, errors, setValue, busy } = usePayment(props);
  return (
    <Modal opened onClose={onClose} title={m.documents_payment_title()} closeOnClickOutside={false}>
      <form {...form} className={classes.form}>
        <OptionPills
          label={m.documents_payment_method()}
          options={methods.map((value) => ({ value, label: documentPaymentMethods[value] }))}
          value={values.method}
          onChange={(method) => setValue('method', method)}
        />
        <NumberField
          name="amount"
          label={m.common_amount()}
          required
          value={values.amount}
          error={errors['amount']}
          aria-invalid={errors['amount'] !== undefined}
          onChange={(amount) => setValue('amount', amount)}
          onBlur={field('amount').onBlur}
          look={moneyLook}
          data-autofocus
        />
        <DateField
          {...field('paidOn')}
          label={m.documents_payment_paidOn()}
          required
          onChange={(day) => setValue('paidOn', day)}
        />
        {values.method === 'check' && (
          <TextInput
            {...field('checkNumber')}
            label={m.documents_payment_checkNumber()}
            maxLength={limits.checkNumber}
            autoComplete="off"
          />
        )}
        <TextInput
          {...field('note')}
          label={m.common_note()}
          maxLength={limits.reason}
          autoComplete="off"
        />
        <FormActions submit={m.documents_payment_title()} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
