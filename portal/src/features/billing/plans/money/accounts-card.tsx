import { Skeleton, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../../../lib/unexpected.ts';
import { showToast, toastLife } from '../../../../lib/toast.ts';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { saveSettings, signUpSettingsQuery } from '../api/sign-up-settings.ts';

/** Whether contractors who sign up by themselves get their account without staff. */
export function AccountsCard({ mayChange }: { mayChange: boolean }) {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery(signUpSettingsQuery);
  const { mutate, isPending } = useMutation({
    mutationFn: (automaticAccounts: boolean) => saveSettings({ body: { automaticAccounts } }),
    onSuccess: ({ message, settings }) => {
      client.setQueryData(signUpSettingsQuery.queryKey, settings);
      showToast(message);
    },
    onError: (error) => showToast(failureText(error), 'danger', toastLife.long),
  });
  return (
    <Card title="Sign-up">
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {!isError && data === undefined && (
        <Skeleton height={44} radius="md" role="status" aria-label="Loading…" />
      )}
      {data && (
        <Switch
          label="Create accounts automatically"
          description="Whoever signs up and pays gets the account and the link that activates it at once. Otherwise staff create it under Contractors."
          checked={data.automaticAccounts}
          disabled={!mayChange || isPending}
          onChange={(event) => mutate(event.currentTarget.checked)}
        />
      )}
    </Card>
  );
}
