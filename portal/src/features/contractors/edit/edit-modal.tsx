import { Modal, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ManagedContractor } from '@lintel/contract/contractors-edit';
import { closeForm } from '../../../lib/form/ask-first.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { managedQuery } from '../api/get-managed.ts';
import { calledBy } from '../row-tools.ts';
import { AccountTab } from './account-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { useEditForm } from './use-edit-form.ts';
import classes from './edit.module.css';

interface Props {
  contractor: Parameters<typeof calledBy>[0];
  /** Whether the session may change plan and team size. */
  mayPlan: boolean;
  onClose(): void;
}

const look = { size: 720, closeOnClickOutside: false } as const;

/** Edits a contractor, from what is stored now. */
export function EditModal({ contractor, mayPlan, onClose }: Props) {
  const managed = useQuery(managedQuery(contractor.id));
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const frame = {
    ...look,
    fullScreen: narrow,
    title: <Title name={calledBy(contractor)} />,
  };
  if (managed.data)
    return (
      <Editor
        key={contractor.id}
        managed={managed.data}
        mayPlan={mayPlan}
        onClose={onClose}
        frame={frame}
      />
    );
  return (
    <Modal opened onClose={onClose} {...frame}>
      {managed.isError ? (
        <ErrorState onRetry={() => void managed.refetch()} />
      ) : (
        <SkeletonRows columns={2} rows={4} />
      )}
    </Modal>
  );
}

const Title = ({ name }: { name: string }) => (
  <>
    Edit contractor <span className={classes.company}>{name}</span>
  </>
);

interface EditorProps extends Omit<Props, 'contractor'> {
  managed: ManagedContractor;
  frame: object;
}

function Editor({ managed, mayPlan, onClose, frame }: EditorProps) {
  const used = useEditForm({ managed, mayPlan, onSaved: onClose });
  const close = (): void => {
    if (used.overlimit.question !== null) return;
    void closeForm(onClose, {
      dirty: used.dirty,
      lost: 'What you changed of this contractor is not saved.',
    });
  };
  return (
    <Modal opened onClose={close} {...frame}>
      <Tabs defaultValue="account" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="account">Account</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="account">
          <AccountTab used={used} mayPlan={mayPlan} onCancel={close} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <HistoryTab contractorId={managed.contractor.id} />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}
