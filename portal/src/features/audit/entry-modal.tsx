import { useQuery } from '@tanstack/react-query';
import { Modal, Table } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import * as m from '#messages';
import type { AuditChange, AuditDetails, AuditPerson } from '@lintel/contract/audit/log';
import { formatMoment } from '../../lib/format-moment.ts';
import { Facts } from '../../ui/facts.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { actorName } from './audit-list.tsx';
import { entryQuery } from './audit-view.ts';
import classes from './audit.module.css';

interface Props {
  id: number;
  onClose(): void;
}

/** One entry: actor, event, address, and the old and new values. */
export function EntryModal({ id, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const entry = useQuery(entryQuery(id));
  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      fullScreen={narrow}
      title={entry.data?.text ?? m.audit_entry_id({ id })}
    >
      {entry.data ? (
        <Entry entry={entry.data} />
      ) : entry.isError ? (
        <ErrorState onRetry={() => void entry.refetch()} />
      ) : (
        <SkeletonRows columns={2} rows={5} />
      )}
    </Modal>
  );
}

const person = ({ id, name, email }: AuditPerson): string =>
  [name || m.audit_list_account({ id }), email].filter(Boolean).join(', ');

function Entry({ entry }: { entry: AuditDetails }) {
  const { id, at, by, as, about, contractor, address, action, changes, facts } = entry;
  return (
    <>
      <Facts
        facts={[
          [m.audit_when(), formatMoment(at)],
          [m.audit_who(), by === null ? actorName(entry) : person(by)],
          ...(as === null ? [] : [[m.audit_entry_as(), person(as)] as const]),
          ...(about === '' ? [] : [[m.common_about(), about] as const]),
          ...(contractor === null
            ? []
            : [[m.common_contractor(), `${contractor.name || '–'} (${contractor.id})`] as const]),
          [m.common_address(), address || m.audit_entry_unknown()],
          ...facts.map(({ name, value }) => [name, value] as const),
          [m.audit_entry_title(), `${id}, ${action}`],
        ]}
      />
      {changes.length > 0 && <Changes changes={changes} />}
    </>
  );
}

const Value = ({ children }: { children: string | null }) =>
  children === null ? <span className={classes.quiet}>–</span> : children;

const Changes = ({ changes }: { changes: readonly AuditChange[] }) => (
  <Table className={classes.changes} aria-label={m.audit_entry_changes()} verticalSpacing="xs">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{m.audit_entry_field()}</Table.Th>
        <Table.Th>{m.audit_entry_before()}</Table.Th>
        <Table.Th>{m.audit_entry_after()}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {changes.map(({ field, before, after }) => (
        <Table.Tr key={JSON.stringify([field, before, after])}>
          <Table.Th scope="row">{field}</Table.Th>
          <Table.Td>
            <Value>{before}</Value>
          </Table.Td>
          <Table.Td>
            <Value>{after}</Value>
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
