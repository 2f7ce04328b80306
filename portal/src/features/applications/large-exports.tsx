import { Button, Modal, Progress } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import type { LargeExport } from '@lintel/contract/applications/large-exports';
import { openDialog } from '../../lib/dialog.ts';
import { formatDateTime, formatSize } from '../../lib/format.ts';
import { downloadFrom } from '../../lib/download.ts';
import { proveForDownload } from '../../lib/step-up.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { IconDownload } from '../../ui/icons.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { fileAddress, largeExportsQuery, removeExport, retryExport } from './api/large-exports.ts';
import classes from './large-exports.module.css';

interface Props {
  userId: number;
  onClose(): void;
}

/** The last day's large exports, with their progress and actions. */
export function LargeExports({ userId, onClose }: Props) {
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const found = useQuery(largeExportsQuery(userId));
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.applications_exports_title()}
      size={720}
      fullScreen={narrow}
    >
      <p className={classes.intro}>{m.applications_exports_purpose()}</p>
      {found.data === undefined ? (
        found.isError ? (
          <ErrorState onRetry={() => void found.refetch()} />
        ) : (
          <SkeletonRows columns={2} rows={2} />
        )
      ) : found.data.data.length === 0 ? (
        <EmptyState
          title={m.applications_exports_empty()}
          text={m.applications_exports_emptyText()}
        />
      ) : (
        <ul className={classes.list}>
          {found.data.data.map((one) => (
            <li key={one.exportId} className={classes.one}>
              <div className={classes.words}>
                <strong>{one.fileName}</strong>
                <ExportStatus exported={one} />
              </div>
              <Actions userId={userId} exported={one} />
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}

const count = (rows: number): string => rows.toLocaleString('en-US');

function ExportStatus({ exported }: { exported: LargeExport }) {
  const { state, rows, rowsMade, fileName, bytes, expiresAt } = exported;
  if (state === 'preparing')
    return (
      <>
        <span role="status">
          {rowsMade === 0
            ? m.applications_exports_waiting({ rows: count(rows) })
            : m.applications_exports_rows({ made: count(rowsMade), rows: count(rows) })}
        </span>
        <Progress.Root size="md">
          <Progress.Section
            value={rows === 0 ? 0 : (100 * rowsMade) / rows}
            aria-label={m.applications_exports_progress({ fileName })}
          />
        </Progress.Root>
      </>
    );
  if (state === 'ready')
    return (
      <span role="status">
        <StatusBadge status={m.common_ready()} tone="green" />{' '}
        {m.applications_exports_facts({
          rows: count(rows),
          size: formatSize(bytes ?? 0),
          until: expiresAt === null ? '' : formatDateTime(expiresAt),
        })}
      </span>
    );
  if (state === 'failed')
    return (
      <span role="alert">
        <StatusBadge status={m.common_exportFailed()} tone="red" />{' '}
        {m.applications_exports_failedText()}
      </span>
    );
  return (
    <span>
      <StatusBadge status={m.common_expired()} tone="grey" /> {m.applications_exports_expiredText()}
    </span>
  );
}

function Actions({ userId, exported }: { userId: number; exported: LargeExport }) {
  const client = useQueryClient();
  const { exportId, fileName, state } = exported;
  const query = largeExportsQuery(userId);
  const refresh = [query.queryKey];
  const download = useAction({
    // The download is a navigation, which sends no headers and can't report a failure.
    call: async () => {
      await proveForDownload();
      return client.fetchQuery({ ...query, staleTime: 0 });
    },
    onAnswer: ({ data }) => {
      const isReady = data.some((one) => one.exportId === exportId && one.state === 'ready');
      if (isReady) downloadFrom(fileAddress(userId, exportId));
      else showToast(m.applications_exports_gone(), 'warning', toastLife.long);
    },
  });
  const retry = useAction({
    call: () => retryExport({ params: { exportId } }),
    successToast: ({ message }) => message,
    refresh,
    refreshAlways: true,
  });
  const remove = useAction({
    ask: () => state === 'failed' || state === 'expired' || confirmRemoving(exported),
    call: () => removeExport({ params: { exportId } }),
    successToast: ({ message }) => message,
    refresh,
    refreshAlways: true,
  });
  return (
    <div className={classes.actions}>
      {state === 'ready' && (
        <Button
          loading={download.busy}
          leftSection={<IconDownload size={18} aria-hidden />}
          aria-label={m.applications_exports_downloadNamed({ fileName })}
          onClick={() => void download.run()}
        >
          {m.common_download()}
        </Button>
      )}
      {state === 'failed' && (
        <Button loading={retry.busy} onClick={() => void retry.run()}>
          {m.common_retry()}
        </Button>
      )}
      <Button
        variant="default"
        loading={remove.busy}
        aria-label={
          state === 'preparing'
            ? m.applications_exports_cancelNamed({ fileName })
            : m.common_removeNamed({ name: fileName })
        }
        onClick={() => void remove.run()}
      >
        {state === 'preparing' ? m.common_cancel() : m.common_remove()}
      </Button>
    </div>
  );
}

const confirmRemoving = ({ state, fileName }: LargeExport): Promise<boolean> =>
  state === 'preparing'
    ? openDialog({
        title: m.applications_exports_stopTitle(),
        text: m.applications_exports_stopText({ fileName }),
        confirm: m.applications_exports_stop(),
        cancel: m.applications_exports_keepGoing(),
      })
    : openDialog({
        title: m.applications_exports_removeTitle(),
        text: m.applications_exports_removeText({ fileName }),
        confirm: m.common_remove(),
        cancel: m.common_cancel(),
      });
