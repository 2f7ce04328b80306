import { useEffect, useEffectEvent, useState } from 'react';
import { Button, Group, TextInput } from '@mantine/core';
import * as m from '#messages';
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
import { notifySaveFailure, notifySaved } from './saving.ts';
import { Rich } from '../../../ui/rich.tsx';
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
  /** Called once the factor is added, with recovery codes if it is the account's first. */
  onAdded: (codes: readonly string[] | null) => void;
}

interface NewApp {
  secret: string;
  address: string;
  qrCode: string;
}

/** A new authenticator app: its QR code, and the code to confirm it. */
export function AppFlow(props: FlowProps) {
  const { userId, onCancel } = props;
  const [app, setApp] = useState<NewApp | 'failed' | null>(null);
  const begin = useEffectEvent(() =>
    beginApp({ params: { id: userId } }).then(setApp, (error: unknown) => {
      notifySaveFailure(error);
      setApp('failed');
    }),
  );
  useEffect(() => void begin(), []);
  if (app === null) return <SkeletonRows columns={2} rows={2} />;
  if (app !== 'failed') return <AppForm {...props} app={app} />;
  return (
    <>
      <ErrorState
        text={m.identity_app_setupFailed()}
        onRetry={() => {
          setApp(null);
          void beginApp({ params: { id: userId } }).then(setApp, () => setApp('failed'));
        }}
      />
      <Button variant="default" mt="md" onClick={onCancel}>
        {m.common_cancel()}
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
      notifySaved(m.identity_app_added());
      onAdded(recoveryCodes);
    },
    onFailure: notifySaveFailure,
  });
  return (
    <EditableForm form={form} busy={busy} submit={m.identity_app_add()} onCancel={onCancel}>
      <div className={classes.app}>
        <img src={app.qrCode} alt={m.identity_app_qrCode()} width={176} height={176} />
        <div>
          <p className={classes.note}>
            <Rich
              text={m.identity_app_scan()}
              parts={{ link: (words) => <a href={app.address}>{words}</a> }}
            />
          </p>
          <code className={classes.secret} aria-label={m.identity_app_key()}>
            {app.secret.match(/.{1,4}/g)?.join(' ')}
          </code>
        </div>
      </div>
      <TextInput
        {...field('code')}
        label={m.identity_app_code()}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={12}
        required
        withAsterisk
      />
    </EditableForm>
  );
}

/** The default name of this device. */
const thisDevice = (): string => {
  const agent = navigator.userAgent;
  if (/iPhone/.test(agent)) return 'iPhone';
  if (/iPad/.test(agent)) return 'iPad';
  if (/Android/.test(agent)) return m.identity_device_android();
  if (/Mac OS X/.test(agent)) return m.identity_device_mac();
  if (/Windows/.test(agent)) return m.identity_device_windows();
  if (/Linux/.test(agent)) return m.identity_device_linux();
  return m.identity_device_this();
};

const nameRules = () =>
  import('@lintel/contract/identity/passkeys').then(({ passkeyName }) => passkeyName);

/** A new passkey: its name, then the browser's prompt. */
export function PasskeyFlow({ userId, onAdded, onCancel }: FlowProps) {
  const { form, field, busy } = useContractForm({
    initial: { name: thisDevice() },
    rules: nameRules,
    onSubmit: async ({ name }) => {
      const { makePasskey } = await import('../passkeys.ts');
      const { recoveryCodes } = await makePasskey(userId, name);
      notifySaved(m.identity_passkey_added());
      onAdded(recoveryCodes);
    },
    onFailure: notifySaveFailure,
  });
  return (
    <EditableForm form={form} busy={busy} submit={m.identity_passkey_add()} onCancel={onCancel}>
      <p className={classes.note}>{m.identity_passkey_addHelp()}</p>
      <TextInput
        {...field('name')}
        label={m.identity_passkey_name()}
        description={m.identity_passkey_nameHelp()}
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
    onFailure: notifySaveFailure,
  });
  return (
    <EditableForm form={form} busy={busy} submit={m.common_save()} onCancel={onCancel}>
      <TextInput
        {...field('name')}
        label={m.identity_passkey_name()}
        maxLength={80}
        required
        withAsterisk
      />
    </EditableForm>
  );
}

/** The recovery codes, shown only this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <div ref={(element) => element?.focus()} tabIndex={-1} className={classes.codes}>
      <h3 className={classes.codesTitle}>{m.identity_recovery_saveTitle()}</h3>
      <p className={classes.note}>{m.identity_recovery_help()}</p>
      <ol className={classes.list} aria-label={m.identity_recovery_codes()}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Group gap="sm">
        <Button onClick={onDone}>{m.identity_recovery_saved()}</Button>
        <Button
          variant="default"
          onClick={() => void copyText(text).then(setCopied)}
          aria-live="polite"
        >
          {copied ? m.common_copied_state() : m.common_copy()}
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
          {m.common_download()}
        </Button>
      </Group>
    </div>
  );
}
