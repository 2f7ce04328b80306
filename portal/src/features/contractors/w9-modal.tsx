import { Alert, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ContractorRow } from '@lintel/contract/contractors-manage';
import { Facts } from '../../ui/facts.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { managedQuery } from './api/get-managed.ts';

interface Props {
  contractor: { id: number };
  onClose(): void;
}

/** A contractor's tax form: how it stands and whose names are on it. */
export function W9Modal({ contractor: { id }, onClose }: Props) {
  const managed = useQuery(managedQuery(id));
  return (
    <Modal opened onClose={onClose} title="W-9" size={640} closeButtonProps={{ 'aria-label': 'Close' }}>
      {managed.isError && <ErrorState onRetry={() => void managed.refetch()} />}
      {managed.isPending && <SkeletonRows columns={2} rows={4} />}
      {managed.data && <Form row={managed.data.contractor} />}
    </Modal>
  );
}

function Form({ row }: { row: ContractorRow }) {
  return (
    <>
      {row.w9.danger && (
        <Alert color="red" icon={<IconAlertTriangle size={20} aria-hidden />} title="The names differ" mb="md" />
      )}
      <Facts
        facts={[
          ['Status', <StatusBadge key="status" status={row.w9.status} />],
          ['Name on the form', row.fullNameW9],
          ['Name of the contractor', row.fullName],
          ['Company on the form', row.companyNameW9 || 'None'],
          ['Company of the contractor', row.companyName],
          ['Tax number', row.isSSN ? 'SSN' : 'EIN'],
        ]}
      />
    </>
  );
}
