import { useState, type FormEvent } from 'react';
import { Modal, Select, Textarea } from '@mantine/core';
import * as m from '#messages';
import { adjustmentTypes, commissionLabels } from '@lintel/contract/commissions/constants';
import { readNumber } from '@lintel/contract/core/numbers';
import { ApiError } from '../../../lib/api/api-error.ts';
import { businessTimeZone } from '../../../lib/brand.ts';
import { dayInZone } from '../../../lib/date-ranges.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { moneyLook, NumberField } from '../../../ui/number-field.tsx';
import { ContractorField, type ChosenContractor } from './contractor-field.tsx';
import { manageKey, propose } from './requests.ts';
import classes from './manage.module.css';

const kinds = adjustmentTypes.map((value) => ({ value, label: commissionLabels[value] }));

/** Proposes an adjustment or a bonus for one contractor. */
export function ProposeModal({ onClose }: { onClose(): void }) {
  const today = dayInZone(new Date(), businessTimeZone);
  const [contractor, setContractor] = useState<ChosenContractor | null>(null);
  const [values, setValues] = useState({
    kind: 'adjustment' as (typeof adjustmentTypes)[number],
    amount: '',
    reason: '',
    effectiveOn: today,
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const change = (part: Partial<typeof values>): void =>
    setValues((before) => ({ ...before, ...part }));
  const { run, busy } = useAction({
    call: (contractorId: number) =>
      propose({ body: { ...values, contractorId, amount: readNumber(values.amount) } }),
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
    if (contractor === null) setErrors({ contractorId: m.commissions_adjust_contractorMissing() });
    else if (!busy) void run(contractor.id);
  };
  return (
    <Modal opened onClose={onClose} title={m.commissions_adjust_proposeTitle()} size={560}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <p className={classes.quiet}>{m.commissions_adjust_proposeText()}</p>
        <ContractorField
          value={contractor}
          error={errors['contractorId']}
          onChange={setContractor}
        />
        <div className={classes.fields}>
          <Select
            label={m.common_type()}
            data={kinds}
            value={values.kind}
            onChange={(kind) =>
              change({ kind: adjustmentTypes.find((one) => one === kind) ?? 'adjustment' })
            }
          />
          <NumberField
            label={m.common_amount()}
            value={values.amount}
            look={moneyLook}
            error={errors['amount']}
            onChange={(amount) => change({ amount })}
          />
          <DateField
            label={m.commissions_adjust_effectiveOn()}
            value={values.effectiveOn}
            max={today}
            error={errors['effectiveOn']}
            onChange={(effectiveOn) => change({ effectiveOn })}
          />
        </div>
        <Textarea
          label={m.common_reason()}
          description={m.commissions_adjust_reasonHelp()}
          value={values.reason}
          maxLength={500}
          autosize
          minRows={2}
          error={errors['reason']}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
        <FormActions submit={m.commissions_adjust_submit()} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
