import { useState } from 'react';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import * as m from '#messages';
import type { createFirstAccount, readFirstAccount } from '@lintel/contract/identity/first-account';
import type { authenticate } from '@lintel/contract/identity/sessions';
import { ApiError, errorMessage } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { PasswordMeter } from '../../ui/password-meter.tsx';
import { LinkCard, LinkFailed, LinkLoading } from './link-states.tsx';
import { useSignInEntry } from './use-sign-in-entry.ts';
import classes from './link-pages.module.css';

const getFirstAccount = call<typeof readFirstAccount>(
  { method: 'GET', path: '/first-account' },
  { handles: [404] },
);
const create = call<typeof createFirstAccount>({ method: 'POST', path: '/first-account' });
const signIn = call<typeof authenticate>({
  method: 'POST',
  path: '/authentication',
  encoding: 'form',
});

const route = getRouteApi('/visitor/setup');

const loadRules = () =>
  import('@lintel/contract/identity/first-account').then(
    (contract) => contract.createFirstAccount.body,
  );

/** Creates the first administrator of a new installation, with the code from the server's console. */
export function FirstAccountPage() {
  const { m: code = '' } = route.useSearch();
  const state = useQuery({
    queryKey: ['first-account'],
    queryFn: ({ signal }) => getFirstAccount({}, { signal }),
    retry: false,
  });
  const title = m.identity_firstAccount_title();
  if (state.data !== undefined) return <FirstAccountForm code={code} title={title} />;
  if (state.isPending) return <LinkLoading title={title} fields={5} />;
  if (state.error instanceof ApiError && state.error.status === 404)
    return <Navigate to="/login" replace />;
  return <LinkFailed title={title} error={state.error} onRetry={() => void state.refetch()} />;
}

function FirstAccountForm({ code, title }: { code: string; title: string }) {
  const enter = useSignInEntry();
  const [visible, setVisible] = useState(false);
  const { form, field, busy, values, errors } = useContractForm({
    initial: { code, firstname: '', lastname: '', email: '', password: '' },
    rules: loadRules,
    onSubmit: async (body) => {
      await create({ body });
      await signIn({ body: { username: body.email, password: body.password } });
      await enter(m.identity_firstAccount_created(), '/manage/setup', toastLife.long);
    },
    onFailure: (error) => showToast(errorMessage(error), 'danger', toastLife.long),
  });
  const { firstname, lastname, email } = values;
  return (
    <LinkCard title={title} lead={m.identity_firstAccount_lead()}>
      <form {...form} className={classes.form}>
        <TextInput
          {...field('code')}
          label={m.identity_firstAccount_code()}
          description={m.identity_firstAccount_codeHelp()}
          autoComplete="off"
          required
          autoFocus={code === ''}
        />
        <TextInput
          {...field('firstname')}
          label={m.common_firstName()}
          autoComplete="given-name"
          required
          autoFocus={code !== ''}
        />
        <TextInput
          {...field('lastname')}
          label={m.common_lastName()}
          autoComplete="family-name"
          required
        />
        <TextInput
          {...field('email')}
          type="email"
          label={m.common_email()}
          autoComplete="username"
          required
        />
        <div className={classes.fields}>
          <PasswordInput
            {...field('password')}
            label={m.common_password()}
            autoComplete="new-password"
            visible={visible}
            onVisibilityChange={setVisible}
            visibilityToggleButtonProps={{
              'aria-label': visible ? m.identity_password_hide() : m.identity_password_show(),
              tabIndex: 0,
            }}
            required
          />
          <PasswordMeter
            value={values.password}
            errorText={errors.password}
            owner={{ email, firstname, lastname, company: null }}
          />
        </div>
        <Button type="submit" size="md" fullWidth loading={busy}>
          {m.identity_firstAccount_create()}
        </Button>
      </form>
    </LinkCard>
  );
}
