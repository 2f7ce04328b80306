import { Radio } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { NotificationKey } from '@lintel/contract/emails-constants';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { EditableForm } from '../../ui/editable-form.tsx';
import { notificationQuery } from './api/get-notification.ts';
import { saveNotification } from './api/save-notification.ts';
import { tellNotSaved, tellSaved } from './saving.ts';
import classes from './personal-info.module.css';

interface Props {
  userId: number;
  options: readonly { key: NotificationKey; title: string }[];
  chosen: NotificationKey;
  onClose: () => void;
}

/** One of the options. */
export function NotificationForm({ userId, options, chosen, onClose }: Props) {
  const client = useQueryClient();
  const { form, values, errors, busy, setValue } = useContractForm({
    initial: { optionKey: chosen },
    rules: () =>
      import('@lintel/contract/emails-notifications').then(
        (emails) => emails.saveNotification.body,
      ),
    onSubmit: async ({ optionKey }) => {
      await saveNotification({ params: { id: userId }, body: { id: userId, optionKey } });
      client.setQueryData(notificationQuery(userId).queryKey, { option: { key: optionKey } });
      onClose();
      tellSaved();
    },
    onFailure: tellNotSaved,
  });
  return (
    <EditableForm form={form} busy={busy} onCancel={onClose}>
      <Radio.Group
        aria-label="Email notifications"
        name="optionKey"
        value={values.optionKey}
        error={errors.optionKey}
        onChange={(key) => setValue('optionKey', key as NotificationKey)}
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
