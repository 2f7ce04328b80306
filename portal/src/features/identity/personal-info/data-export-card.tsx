import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import type {
  askForCompanyExport as askEndpoint,
  CompanyExport,
  openCompanyExport,
  readCompanyExport,
} from '@lintel/contract/company-data/export';
import { call } from '../../../lib/api/call.ts';
import { basePath } from '../../../lib/api/send.ts';
import { openDialog } from '../../../lib/dialog.ts';
import { formatDateTime, formatSize } from '../../../lib/format.ts';
import { saveFrom } from '../../../lib/save-file.ts';
import { useAction } from '../../../lib/use-action.ts';
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
const askForExport = call<typeof askEndpoint>({
  method: 'POST',
  path: '/contractor/{id}/data-export',
});

const openExport = call<typeof openCompanyExport>({
  method: 'POST',
  path: '/contractor/{id}/data-export/open',
});

/** While an export is prepared, how often it is asked whether it is ready, in milliseconds. */
const refreshEvery = 5000;

export const dataExportQuery = (id: number) =>
  queryOptions({
    queryKey: ['data-export', id],
    queryFn: ({ signal }) => getExport({ params: { id } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.data?.state === 'preparing' ? refreshEvery : false,
  });

/** Everything that is kept of the company as one file, for its owner. */
export function DataExportCard({ contractorId }: { contractorId: number }) {
  const found = useQuery(dataExportQuery(contractorId));
  return (
    <div className={classes.wide}>
      <Card
        title="Your Data"
        text="Take everything we keep of your company with you: applications, commissions, payments, payouts, your team, settings and documents, as tables (CSV) and PDFs in one ZIP file."
      >
        {found.isError ? (
          <ErrorState
            text="Your export could not be loaded."
            onRetry={() => void found.refetch()}
          />
        ) : found.data === undefined ? (
          <SkeletonRows columns={2} rows={1} />
        ) : (
          <Standing contractorId={contractorId} made={found.data.data} />
        )}
      </Card>
    </div>
  );
}

const customersNote = 'It holds personal data of your customers. Keep the file safe.';

function Standing({ contractorId, made }: { contractorId: number; made: CompanyExport | null }) {
  if (made?.state === 'ready') return <Ready contractorId={contractorId} made={made} />;
  if (made?.state === 'preparing')
    return (
      <div className={classes.row}>
        <div className={classes.words} role="status">
          <StatusBadge status="Being prepared" tone="blue" />
          <p>
            You asked for it on {formatDateTime(made.askedAt)}. We e-mail you when it is ready; you
            can leave this page.
          </p>
        </div>
      </div>
    );
  if (made?.state === 'failed')
    return (
      <div className={classes.row}>
        <div className={classes.words} role="alert">
          <StatusBadge status="Not made" tone="red" />
          <p>Something went wrong while we prepared your export. Please try again.</p>
        </div>
        <AskButton contractorId={contractorId} label="Try again" />
      </div>
    );
  return (
    <div className={classes.row}>
      <p className={classes.words}>
        {made === null
          ? 'We prepare the file and e-mail you when it can be downloaded. '
          : 'Your last export was removed after 7 days. '}
        {customersNote}
      </p>
      <AskButton contractorId={contractorId} label="Export my data" />
    </div>
  );
}

function Ready({ contractorId, made }: { contractorId: number; made: CompanyExport }) {
  const client = useQueryClient();
  const download = useAction({
    // The download itself is a navigation, which can neither ask who it is nor tell a failure.
    call: () => openExport({ params: { id: contractorId } }),
    onAnswer: ({ data }) => {
      client.setQueryData(dataExportQuery(contractorId).queryKey, { data });
      if (data?.state === 'ready')
        saveFrom(`${basePath}/contractor/${contractorId}/data-export/file`, '');
    },
  });
  return (
    <div className={classes.row}>
      <div className={classes.words} role="status">
        <StatusBadge status="Ready" tone="green" />
        <p>
          {formatSize(made.bytes ?? 0)}, as of {formatDateTime(made.askedAt)}.
          {made.expiresAt !== null &&
            ` You can download it until ${formatDateTime(made.expiresAt)}.`}{' '}
          {customersNote}
        </p>
      </div>
      <div className={classes.actions}>
        <Button
          loading={download.busy}
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void download.run()}
        >
          Download
        </Button>
        <AskButton contractorId={contractorId} label="Make a new one" replaces />
      </div>
    </div>
  );
}

function AskButton({
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
    call: () => askForExport({ params: { id: contractorId } }),
    said: ({ message }) => message,
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
    title: 'Make a new export?',
    text: 'The one that is ready can no longer be downloaded then.',
    confirm: 'Make a new one',
    cancel: 'Cancel',
  });
