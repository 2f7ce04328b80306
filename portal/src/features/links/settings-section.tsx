import { queryOptions, useQuery } from '@tanstack/react-query';
import { Skeleton } from '@mantine/core';
import * as m from '#messages';
import { staffWith } from '@lintel/contract/core/access';
import type {
  readLinkSettings as readEndpoint,
  saveLinkSettings as saveEndpoint,
} from '@lintel/contract/links/links';
import { call } from '../../lib/api/call.ts';
import { may, useSession } from '../../lib/session.ts';
import { failureText } from '../../lib/failure.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { NumberForm } from './number-form.tsx';

const readSettings = call<typeof readEndpoint>({ method: 'GET', path: '/manage/link-settings' });
const saveSettings = call<typeof saveEndpoint>(
  { method: 'POST', path: '/manage/link-settings' },
  { handles: [409, 500] },
);
const settingsQuery = queryOptions({
  queryKey: ['link-settings'],
  queryFn: ({ signal }) => readSettings({}, { signal }),
});
const changing = staffWith(['manage-settings', 'modify']);

export function LinkSettingsSection() {
  const mayChange = may(useSession(), changing);
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <Card>
      {data ? (
        <NumberForm
          key={data.savedAt}
          label={m.links_settings_title()}
          help={m.links_settings_help()}
          stored={data.aDay}
          mayChange={mayChange}
          save={(aDay) => saveSettings({ body: { aDay, savedAt: data.savedAt } })}
          refresh={settingsQuery.queryKey}
        />
      ) : error === null ? (
        <Skeleton height={64} role="status" aria-label={m.common_loading()} />
      ) : (
        <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
      )}
    </Card>
  );
}
