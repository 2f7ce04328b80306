import * as m from '#messages';
import { useState } from 'react';
import {
  documentLimits,
  documentTypes,
  type DocumentProblem,
} from '@lintel/contract/applications/constants';
import type { HomeownerDocument, HomeownerRequest } from '@lintel/contract/applications/homeowner';
import type { ResultProps } from './results.tsx';
import {
  documentProblemText,
  customizeText,
  NextStep,
  Phones,
  Requests,
  Timeline,
} from './status.tsx';

const endings = Object.values(documentTypes).flat();
/**
 * Accepted files in the browser's file dialog: some browsers support only types, others only
 * extensions.
 */
export const acceptedFiles = [
  ...Object.keys(documentTypes),
  'image/heif',
  ...endings.map((ending) => `.${ending}`),
].join(',');

/** The problems that are visible before upload; the server also checks the content. */
function fileProblem({ name, size }: File): DocumentProblem | null {
  if (size === 0) return 'empty';
  if (size > documentLimits.bytes) return 'size';
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && endings.some((allowed) => allowed === ending) ? null : 'type';
}

/** The application's progress, and the homeowner's actions. */
export function Status({ data, used }: ResultProps) {
  const [tried, setTried] = useState<{ requestId: number; name: string } | null>(null);
  const { application } = used;
  if (application === null) return null;
  const send = (request: HomeownerRequest, file: File | undefined): void => {
    if (file === undefined) return;
    setTried({ requestId: request.id, name: file.name });
    const problem = fileProblem(file);
    if (problem === null) void used.upload(request.id, file);
    else used.refuse({ file: documentProblemText(problem) });
  };
  return (
    <>
      <NextStep company={data} application={application} />
      <Requests
        company={data}
        application={application}
        renderUpload={(request) => (
          <Upload
            request={request}
            busy={used.busy}
            sending={used.busy && tried?.requestId === request.id ? tried.name : null}
            error={tried?.requestId === request.id ? used.errors['file'] : undefined}
            onFile={(file) => send(request, file)}
          />
        )}
        renderRemove={(document) => (
          <Remove
            document={document}
            busy={used.busy}
            onRemove={() => void used.removeDocument(document.id)}
          />
        )}
      />
      <Timeline application={application} />
      <Phones company={data} application={application} />
    </>
  );
}

interface UploadProps {
  request: HomeownerRequest;
  busy: boolean;
  /** The name of the file being sent. */
  sending: string | null;
  error: string | undefined;
  onFile(file: File | undefined): void;
}

function Upload({ request, busy, sending, error, onFile }: UploadProps) {
  const id = `file-${request.id}`;
  return (
    <div className="upload">
      <label className="button second" htmlFor={id}>
        {request.documents.length > 0 ? m.document_another() : m.document_add()}
      </label>
      <input
        id={id}
        type="file"
        accept={acceptedFiles}
        disabled={busy}
        aria-label={m.document_add_label({ what: request.what })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `error-${id}` : 'document-help'}
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
      <div role="status">
        {sending !== null && (
          <p className="help">
            {m.document_sending({ name: sending })} <progress aria-hidden="true" />
          </p>
        )}
      </div>
      {error && (
        <p className="error" id={`error-${id}`} role="alert">
          {customizeText(error)}
        </p>
      )}
    </div>
  );
}

interface RemoveProps {
  document: HomeownerDocument;
  busy: boolean;
  onRemove(): void;
}

const Remove = ({ document, busy, onRemove }: RemoveProps) => (
  <button
    type="button"
    className="plain"
    disabled={busy}
    onClick={onRemove}
    aria-label={m.document_remove_label({ name: document.name })}
  >
    {m.document_remove()}
  </button>
);
