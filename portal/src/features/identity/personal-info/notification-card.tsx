import { queryOptions, useQueryClient, useQuery } from '@tanstack/react-query';
import { Radio } from '@mantine/core';
import * as m from '#messages';
import { type NotificationKey, notificationOptions } from '@lintel/contract/emails/constants';
import type {
  readNotification,
  listNotificationOptions,
  saveNotification as endpoint,
} from '@lintel/contract/emails/notifications';
import { call } from '../../../lib/api/call.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { EditableCard, LockableCard, EditableForm } from '../../../ui/editable-card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { notifySaveFailure, notifySaved } from './saving.ts';
import classes from './personal-info.module.css';

const getNotification = call<typeof readNotification>({
  method: 'GET',
  path: '/user/{id}/email-notification',
});

/** An account's notification setting for applications. */
export const notificationQuery = (userId: number) =>
  queryOptions({
    queryKey: ['notification', userId],
    queryFn: ({ signal }) => getNotification({ params: { id: userId } }, { signal }),
  });

const getOptions = call<typeof listNotificationOptions>({
  method: 'GET',
  path: '/notification/email',
});

/** The notification options for applications. */
export const notificationOptionsQuery = queryOptions({
  queryKey: ['notification-options'],
  queryFn: ({ signal }) => getOptions({}, { signal }),
});

/** Saves an account's notification setting. */
const saveNotification = call<typeof endpoint>(
  { method: 'POST', path: '/user/{id}/email-notification', encoding: 'form' },
  { handles: [500] },
);

interface Props {
  userId: number;
  options: readonly { key: NotificationKey; title: string }[];
  chosen: NotificationKey;
  onClose: () => void;
}

function NotificationForm({ userId, options, chosen, onClose }: Props) {
  const client = useQueryClient();
  const { form, values, errors, busy, setValue } = useContractForm({
    initial: { optionKey: chosen },
    rules: () =>
      import('@lintel/contract/emails/notifications').then(
        (emails) => emails.saveNotification.body,
      ),
    onSubmit: async ({ optionKey }) => {
      await saveNotification({ params: { id: userId }, body: { id: userId, optionKey } });
      client.setQueryData(notificationQuery(userId).queryKey, { option: { key: optionKey } });
      onClose();
      notifySaved();
    },
    onFailure: notifySaveFailure,
  });
  return (
    <EditableForm form={form} busy={busy} onCancel={onClose}>
      <Radio.Group
        aria-label={m.identity_notifications_label()}
        name="optionKey"
        value={values.optionKey}
        error={errors.optionKey}
        onChange={(key) => setValue('optionKey', key)}
      >
        <div className={classes.choices}>
          {options.map(({ key, title }) => (
            <Radio key={key} value={key} label={title} />
          ))}
        </div>
      </Radio.Group>
    </EditableForm>
  );
}

const place = (key: NotificationKey): number =>
  notificationOptions.findIndex((option) => option.key === key);
const head = { name: 'notifications', title: m.identity_notifications_title() } as const;

/** The user's e-mail notifications about applications. */
export function NotificationCard({ userId }: { userId: number }) {
  const options = useQuery(notificationOptionsQuery);
  const chosen = useQuery(notificationQuery(userId));
  const failed = options.error ?? chosen.error;
  if (!options.data || !chosen.data) {
    const retry = (): void =>
      void Promise.all(
        [options, chosen].filter(({ isError }) => isError).map(({ refetch }) => refetch()),
      );
    return (
      <LockableCard {...head}>
        {failed ? (
          <ErrorState text={failed.message} onRetry={retry} />
        ) : (
          <SkeletonRows columns={1} rows={2} />
        )}
      </LockableCard>
    );
  }
  const { key } = chosen.data.option;
  const inOrder = options.data.data.toSorted((one, other) => place(one.key) - place(other.key));
  return (
    <EditableCard
      {...head}
      renderForm={(close) => (
        <NotificationForm userId={userId} options={inOrder} chosen={key} onClose={close} />
      )}
    >
      <Facts
        facts={[[m.common_applications(), inOrder.find((option) => option.key === key)?.title]]}
      />
    </EditableCard>
  );
}
