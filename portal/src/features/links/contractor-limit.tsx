import { useState, type FormEvent } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button, Group, TextInput } from '@mantine/core';
import * as m from '#messages';
import { linksADay } from '@lintel/contract/links/constants';
import type {
  readLinkLimit as readEndpoint,
  saveLinkLimit as saveEndpoint,
} from '@lintel/contract/links/links';
import type { Answer } from '@lintel/contract/core/endpoint';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useUnsaved } from '../../lib/form/unsaved.tsx';
import { toastLife } from '../../lib/toast.ts';
import { failureText, tellFailure } from '../../lib/unexpected.ts';
import { useAction } from '../../lib/use-action.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';

const readLimit = call<typeof readEndpoint>({
  method: 'GET',
  path: '/manage/contractor/{id}/links-a-day',
});
const saveLimit = call<typeof saveEndpoint>(
  { method: 'POST', path: '/manage/contractor/{id}/links-a-day' },
  { handles: [409, 500] },
);
const limitQuery = (id: number) =>
  queryOptions({
    queryKey: ['link-limit', id],
    queryFn: ({ signal }) => readLimit({ params: { id } }, { signal }),
    // Others change it, too.
    staleTime: 0,
  });

interface Props {
  contractorId: number;
  mayChange: boolean;
}

/** How many messages with links one contractor may send in a day. */
export function ContractorLinkLimit({ contractorId, mayChange }: Props) {
  const { data, error, refetch } = useQuery(limitQuery(contractorId));
  if (data !== undefined)
    return (
      <LimitForm
        key={data.savedAt}
        contractorId={contractorId}
        mayChange={mayChange}
        limit={data}
      />
    );
  if (error === null) return <SkeletonRows columns={1} rows={2} />;
  return <ErrorState text={failureText(error)} onRetry={() => void refetch()} />;
}

function LimitForm({
  contractorId,
  mayChange,
  limit: { aDay, ofAll, savedAt },
}: Props & { limit: Answer<typeof readEndpoint> }) {
  const stored = aDay === null ? '' : String(aDay);
  const [typed, setTyped] = useState(stored);
  const [wrong, setWrong] = useState<string | undefined>();
  const text = typed.trim();
  const changed = text !== stored;
  useUnsaved(changed);
  const { run, busy } = useAction({
    call: (to: number | null) =>
      saveLimit({ params: { id: contractorId }, body: { aDay: to, savedAt } }),
    said: ({ message }) => message,
    refresh: [limitQuery(contractorId).queryKey],
    onFailure: (error) => {
      const field = error instanceof ApiError ? error.fields['aDay'] : undefined;
      setWrong(field);
      if (field === undefined) tellFailure(error, toastLife.long);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
    if (text === '') void run(null);
    else if (number <= linksADay.max) void run(number);
    else setWrong(m.links_settings_wrong({ max: linksADay.max }));
  };
  const change = (to: string): void => {
    setWrong(undefined);
    setTyped(to);
  };
  return (
    <form onSubmit={submit} noValidate aria-label={m.links_own_limit()}>
      <TextInput
        label={m.links_settings_label()}
        description={m.links_own_limit_help({ ofAll })}
        placeholder={String(ofAll)}
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
