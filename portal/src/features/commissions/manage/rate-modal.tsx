import { useState, type FormEvent } from 'react';
import { Modal } from '@mantine/core';
import * as m from '#messages';
import type { CommissionRates } from '@lintel/contract/commissions/rates';
import { readNumber } from '@lintel/contract/core/numbers';
import { ApiError } from '../../../lib/api/api-error.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { moneyLook, normalizeNumber, NumberField, percentLook } from '../../../ui/number-field.tsx';
import { addRates, manageKey } from './requests.ts';
import { rateNames, rateLabels, type RateName } from './rate-text.ts';
import classes from './manage.module.css';

interface Props {
  today: string;
  /** The rates in force, as a starting point. */
  current: CommissionRates;
  onClose(): void;
}

const lookOf = (name: RateName) =>
  name === 'heloc' || name === 'referral' ? moneyLook : percentLook;

/** Adds rates that apply from a day. */
export function RateModal({ today, current, onClose }: Props) {
  const [from, setFrom] = useState('');
  const [typed, setTyped] = useState(() => typedRates(current));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { run, busy } = useAction({
    call: () => addRates({ body: { from, ...readRates(typed) } }),
    successToast: ({ message }) => message,
    refresh: [manageKey],
    onDone: onClose,
    onFailure: (error) => {
      const fields = error instanceof ApiError ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) notifyFailure(error, toastLife.long);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setErrors({});
    if (!busy) void run();
  };
  return (
    <Modal opened onClose={onClose} title={m.commissions_rates_addTitle()} size={560}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <p className={classes.quiet}>{m.commissions_rates_addText()}</p>
        <DateField
          label={m.commissions_rates_from()}
          value={from}
          min={today}
          error={errors['from']}
          onChange={setFrom}
        />
        <div className={classes.fields}>
          {rateNames.map((name) => (
            <NumberField
              key={name}
              label={rateLabels[name]}
              value={typed[name]}
              look={lookOf(name)}
              error={errors[name]}
              onChange={(text) => setTyped((before) => ({ ...before, [name]: text }))}
            />
          ))}
        </div>
        <FormActions submit={m.commissions_rates_add()} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}

type Typed = Record<RateName, string>;

function typedRates(rates: CommissionRates): Typed {
  const text = (name: RateName): string => normalizeNumber(String(rates[name]), lookOf(name));
  return {
    loan: text('loan'),
    credit_card: text('credit_card'),
    heloc: text('heloc'),
    referral: text('referral'),
    partner: text('partner'),
  };
}

const readRates = (typed: Typed): CommissionRates => ({
  loan: readNumber(typed.loan),
  credit_card: readNumber(typed.credit_card),
  heloc: readNumber(typed.heloc),
  referral: readNumber(typed.referral),
  partner: readNumber(typed.partner),
});
