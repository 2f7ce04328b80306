import { useState, type FormEvent } from 'react';
import { Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { ContractorRow } from '@lintel/contract/contractors/manage';
import { FormActions } from '../../ui/form-actions.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { managedQuery } from './requests.ts';
import { ManagerField } from './manager-field.tsx';
import { useCreateAccount } from './row-actions.tsx';

interface Props {
  row: ContractorRow;
  onClose(): void;
}

/** Creates the owner's account of a contractor, with its customer success manager. */
export function AccountModal({ row, onClose }: Props) {
  const managed = useQuery(managedQuery(row.id));
  const { data } = managed;
  const suggested = data === undefined ? null : (data.manager ?? data.leadOwner);
  return (
    <Modal opened onClose={onClose} title={m.contractors_account_create()} size={480}>
      {data && (
        <AccountForm
          row={row}
          suggested={suggested}
          isLeadOwner={data.manager === null}
          onClose={onClose}
        />
      )}
      {managed.isPending && <SkeletonRows columns={1} rows={3} />}
      {managed.isError && <ErrorState onRetry={() => void managed.refetch()} />}
    </Modal>
  );
}

interface FormProps extends Props {
  /** The default choice: the contractor's manager, else the lead's owner. */
  suggested: { id: number; fullName: string } | null;
  isLeadOwner: boolean;
}

function AccountForm({ row, suggested, isLeadOwner, onClose }: FormProps) {
  const [managerId, setManagerId] = useState(suggested === null ? '' : String(suggested.id));
  const { busy, run } = useCreateAccount();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await run({ row, managerId })) onClose();
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Text size="sm" mb="md" style={{ overflowWrap: 'anywhere' }}>
        {consequence(row)}
      </Text>
      <ManagerField current={suggested} value={managerId} onChange={setManagerId} />
      {suggested !== null && isLeadOwner && managerId === String(suggested.id) && (
        <Text size="xs" c="dimmed" mt={4}>
          {m.contractors_account_leadOwner({ fullName: suggested.fullName })}
        </Text>
      )}
      <FormActions
        submit={m.contractors_account_create()}
        busy={busy}
        disabled={row.email === ''}
        onCancel={onClose}
      />
    </form>
  );
}

/** The recipients of each message, or the missing data. */
function consequence({ companyName, fullName, email }: ContractorRow): string {
  if (email === '') return m.contractors_account_noEmail();
  const name = fullName || m.contractors_account_owner();
  return companyName === ''
    ? m.contractors_account_linkTo({ name, email })
    : m.contractors_account_linkToCompany({ name, companyName, email });
}
