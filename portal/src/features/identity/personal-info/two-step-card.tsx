import { useState } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Group, PasswordInput, TextInput } from '@mantine/core';
import type {
  beginApp as beginEndpoint,
  confirmApp as confirmEndpoint,
  Factors,
  readFactors,
  removeApp as removeEndpoint,
  renewRecoveryCodes as renewEndpoint,
} from '@lintel/contract/identity/factors';
import { call } from '../../../lib/api/call.ts';
import { copyText } from '../../../lib/clipboard.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { brand } from '../../../lib/brand.ts';
import { EditableForm, LockableCard, useEditing } from '../../../ui/editable-card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { tellNotSaved, tellSaved } from './saving.ts';
import classes from './two-step-card.module.css';

const getFactors = call<typeof readFactors>({ method: 'GET', path: '/user/{id}/factors' });
const beginApp = call<typeof beginEndpoint>({
  method: 'POST',
  path: '/user/{id}/factors/app',
  encoding: 'form',
});
const confirmApp = call<typeof confirmEndpoint>({
  method: 'POST',
  path: '/user/{id}/factors/app/confirm',
  encoding: 'form',
});
const removeApp = call<typeof removeEndpoint>({
  method: 'POST',
  path: '/user/{id}/factors/app/remove',
  encoding: 'form',
});
const renewCodes = call<typeof renewEndpoint>({
  method: 'POST',
  path: '/user/{id}/factors/recovery-codes',
  encoding: 'form',
});

export const factorsQuery = (id: number) =>
  queryOptions({
    queryKey: ['factors', id],
    queryFn: ({ signal }) => getFactors({ params: { id } }, { signal }),
  });

const contract = () => import('@lintel/contract/identity/factors');

interface Account {
  id: number;
  email: string;
}

/** The code of an authenticator app that signing in asks for after the password. */
export function TwoStepCard({ user }: { user: Account }) {
  const found = useQuery(factorsQuery(user.id));
  const { part, start } = useEditing('two-step');
  const isOn = found.data?.app != null;
  return (
    <LockableCard
      name="two-step"
      title="Two-Step Verification"
      text={
        isOn
          ? 'Signing in takes your password and a code from your authenticator app.'
          : 'Protect your account with a code from your phone, besides your password.'
      }
      action={
        found.data && !isOn && part === null ? (
          <Button variant="default" data-opens="on" onClick={() => start('on')}>
            Turn on
          </Button>
        ) : undefined
      }
    >
      {found.isError ? (
        <ErrorState
          text="Two-step verification could not be loaded."
          onRetry={() => void found.refetch()}
        />
      ) : found.data ? (
        <Parts user={user} factors={found.data} />
      ) : (
        <SkeletonRows columns={2} rows={2} />
      )}
    </LockableCard>
  );
}

function Parts({ user, factors }: { user: Account; factors: Factors }) {
  const { part, start, stop } = useEditing('two-step');
  const client = useQueryClient();
  const done = (): void => {
    stop();
    void client.invalidateQueries(factorsQuery(user.id));
  };
  if (part === 'on') return <TurningOn user={user} onCancel={stop} onDone={done} />;
  if (part === 'codes') return <RenewingCodes user={user} onCancel={stop} onDone={done} />;
  if (part === 'off')
    return (
      <PasswordForm
        user={user}
        submit="Turn off"
        note="From then on your password alone signs in. Your recovery codes stop working."
        onPassword={async (password) => {
          await removeApp({ params: { id: user.id }, body: { password } });
          tellSaved('Two-step verification is off.');
          done();
        }}
        onCancel={stop}
      />
    );
  if (factors.app === null)
    return (
      <p className={classes.note}>
        You need an authenticator app, such as Google Authenticator, Microsoft Authenticator or
        1Password.
      </p>
    );
  const { addedAt, lastUsedAt } = factors.app;
  return (
    <>
      <Facts
        facts={[
          ['Authenticator app', `Added ${formatDateTime(addedAt)}`],
          ['Last used', lastUsedAt === null ? 'Never' : formatDateTime(lastUsedAt)],
          ['Recovery codes', <CodesLeft key="codes" left={factors.recoveryCodesLeft} />],
        ]}
      />
      <Group gap="sm" mt="lg">
        <Button variant="default" data-opens="codes" onClick={() => start('codes')}>
          New recovery codes
        </Button>
        <Button variant="default" data-opens="off" onClick={() => start('off')}>
          Turn off
        </Button>
      </Group>
    </>
  );
}

/** Few enough to think of new ones. */
const few = 3;

const CodesLeft = ({ left }: { left: number }) => (
  <span data-few={left <= few || undefined} className={classes.left}>
    {left} left{left <= few && '. Make new ones soon.'}
  </span>
);

interface PasswordFormProps {
  user: Account;
  submit: string;
  note: string;
  /** A wrong password is thrown, and marks the field. */
  onPassword: (password: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password again, before something of how one signs in is changed. */
function PasswordForm({ user, submit, note, onPassword, onCancel }: PasswordFormProps) {
  const { form, field, busy } = useContractForm({
    initial: { password: '' },
    rules: () => contract().then(({ passwordAgain }) => passwordAgain),
    onSubmit: ({ password }) => onPassword(password),
    onFailure: tellNotSaved,
  });
  return (
    <EditableForm form={form} busy={busy} submit={submit} onCancel={onCancel}>
      <p className={classes.note}>{note}</p>
      <input hidden readOnly type="email" autoComplete="username" value={user.email} />
      <PasswordInput
        {...field('password')}
        label="Your password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ tabIndex: 0, 'aria-label': 'Show or hide your password' }}
        required
        withAsterisk
      />
    </EditableForm>
  );
}

interface FlowProps {
  user: Account;
  onCancel: () => void;
  onDone: () => void;
}

interface NewApp {
  secret: string;
  address: string;
  qrCode: string;
}

/** The password, then the new app and a code of it, then the recovery codes. */
function TurningOn({ user, onCancel, onDone }: FlowProps) {
  const [app, setApp] = useState<NewApp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (app !== null) return <AppForm user={user} app={app} onCodes={setCodes} onCancel={onCancel} />;
  return (
    <PasswordForm
      user={user}
      submit="Continue"
      note="First, confirm that it is you. Other devices that are signed in will be signed out."
      onPassword={async (password) =>
        setApp(await beginApp({ params: { id: user.id }, body: { password } }))
      }
      onCancel={onCancel}
    />
  );
}

interface AppFormProps {
  user: Account;
  app: NewApp;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}

function AppForm({ user, app, onCodes, onCancel }: AppFormProps) {
  const { form, field, busy } = useContractForm({
    initial: { code: '' },
    rules: () => contract().then(({ appCodeForm }) => appCodeForm),
    onSubmit: async (body) => {
      const { recoveryCodes } = await confirmApp({ params: { id: user.id }, body });
      tellSaved('Two-step verification is on.');
      onCodes(recoveryCodes);
    },
    onFailure: tellNotSaved,
  });
  return (
    <EditableForm form={form} busy={busy} submit="Turn on" onCancel={onCancel}>
      <div className={classes.app}>
        <img src={app.qrCode} alt="QR code for your authenticator app" width={176} height={176} />
        <div>
          <p className={classes.note}>
            Scan the code with your authenticator app, or <a href={app.address}>open the app</a> on
            this device. If you cannot scan, type this key:
          </p>
          <code className={classes.secret} aria-label="Key for typing">
            {app.secret.match(/.{1,4}/g)?.join(' ')}
          </code>
        </div>
      </div>
      <TextInput
        {...field('code')}
        label="Code from the app"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={12}
        required
        withAsterisk
      />
    </EditableForm>
  );
}

function RenewingCodes({ user, onCancel, onDone }: FlowProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <PasswordForm
      user={user}
      submit="Make new codes"
      note="The recovery codes that you have now stop working."
      onPassword={async (password) => {
        const answer = await renewCodes({ params: { id: user.id }, body: { password } });
        setCodes(answer.recoveryCodes);
      }}
      onCancel={onCancel}
    />
  );
}

/** The codes, shown this once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <div ref={(element) => element?.focus()} tabIndex={-1} className={classes.codes}>
      <h3 className={classes.codesTitle}>Save your recovery codes</h3>
      <p className={classes.note}>
        If you lose your phone, each of these signs you in once, in place of a code from the app.
        Keep them where you keep your passwords. We cannot show them again.
      </p>
      <ol className={classes.list} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="sm">
        <Button onClick={onDone}>I saved them</Button>
        <Button
          variant="default"
          onClick={() => void copyText(text).then(setCopied)}
          aria-live="polite"
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          variant="default"
          onClick={() =>
            saveFile(
              new Blob([text], { type: 'text/plain' }),
              `${brand.name.toLowerCase().replaceAll(/\W+/g, '-')}-recovery-codes.txt`,
            )
          }
        >
          Download
        </Button>
      </Group>
    </div>
  );
}
