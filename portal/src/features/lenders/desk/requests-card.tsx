import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import * as m from '#messages';
import type {
  DeskApplication,
  DeskDocument,
  DeskRequest,
} from '@lintel/contract/lender-desk/applications';
import { basePath } from '../../../lib/api/send.ts';
import { downloadFrom } from '../../../lib/download.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { formatSize } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Card } from '../../../ui/card.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { RejectModal } from './action-modals.tsx';
import { deskKey, sendAction } from './requests.ts';
import classes from '../lenders.module.css';

const requestStates = {
  open: m.lenders_desk_request_open(),
  fulfilled: m.lenders_desk_request_fulfilled(),
  withdrawn: m.lenders_desk_request_withdrawn(),
};

/** What the lender requested from the homeowner, and the documents that arrived. */
export function RequestsCard({ application }: { application: DeskApplication }) {
  return (
    <Card title={m.lenders_desk_documents()} text={m.lenders_desk_documents_text()}>
      {application.requests.length === 0 && (
        <p className={classes.quiet}>{m.lenders_desk_documents_none()}</p>
      )}
      <ul className={classes.entries}>
        {application.requests.map((request) => (
          <li key={request.offer + request.reference}>
            <Request request={request} application={application} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface RequestProps {
  request: DeskRequest;
  application: DeskApplication;
}

function Request({ request, application }: RequestProps) {
  const { reference, seen, may } = application;
  const { state, what, until, offer } = request;
  const ending = useAction({
    call: (outcome: 'fulfilled' | 'withdrawn') =>
      sendAction({
        params: { reference },
        body: { type: 'end-request', seen, offer, request: request.reference, outcome },
      }),
    successToast: ({ message }) => message,
    refresh: [deskKey],
    refreshAlways: true,
  });
  const mayDecide = state === 'open' && request.reference !== '' && may.request.includes(offer);
  return (
    <>
      <Group gap="sm" justify="space-between">
        <h3 className={classes.label}>{what}</h3>
        <StatusBadge
          status={requestStates[state]}
          tone={state === 'open' ? 'blue' : state === 'fulfilled' ? 'green' : 'grey'}
        />
      </Group>
      {until !== null && (
        <p className={classes.quiet}>{m.lenders_desk_request_by({ at: formatMoment(until) })}</p>
      )}
      {request.documents.map((document) => (
        <Document
          key={document.reference}
          document={document}
          request={request}
          application={application}
          mayDecide={mayDecide}
        />
      ))}
      {mayDecide && (
        <Group gap="sm" mt="sm">
          <Button
            variant="default"
            size="xs"
            loading={ending.busyInput === 'fulfilled'}
            onClick={() => void ending.run('fulfilled')}
          >
            {m.lenders_desk_request_fulfill()}
          </Button>
          <Button
            variant="default"
            size="xs"
            loading={ending.busyInput === 'withdrawn'}
            onClick={() => void ending.run('withdrawn')}
          >
            {m.lenders_desk_request_withdraw()}
          </Button>
        </Group>
      )}
    </>
  );
}

const documentStates = {
  waiting: m.lenders_desk_document_new(),
  sending: m.lenders_desk_document_new(),
  sent: m.lenders_desk_document_new(),
  accepted: m.lenders_desk_document_accepted(),
  rejected: m.lenders_desk_document_rejected(),
};

function Document({
  document,
  request,
  application,
  mayDecide,
}: RequestProps & { document: DeskDocument; mayDecide: boolean }) {
  const [rejecting, setRejecting] = useState(false);
  const { reference, seen } = application;
  const about = {
    offer: request.offer,
    request: request.reference,
    document: document.reference,
  };
  const accepting = useAction({
    call: () =>
      sendAction({
        params: { reference },
        body: { type: 'decide-document', seen, ...about, isAccepted: true },
      }),
    successToast: ({ message }) => message,
    refresh: [deskKey],
    refreshAlways: true,
  });
  const address = `${basePath}/lender/applications/${reference}/documents/${document.reference}`;
  const isUndecided = document.state !== 'accepted' && document.state !== 'rejected';
  return (
    <div className={classes.document}>
      <span>
        {document.name} <span className={classes.quiet}>({formatSize(document.bytes)})</span>
        <br />
        <span className={classes.quiet}>
          {documentStates[document.state]}, {formatMoment(document.uploadedAt)}
          {document.reason !== '' && `: ${document.reason}`}
          {!document.mayDownload && isUndecided && `. ${m.lenders_desk_document_gone()}`}
        </span>
      </span>
      <Group gap="xs">
        {document.mayDownload && (
          <Button variant="default" size="xs" onClick={() => downloadFrom(address)}>
            {m.common_download()}
          </Button>
        )}
        {mayDecide && isUndecided && (
          <>
            <Button
              variant="default"
              size="xs"
              loading={accepting.busy}
              onClick={() => void accepting.run()}
            >
              {m.lenders_desk_document_accept()}
            </Button>
            <Button variant="default" size="xs" onClick={() => setRejecting(true)}>
              {m.lenders_desk_document_reject()}
            </Button>
          </>
        )}
      </Group>
      {rejecting && (
        <RejectModal application={application} about={about} onClose={() => setRejecting(false)} />
      )}
    </div>
  );
}
