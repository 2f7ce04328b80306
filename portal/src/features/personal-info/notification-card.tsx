import { useQuery } from '@tanstack/react-query';
import { notificationOptions, type NotificationKey } from '@lintel/contract/emails-constants';
import { EditableCard, LockableCard } from '../../ui/editable-card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { notificationQuery } from './api/get-notification.ts';
import { notificationOptionsQuery } from './api/get-notification-options.ts';
import { NotificationForm } from './notification-form.tsx';

const place = (key: NotificationKey): number =>
  notificationOptions.findIndex((option) => option.key === key);
const head = { name: 'notifications', title: 'Email Notifications' } as const;

/** What the user is told of applications by e-mail. */
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
  const inOrder = [...options.data.data].sort((one, other) => place(one.key) - place(other.key));
  return (
    <EditableCard
      {...head}
      renderForm={(close) => (
        <NotificationForm userId={userId} options={inOrder} chosen={key} onClose={close} />
      )}
    >
      <Facts facts={[['Applications', inOrder.find((option) => option.key === key)?.title]]} />
    </EditableCard>
  );
}
