import { useEffect, useEffectEvent, useState } from 'react';
import { Button, Group, TextInput } from '@mantine/core';
import type {
  beginApp as beginEndpoint,
  confirmApp as confirmEndpoint,
} from '@lintel/contract/identity/factors';
import { call } from '../../../lib/api/call.ts';
import { brand } from '../../../lib/brand.ts';
import { copyText } from '../../../lib/clipboard.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { EditableForm } from '../../../ui/editable-card.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { tellNotSaved, tellSaved } from './saving.ts';
import classes from './two-step-card.module.css';

const beginApp = call<typeof beginEndpoint>({ method: 'POST', path: '/user/{id}/factors/app' });
const confirmApp = call<typeof confirmEndpoint>({
  method: 'POST',
  path: '/user/{id}/factors/app/confirm',
  encoding: 'form',
});

interface FlowProps {
  userId: number;
  onCancel: () => void;
  /** The factor was added; the first one of an account gives recovery codes. */
  onAdded: (codes: readonly string[] | null) => void;
}

interface NewApp {
  secret: string;
  address: string;
  qrCode: string;
}

/** A new authenticator app: its QR code, and a code of it. */
export function AppFlow(props: FlowProps) {
  const { userId, onCancel } = props;
  const [app, setApp] = useState<NewApp | 'failed' | null>(null);
  const begin = useEffectEvent(() =>
    beginApp({ params: { id: userId } }).then(setApp, (error: unknown) => {
      tellNotSaved(error);
      setApp('failed');
    }),
  );
  useEffect(() => void begin(), []);
  if (app === null) return <SkeletonRows columns={2} rows={2} />;
  if (app !== 'failed') return <AppForm {...props} app={app} />;
  return (
    <>
      <ErrorState
        text="The app could not be set up."
        onRetry={() => {
          setApp(null);
          void beginApp({ params: { id: userId } }).then(setApp, () => setApp('failed'));
        }}
      />
      <Button variant="default" mt="md" onClick={onCancel}>
        Cancel
      </Button>
    </>
  );
}

function AppForm({ userId, app, onAdded, onCancel }: FlowProps & { app: NewApp }) {
  const { form, field, busy } = useContractForm({
    initial: { code: '' },
    rules: () => import('@lintel/contract/identity/factors').then(({ appCodeForm }) => appCodeForm),
    onSubmit: async (body) => {
      const { recoveryCodes } = await confirmApp({ params: { id: userId }, body });
      tellSaved('The authenticator app was added.');
      onAdded(recoveryCodes);
    },
    onFailure: tellNotSaved,
  });
  return (
    <EditableForm form={form} busy={busy} submit="Add app" onCancel={onCancel}>
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

/** What this device is called when nobody says otherwise. */
const thisDevice = (): string => {
  const agent = navigator.userAgent;
  if (/iPhone/.test(agent)) return 'iPhone';
  if (/iPad/.test(agent)) return 'iPad';
  if (/Android/.test(agent)) return 'Android phone';
  if (/Mac OS X/.test(agent)) return 'Mac';
  if (/Windows/.test(agent)) return 'Windows computer';
  if (/Linux/.test(agent)) return 'Linux computer';
  return 'This device';
};

const nameRules = () =>
  import('@lintel/contract/identity/passkeys').then(({ passkeyName }) => passkeyName);

/** A new passkey: its name, then the browser asks for the rest. */
export function PasskeyFlow({ userId, onAdded, onCancel }: FlowProps) {
  const { form, field, busy } = useContractForm({
    initial: { name: thisDevice() },
    rules: nameRules,
    onSubmit: async ({ name }) => {
      const { makePasskey } = await import('../passkeys.ts');
      const { recoveryCodes } = await makePasskey(userId, name);
      tellSaved('The passkey was added.');
      onAdded(recoveryCodes);
    },
    onFailure: tellNotSaved,
  });
  return (
    <EditableForm form={form} busy={busy} submit="Add passkey" onCancel={onCancel}>
      <p className={classes.note}>
        Your browser will ask for your fingerprint, your face, your screen lock or a security key.
        From then on it signs you in without a password.
      </p>
      <TextInput
        {...field('name')}
        label="Name of the passkey"
        description="To tell it from others later."
        maxLength={80}
        required
        withAsterisk
      />
    </EditableForm>
  );
}

interface RenameProps {
  name: string;
  onSave: (name: string) => Promise<void>;
  onCancel: () => void;
}

export function RenameForm({ name, onSave, onCancel }: RenameProps) {
  const { form, field, busy } = useContractForm({
    initial: { name },
    rules: nameRules,
    onSubmit: (sent) => onSave(sent.name),
    onFailure: tellNotSaved,
  });
  return (
    <EditableForm form={form} busy={busy} submit="Save" onCancel={onCancel}>
      <TextInput
        {...field('name')}
        label="Name of the passkey"
        maxLength={80}
        required
        withAsterisk
      />
    </EditableForm>
  );
}

/** The codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <div ref={(element) => element?.focus()} tabIndex={-1} className={classes.codes}>
      <h3 className={classes.codesTitle}>Save your recovery codes</h3>
      <p className={classes.note}>
        If you lose your phone or your passkey, each of these signs you in once, after your
        password. Keep them where you keep your passwords. We cannot show them again.
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
