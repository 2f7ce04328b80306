import { Modal, Select, Text } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { deactivateStaff, Holdings, readHeld } from '@lintel/contract/identity/leaving';
import type { StaffAccount } from '@lintel/contract/identity/staff';
import { call } from '../../../lib/api/call.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { failureText, notifyFailure } from '../../../lib/failure.ts';
import { FormActions } from '../../../ui/form-actions.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { staffKey } from './staff-view.ts';

const deactivate = call<typeof deactivateStaff>({
  method: 'POST',
  path: '/manage/staff/{id}/deactivate',
  encoding: 'json',
});
const getHeld = call<typeof readHeld>({ method: 'GET', path: '/manage/staff/{id}/holdings' });
const heldQuery = (id: number) =>
  queryOptions({
    queryKey: ['staff-holdings', id],
    queryFn: ({ signal }) => getHeld({ params: { id } }, { signal }),
    // Another lead may have been assigned a moment ago.
    staleTime: 0,
  });

interface Props {
  account: StaffAccount;
  onClose(): void;
}

/** Deactivates a staff account, and chooses who takes over its leads, contractors, and shares. */
export function DeactivateModal({ account, onClose }: Props) {
  const { data, error, refetch } = useQuery(heldQuery(account.id));
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.identity_staff_deactivateNamed({
        account: `${account.firstname} ${account.lastname}`,
      })}
      size={520}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': m.common_close() }}
    >
      {data !== undefined ? (
        <DeactivateForm account={account} holdings={data} onClose={onClose} />
      ) : error === null ? (
        <SkeletonRows columns={1} rows={3} />
      ) : (
        <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
      )}
    </Modal>
  );
}

function DeactivateForm({ account: { id }, holdings, onClose }: Props & { holdings: Holdings }) {
  const client = useQueryClient();
  const { form, values, errors, setValue, busy } = useContractForm({
    initial: { leadsTo: '', contractorsTo: '', setsTo: '' },
    rules: () => import('@lintel/contract/identity/leaving').then((one) => one.handover),
    onSubmit: async (body) => {
      const { message } = await deactivate({ params: { id }, body });
      await client.invalidateQueries({ queryKey: staffKey });
      showToast(message, 'success', toastLife.long);
      onClose();
    },
    onFailure: notifyFailure,
  });
  const choice = (name: keyof typeof values) => ({
    value: values[name] === '' ? null : values[name],
    error: errors[name],
    'aria-invalid': errors[name] !== undefined,
    onChange: (value: string | null) => setValue(name, value ?? ''),
  });
  const people = holdings.people.map((one) => ({ value: String(one.id), label: one.name }));
  const choices = (none: string) => [{ value: '0', label: none }, ...people];
  const shares = holdings.sets.map(({ title, percent }) => `${title} (${percent}%)`).join(', ');
  return (
    <form {...form}>
      <Text c="dimmed">{m.identity_staff_deactivateText()}</Text>
      {holdings.leads > 0 && (
        <Select
          {...choice('leadsTo')}
          label={m.identity_deactivate_leads({ count: holdings.leads })}
          data={choices(m.common_noOne())}
          searchable
          required
          mt="md"
        />
      )}
      {holdings.contractors > 0 && (
        <Select
          {...choice('contractorsTo')}
          label={m.identity_deactivate_contractors({ count: holdings.contractors })}
          data={choices(m.common_noOne())}
          searchable
          required
          mt="md"
        />
      )}
      {holdings.sets.length > 0 && (
        <Select
          {...choice('setsTo')}
          label={m.identity_deactivate_share()}
          description={shares}
          data={choices(m.identity_deactivate_otherOwners())}
          searchable
          required
          mt="md"
        />
      )}
      <FormActions submit={m.identity_staff_deactivate()} busy={busy} onCancel={onClose} />
    </form>
  );
}
