import { useState, type FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal, TextInput } from '@mantine/core';
import * as m from '#messages';
import type { AccountKey, StoredAccounts } from '@lintel/contract/accounting/accounts';
import { ApiError } from '../../lib/api/api-error.ts';
import { notifyFailure } from '../../lib/failure.ts';
import { toastLife } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { IconSettings } from '../../ui/icons.ts';
import { accountingKey, accountsQuery, postAccounts } from './requests.ts';
import classes from './accounting.module.css';

const fields: readonly (readonly [AccountKey, string])[] = [
  ['income', m.accounting_accounts_income()],
  ['clearing', m.accounting_accounts_clearing()],
  ['disputes', m.accounting_accounts_disputes()],
  ['disputeFees', m.accounting_accounts_disputeFees()],
  ['commissions', m.accounting_accounts_commissions()],
  ['adjustments', m.accounting_accounts_adjustments()],
  ['payable', m.accounting_accounts_payable()],
  ['bank', m.accounting_accounts_bank()],
];

/** Opens the account names of the journal. */
export function AccountsButton() {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(accountsQuery);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconSettings size={16} aria-hidden />}
        disabled={data === undefined}
        onClick={() => setOpen(true)}
      >
        {m.accounting_accounts_title()}
      </Button>
      <Modal opened={open} onClose={close} title={m.accounting_accounts_title()} size={640}>
        {data && <AccountsForm stored={data} onClose={close} />}
      </Modal>
    </>
  );
}

interface Props {
  stored: StoredAccounts;
  onClose(): void;
}

function AccountsForm({ stored: { names, savedAt }, onClose }: Props) {
  const [values, setValues] = useState(names);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { run, busy } = useAction({
    call: () => postAccounts({ body: { ...values, savedAt } }),
    successToast: ({ message }) => message,
    refresh: [accountingKey],
    refreshAlways: true,
    onDone: onClose,
    onFailure: (error) => {
      const wrong = error instanceof ApiError ? error.fields : {};
      setErrors(wrong);
      if (Object.keys(wrong).length === 0) notifyFailure(error, toastLife.long);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setErrors({});
    if (!busy) void run();
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <p className={classes.quiet}>{m.accounting_accounts_text()}</p>
      <div className={classes.fields}>
        {fields.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            value={values[name]}
            maxLength={100}
            error={errors[name]}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setValues((before) => ({ ...before, [name]: value }));
            }}
          />
        ))}
      </div>
      <FormActions submit={m.common_save()} busy={busy} onCancel={onClose} />
    </form>
  );
}
