import { useState } from 'react';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { readAccess } from '@lintel/contract/core/access';
import { may, useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { IconDotsVertical, IconUserPlus } from '../../ui/icons.ts';
import type { CustomersView } from './customers-view.ts';
import { DuplicatesModal } from './duplicates-modal.tsx';
import { ImportModal } from './import-modal.tsx';
import { ImportsModal } from './imports-modal.tsx';
import { exportAddress, takeOver, importFromApplicationsQuery } from './import-requests.ts';
import { customersKey, customersQuery } from './requests.ts';
import classes from './customers.module.css';

type Open = 'import' | 'imports' | 'duplicates';

interface Props {
  view: CustomersView;
  userId: number;
  mayChange: boolean;
  onAdd(): void;
}

/** The list's actions. */
export function ListActions({ view, userId, mayChange, onAdd }: Props) {
  const client = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ExportMenu
        ask={() => client.fetchQuery({ ...customersQuery(userId, view), staleTime: 0 })}
        toAddress={(format) => exportAddress(view, userId, format)}
        quiet
      />
      {mayChange && (
        <>
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={onAdd}>
            {m.customers_add()}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={m.common_moreActions()}>
                <IconDotsVertical size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setOpen('import')}>{m.customers_list_import()}</Menu.Item>
              <Menu.Item onClick={() => setOpen('imports')}>
                {m.customers_imports_title()}
              </Menu.Item>
              <Menu.Item onClick={() => setOpen('duplicates')}>
                {m.customers_duplicates_title()}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      )}
      {open === 'import' && <ImportModal onClose={close} />}
      {open === 'imports' && <ImportsModal userId={userId} onClose={close} />}
      {open === 'duplicates' && <DuplicatesModal userId={userId} onClose={close} />}
    </>
  );
}

/** Who can see the number of applicants who aren't customers yet. */
export const applicationsAccess = readAccess('reports-applications');

/** Shows how many homeowners applied without being customers, and adds them. */
export function ImportFromApplications({ userId }: { userId: number }) {
  const isOpen = may(useSession(), applicationsAccess);
  const state = useQuery({ ...importFromApplicationsQuery(userId), enabled: isOpen });
  const client = useQueryClient();
  const { busy, run } = useAction({
    call: () => takeOver({}),
    onAnswer: ({ left, isRunning }) =>
      client.setQueryData(importFromApplicationsQuery(userId).queryKey, { left, isRunning }),
    refresh: [customersKey],
  });
  if (!isOpen || state.data === undefined || state.data.left === 0) return null;
  const { left, isRunning } = state.data;
  const count = left.toLocaleString('en-US');
  return (
    <div className={classes.notice} role="status">
      {isRunning ? (
        <span>{m.customers_list_adding({ count })}</span>
      ) : (
        <>
          <span>
            {left === 1
              ? m.customers_list_unassigned_one()
              : m.customers_list_unassigned_many({ count })}
          </span>
          <Button variant="default" onClick={() => void run()} loading={busy}>
            {m.customers_list_addApplicants()}
          </Button>
        </>
      )}
    </div>
  );
}
