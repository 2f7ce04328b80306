import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Customer } from '@lintel/contract/customers/customer';
import { formatDate } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { Link } from '../../ui/link.tsx';
import { decideEmail, emailChoiceQuery } from './import-requests.ts';
import { customersKey } from './requests.ts';
import classes from './customer-page.module.css';

interface Props {
  customer: Customer;
  mayChange: boolean;
}

/** Asks whether the e-mail of an application is the customer's. */
export function EmailChoice({ customer: { id, email }, mayChange }: Props) {
  const { data: choice } = useQuery(emailChoiceQuery(id));
  const { run, busy } = useAction({
    call: (accept: boolean) =>
      decideEmail({
        params: { id },
        body: { applicationId: choice?.applicationId ?? 0, accept },
      }),
    successToast: ({ message }) => message,
    refresh: [customersKey],
    refreshAlways: true,
  });
  if (choice == null) return null;
  return (
    <div className={classes.choice} role="group" aria-label={m.customers_email_title()}>
      <p>
        {m.customers_email_fromApplication({
          date: formatDate(choice.appliedAt),
          email: choice.email,
        })}{' '}
        {email === '' ? m.customers_email_none() : m.customers_email_current({ email })}{' '}
        {m.customers_email_warning()}{' '}
        <Link to={`/reports-applications/${choice.applicationId}`}>
          {m.customers_email_seeApplication()}
        </Link>
      </p>
      {mayChange && (
        <Group gap="sm">
          <Button size="sm" loading={busy} onClick={() => void run(true)}>
            {m.customers_email_accept()}
          </Button>
          <Button size="sm" variant="default" disabled={busy} onClick={() => void run(false)}>
            {m.customers_email_keep()}
          </Button>
        </Group>
      )}
    </div>
  );
}
