import { useState, type FormEvent } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button, Group, Skeleton, TextInput } from '@mantine/core';
import * as m from '#messages';
import { staffWith } from '@lintel/contract/core/access';
import { linksADay } from '@lintel/contract/links/constants';
import type {
  readLinkSettings as readEndpoint,
  saveLinkSettings as saveEndpoint,
} from '@lintel/contract/links/links';
import type { Answer } from '@lintel/contract/core/endpoint';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useUnsaved } from '../../lib/form/unsaved.tsx';
import { may, useSession } from '../../lib/session.ts';
import { toastLife } from '../../lib/toast.ts';
import { failureText, tellFailure } from '../../lib/unexpected.ts';
import { useAction } from '../../lib/use-action.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';

const readSettings = call<typeof readEndpoint>({ method: 'GET', path: '/manage/link-settings' });
const saveSettings = call<typeof saveEndpoint>(
  { method: 'POST', path: '/manage/link-settings' },
  { handles: [409, 500] },
);
const settingsQuery = queryOptions({
  queryKey: ['link-settings'],
  queryFn: ({ signal }) => readSettings({}, { signal }),
});
type Settings = Answer<typeof readEndpoint>;

/** How many messages with links a contractor may send in a day. */
export function LinkSettingsSection() {
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <Card>
      {data ? (
        <SettingsForm key={data.savedAt} settings={data} />
      ) : error === null ? (
        <Skeleton height={64} role="status" aria-label={m.common_loading()} />
      ) : (
        <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
      )}
    </Card>
  );
}

const changing = staffWith(['manage-settings', 'modify']);

function SettingsForm({ settings }: { settings: Settings }) {
  const mayChange = may(useSession(), changing);
  const stored = String(settings.aDay);
  const [typed, setTyped] = useState(stored);
  const [wrong, setWrong] = useState<string | undefined>();
  const changed = typed.trim() !== stored;
  useUnsaved(changed);
  const { run, busy } = useAction({
    call: (aDay: number) => saveSettings({ body: { aDay, savedAt: settings.savedAt } }),
    said: ({ message }) => message,
    refresh: [settingsQuery.queryKey],
    onFailure: (error) => {
      const field = error instanceof ApiError ? error.fields['aDay'] : undefined;
      setWrong(field);
      if (field === undefined) tellFailure(error, toastLife.long);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const aDay = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : NaN;
    if (!(aDay <= linksADay.max)) setWrong(m.links_settings_wrong({ max: linksADay.max }));
    else void run(aDay);
  };
  const change = (to: string): void => {
    setWrong(undefined);
    setTyped(to);
  };
  return (
    <form onSubmit={submit} noValidate aria-label={m.links_settings_title()}>
      <TextInput
        label={m.links_settings_label()}
        description={m.links_settings_help()}
        inputMode="numeric"
        value={typed}
        error={wrong}
        readOnly={!mayChange}
        maxLength={6}
        maw={320}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {mayChange && changed && (
        <Group gap="sm" mt="lg">
          <Button type="submit" loading={busy}>
            {m.common_save()}
          </Button>
          <Button variant="default" disabled={busy} onClick={() => change(stored)}>
            {m.common_cancel()}
          </Button>
        </Group>
      )}
    </form>
  );
}
