import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { formatDateTime } from '../../lib/format.ts';
import { openDialog } from '../../lib/dialog.ts';
import { useAction } from '../../lib/use-action.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { importsQuery, undoImport } from './import-requests.ts';
import { customersKey } from './requests.ts';
import classes from './pairs.module.css';

/** The recent imports of customers, each of which can be undone. */
export function ImportsModal({ userId, onClose }: { userId: number; onClose(): void }) {
  const imports = useQuery(importsQuery(userId));
  const { run, busyInput } = useAction({
    ask: () =>
      openDialog({
        title: m.customers_imports_undoTitle(),
        text: m.customers_imports_undoText(),
        confirm: m.common_undo(),
        cancel: m.common_cancel(),
        tone: 'warning',
      }),
    call: (id: number) => undoImport({ params: { id } }),
    successToast: ({ removed, kept }) => m.customers_imports_undoneToast({ removed, kept }),
    refresh: [customersKey],
  });
  return (
    <Modal opened onClose={onClose} title={m.customers_imports_title()} size={620}>
      {imports.isError && <ErrorState onRetry={() => void imports.refetch()} />}
      {imports.isPending && <SkeletonRows columns={2} rows={3} />}
      {imports.data?.length === 0 && (
        <EmptyState title={m.customers_imports_none()} text={m.customers_imports_noneText()} />
      )}
      <ul className={classes.list}>
        {imports.data?.map(({ id, fileName, at, by, added, filled, skipped, undoneAt }) => (
          <li key={id}>
            <div className={classes.words}>
              <strong>{fileName || m.customers_imports_file()}</strong>
              <span>{`${formatDateTime(at)} · ${by}`}</span>
              <span>{m.customers_imports_counts({ added, filled, skipped })}</span>
            </div>
            {undoneAt === null ? (
              added + filled > 0 && (
                <Button variant="default" loading={busyInput === id} onClick={() => void run(id)}>
                  {m.common_undo()}
                </Button>
              )
            ) : (
              <span>{m.customers_imports_undone()}</span>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
