import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import * as m from '#messages';
import type {
  askForCompanyExport as requestEndpoint,
  CompanyExport,
  openCompanyExport,
  readCompanyExport,
} from '@lintel/contract/company-data/export';
import { call } from '../../../lib/api/call.ts';
import { basePath } from '../../../lib/api/send.ts';
import { openDialog } from '../../../lib/dialog.ts';
import { formatDateTime, formatSize } from '../../../lib/format.ts';
import { downloadFrom } from '../../../lib/download.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useNear } from '../../../lib/use-near.ts';
import { Card } from '../../../ui/card.tsx';
import { IconDownload } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import classes from './data-export-card.module.css';

const getExport = call<typeof readCompanyExport>({
  method: 'GET',
  path: '/contractor/{id}/data-export',
});
const requestExport = call<typeof requestEndpoint>({
  method: 'POST',
  path: '/contractor/{id}/data-export',
});

const openExport = call<typeof openCompanyExport>({
  method: 'POST',
  path: '/contractor/{id}/data-export/open',
});

/** Polling interval while an export is prepared, in milliseconds. */
const refreshEvery = 5000;

const dataExportQuery = (id: number) =>
  queryOptions({
    queryKey: ['data-export', id],
    queryFn: ({ signal }) => getExport({ params: { id } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.data?.state === 'preparing' ? refreshEvery : false,
  });

/** All of the company's data as one file, for its owner. */
export function DataExportCard({ contractorId }: { contractorId: number }) {
  const { ref, near } = useNear<HTMLDivElement>();
  const found = useQuery({ ...dataExportQuery(contractorId), enabled: near });
  return (
    <div ref={ref} className={classes.wide}>
      <Card title={m.identity_export_title()} text={m.identity_export_contents()}>
        {found.isError ? (
          <ErrorState text={m.identity_export_loadFailed()} onRetry={() => void found.refetch()} />
        ) : found.data === undefined ? (
          <SkeletonRows columns={2} rows={1} />
        ) : (
          <ExportStatus contractorId={contractorId} exported={found.data.data} />
        )}
      </Card>
    </div>
  );
}

const customersNote = m.identity_export_personalData();

function ExportStatus({
  contractorId,
  exported,
}: {
  contractorId: number;
  exported: CompanyExport | null;
}) {
  if (exported?.state === 'ready') return <Ready contractorId={contractorId} exported={exported} />;
  if (exported?.state === 'preparing')
    return (
      <div className={classes.row}>
        <div className={classes.words} role="status">
          <StatusBadge status={m.identity_export_preparing()} tone="blue" />
          <p>{m.identity_export_requestedOn({ askedAt: formatDateTime(exported.askedAt) })}</p>
        </div>
      </div>
    );
  if (exported?.state === 'failed')
    return (
      <div className={classes.row}>
        <div className={classes.words} role="alert">
          <StatusBadge status={m.common_exportFailed()} tone="red" />
          <p>{m.identity_export_failedText()}</p>
        </div>
        <RequestButton contractorId={contractorId} label={m.common_retry()} />
      </div>
    );
  return (
    <div className={classes.row}>
      <p className={classes.words}>
        {exported === null ? `${m.identity_export_help()} ` : `${m.identity_export_removed()} `}
        {customersNote}
      </p>
      <RequestButton contractorId={contractorId} label={m.identity_export_create()} />
    </div>
  );
}

function Ready({ contractorId, exported }: { contractorId: number; exported: CompanyExport }) {
  const client = useQueryClient();
  const download = useAction({
    // The download is a navigation, which sends no headers and can't report a failure.
    call: () => openExport({ params: { id: contractorId } }),
    onAnswer: ({ data }) => {
      client.setQueryData(dataExportQuery(contractorId).queryKey, { data });
      if (data?.state === 'ready')
        downloadFrom(`${basePath}/contractor/${contractorId}/data-export/file`);
    },
  });
  return (
    <div className={classes.row}>
      <div className={classes.words} role="status">
        <StatusBadge status={m.common_ready()} tone="green" />
        <p>
          {m.identity_export_facts({
            size: formatSize(exported.bytes ?? 0),
            askedAt: formatDateTime(exported.askedAt),
          })}
          {exported.expiresAt !== null &&
            ` ${m.identity_export_until({ expiresAt: formatDateTime(exported.expiresAt) })}`}{' '}
          {customersNote}
        </p>
      </div>
      <div className={classes.actions}>
        <Button
          loading={download.busy}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void download.run()}
        >
          {m.common_download()}
        </Button>
        <RequestButton contractorId={contractorId} label={m.identity_export_renew()} replaces />
      </div>
    </div>
  );
}

function RequestButton({
  contractorId,
  label,
  replaces = false,
}: {
  contractorId: number;
  label: string;
  replaces?: boolean;
}) {
  const client = useQueryClient();
  const ask = useAction({
    ask: () => !replaces || confirmReplacing(),
    call: () => requestExport({ params: { id: contractorId } }),
    successToast: ({ message }) => message,
    onAnswer: ({ data }) => client.setQueryData(dataExportQuery(contractorId).queryKey, { data }),
    refresh: [['account-activity', contractorId]],
  });
  return (
    <Button
      variant={replaces ? 'default' : 'filled'}
      loading={ask.busy}
      onClick={() => void ask.run()}
    >
      {label}
    </Button>
  );
}

const confirmReplacing = (): Promise<boolean> =>
  openDialog({
    title: m.identity_export_renewTitle(),
    text: m.identity_export_renewText(),
    confirm: m.identity_export_renew(),
    cancel: m.common_cancel(),
  });
