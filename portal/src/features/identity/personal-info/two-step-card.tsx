import { useState, type ReactNode } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Group } from '@mantine/core';
import * as m from '#messages';
import type {
  Factors,
  readFactors,
  removeApp as removeAppEndpoint,
  renewRecoveryCodes as renewEndpoint,
} from '@lintel/contract/identity/factors';
import type {
  Passkey,
  removePasskey as removePasskeyEndpoint,
  renamePasskey as renameEndpoint,
} from '@lintel/contract/identity/passkeys';
import { call } from '../../../lib/api/call.ts';
import { openDialog } from '../../../lib/dialog.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { LockableCard, useEditing } from '../../../ui/editable-card.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { supportsPasskeys } from '../passkey-button.tsx';
import { AppFlow, PasskeyFlow, RecoveryCodes, RenameForm } from './factor-forms.tsx';
import { notifySaveFailure, notifySaved } from './saving.ts';
import classes from './two-step-card.module.css';

const getFactors = call<typeof readFactors>({ method: 'GET', path: '/user/{id}/factors' });
const removeApp = call<typeof removeAppEndpoint>({
  method: 'POST',
  path: '/user/{id}/factors/app/remove',
});
const renewCodes = call<typeof renewEndpoint>({
  method: 'POST',
  path: '/user/{id}/factors/recovery-codes',
});
const renamePasskey = call<typeof renameEndpoint>({
  method: 'POST',
  path: '/user/{id}/passkeys/{passkeyId}',
});
const removePasskey = call<typeof removePasskeyEndpoint>({
  method: 'POST',
  path: '/user/{id}/passkeys/{passkeyId}/remove',
});

export const factorsQuery = (id: number) =>
  queryOptions({
    queryKey: ['factors', id],
    queryFn: ({ signal }) => getFactors({ params: { id } }, { signal }),
  });

const factorCount = ({ app, passkeys }: Factors): number =>
  passkeys.length + (app === null ? 0 : 1);

/** The factors required besides the password: passkeys and an authenticator app. */
export function TwoStepCard({ userId }: { userId: number }) {
  const found = useQuery(factorsQuery(userId));
  const isOn = found.data !== undefined && factorCount(found.data) > 0;
  return (
    <LockableCard
      name="two-step"
      title={m.identity_twoStep_cardTitle()}
      text={isOn ? m.identity_twoStep_on() : m.identity_twoStep_off()}
    >
      {found.isError ? (
        <ErrorState text={m.identity_twoStep_loadFailed()} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <Parts userId={userId} factors={found.data} />
      ) : (
        <SkeletonRows columns={2} rows={2} />
      )}
    </LockableCard>
  );
}

function Parts({ userId, factors }: { userId: number; factors: Factors }) {
  const { part, start, stop } = useEditing('two-step');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const client = useQueryClient();
  const done = (): void => {
    setCodes(null);
    stop();
    void client.invalidateQueries(factorsQuery(userId));
  };
  const added = (given: readonly string[] | null): void => {
    if (given === null) done();
    else setCodes(given);
  };
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={done} />;
  const flow = { userId, onCancel: stop, onAdded: added };
  if (part === 'app') return <AppFlow {...flow} />;
  if (part === 'passkey') return <PasskeyFlow {...flow} />;
  const renamed = factors.passkeys.find(({ id }) => part === `name-${id}`);
  if (renamed)
    return (
      <RenameForm
        name={renamed.name}
        onCancel={stop}
        onSave={async (name) => {
          const params = { id: userId, passkeyId: renamed.id };
          await renamePasskey({ params, body: { name } });
          notifySaved(m.identity_passkey_renamed());
          done();
        }}
      />
    );
  const isLast = factors.isRequired && factorCount(factors) === 1;
  return (
    <>
      {factorCount(factors) === 0 ? (
        <p className={classes.note}>{m.identity_twoStep_help()}</p>
      ) : (
        <ul className={classes.factors}>
          {factors.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} {...{ userId, passkey, isLast }} />
          ))}
          {factors.app && <AppRow userId={userId} app={factors.app} isLast={isLast} />}
          <CodesRow
            userId={userId}
            left={factors.recoveryCodesLeft}
            onCodes={(given) => {
              start('codes');
              setCodes(given);
            }}
          />
        </ul>
      )}
      {isLast && <p className={classes.note}>{m.identity_twoStep_required()}</p>}
      <Group gap="sm" mt="md">
        {supportsPasskeys() && (
          <Button variant="default" data-opens="passkey" onClick={() => start('passkey')}>
            {m.identity_twoStep_addPasskey()}
          </Button>
        )}
        {factors.app === null && (
          <Button variant="default" data-opens="app" onClick={() => start('app')}>
            {m.identity_twoStep_addApp()}
          </Button>
        )}
      </Group>
    </>
  );
}

interface RowProps {
  name: string;
  facts: ReactNode;
  children: ReactNode;
}

const FactorRow = ({ name, facts, children }: RowProps) => (
  <li className={classes.factor}>
    <div className={classes.factorText}>
      <strong>{name}</strong>
      <span>{facts}</span>
    </div>
    <div className={classes.factorActions}>{children}</div>
  </li>
);

const usedText = (addedAt: string, lastUsedAt: string | null): string =>
  lastUsedAt === null
    ? m.identity_twoStep_addedUnused({ addedAt: formatDateTime(addedAt) })
    : m.identity_twoStep_addedUsed({
        addedAt: formatDateTime(addedAt),
        lastUsedAt: formatDateTime(lastUsedAt),
      });

const small = { variant: 'light', size: 'compact-sm' } as const;

/** Confirms the removal of a factor. */
const confirmRemoval = (what: string): Promise<boolean> =>
  openDialog({
    title: m.identity_twoStep_removeTitle({ what }),
    text: m.identity_twoStep_removeText(),
    confirm: m.common_remove(),
    cancel: m.common_keep(),
    tone: 'danger',
  });

function PasskeyRow({
  userId,
  passkey,
  isLast,
}: {
  userId: number;
  passkey: Passkey;
  isLast: boolean;
}) {
  const { start } = useEditing('two-step');
  const { name, addedAt, lastUsedAt, synced } = passkey;
  const remove = useAction({
    ask: () => confirmRemoval(m.identity_twoStep_passkeyNamed({ name })),
    call: () => removePasskey({ params: { id: userId, passkeyId: passkey.id } }),
    onAnswer: ({ message }) => notifySaved(message),
    refresh: [factorsQuery(userId).queryKey],
    refreshAlways: true,
    onFailure: (error) => notifySaveFailure(error),
  });
  return (
    <FactorRow
      name={name}
      facts={`${synced ? m.identity_twoStep_syncedPasskey() : m.identity_twoStep_passkey()} ${usedText(addedAt, lastUsedAt)}`}
    >
      <Button
        {...small}
        aria-label={m.identity_twoStep_renameNamed({ name })}
        data-opens={`name-${passkey.id}`}
        onClick={() => start(`name-${passkey.id}`)}
      >
        {m.identity_twoStep_rename()}
      </Button>
      <Button
        {...small}
        aria-label={m.common_removeNamed({ name })}
        loading={remove.busy}
        disabled={isLast}
        onClick={() => void remove.run()}
      >
        {m.common_remove()}
      </Button>
    </FactorRow>
  );
}

function AppRow({
  userId,
  app,
  isLast,
}: {
  userId: number;
  app: NonNullable<Factors['app']>;
  isLast: boolean;
}) {
  const { start } = useEditing('two-step');
  const remove = useAction({
    ask: () => confirmRemoval(m.identity_twoStep_app_inline()),
    call: () => removeApp({ params: { id: userId } }),
    onAnswer: ({ message }) => notifySaved(message),
    refresh: [factorsQuery(userId).queryKey],
    refreshAlways: true,
    onFailure: (error) => notifySaveFailure(error),
  });
  return (
    <FactorRow name={m.identity_twoStep_app()} facts={usedText(app.addedAt, app.lastUsedAt)}>
      <Button
        {...small}
        aria-label={m.identity_twoStep_replaceApp()}
        data-opens="app"
        onClick={() => start('app')}
      >
        {m.common_replace()}
      </Button>
      <Button
        {...small}
        aria-label={m.identity_twoStep_removeApp()}
        loading={remove.busy}
        disabled={isLast}
        onClick={() => void remove.run()}
      >
        {m.common_remove()}
      </Button>
    </FactorRow>
  );
}

/** Low enough to suggest new codes. */
const few = 3;

interface CodesRowProps {
  userId: number;
  left: number;
  onCodes: (codes: readonly string[]) => void;
}

function CodesRow({ userId, left, onCodes }: CodesRowProps) {
  const renew = useAction({
    ask: () =>
      openDialog({
        title: m.identity_recovery_renewTitle(),
        text: m.identity_recovery_renewText(),
        confirm: m.identity_recovery_renewSubmit(),
        cancel: m.identity_recovery_renewCancel(),
      }),
    call: () => renewCodes({ params: { id: userId } }),
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onFailure: (error) => notifySaveFailure(error),
  });
  return (
    <FactorRow
      name={m.identity_recovery_codes()}
      facts={
        <span data-few={left <= few || undefined} className={classes.left}>
          {left <= few ? m.identity_recovery_fewLeft({ left }) : m.identity_recovery_left({ left })}
        </span>
      }
    >
      <Button
        {...small}
        aria-label={m.identity_recovery_new()}
        data-opens="codes"
        loading={renew.busy}
        onClick={() => void renew.run()}
      >
        {m.identity_recovery_newShort()}
      </Button>
    </FactorRow>
  );
}
