import * as m from '#messages';
import type {
  HomeownerDocument,
  HomeownerOffer,
  HomeownerRequest,
} from '@lintel/contract/applications/homeowner';
import type { ApplicationView } from '@lintel/contract/applications/page';
import { kindName } from './offer-cards.tsx';
import { documentProblemText } from './status.tsx';
import { acceptedFiles } from './upload.tsx';

// Forms of an application's page that work without scripts.

interface UploadFormProps {
  request: HomeownerRequest;
  problem: Extract<ApplicationView, { step: 'status' }>['problem'];
  at: string;
}

export function UploadForm({ request, problem, at }: UploadFormProps) {
  const [id, error] = [`file-${request.id}`, `error-${request.id}`];
  const isRefused = problem?.requestId === request.id;
  return (
    <form
      method="post"
      action={`${at}/requests/${request.id}`}
      encType="multipart/form-data"
      className="upload open"
    >
      <label htmlFor={id}>{m.document_add_label({ what: request.what })}</label>
      <input
        id={id}
        type="file"
        name="file"
        accept={acceptedFiles}
        aria-describedby={isRefused ? error : 'document-help'}
      />
      {isRefused && (
        <p className="error" id={error} role="alert">
          {documentProblemText(problem.problem)}
        </p>
      )}
      <p className="actions">
        <button className="button second">{m.document_send()}</button>
      </p>
    </form>
  );
}

export const RemoveForm = ({ document, at }: { document: HomeownerDocument; at: string }) => (
  <form method="post" action={at}>
    <input type="hidden" name="do" value="remove" />
    <input type="hidden" name="document" value={document.id} />
    <button className="plain" aria-label={m.document_remove_label({ name: document.name })}>
      {m.document_remove()}
    </button>
  </form>
);

export function ChooseForm({
  offer,
  instead,
  at,
}: {
  offer: HomeownerOffer;
  instead: boolean;
  at: string;
}) {
  const named = { lender: offer.lenderName, kind: kindName(offer) };
  return (
    <form method="post" action={at}>
      <input type="hidden" name="do" value="choose" />
      <input type="hidden" name="offer" value={offer.id} />
      <button
        className="button second"
        aria-label={instead ? m.offer_choose_instead_label(named) : m.offer_choose_label(named)}
      >
        {instead ? m.offer_choose_instead() : m.offer_choose()}
      </button>
    </form>
  );
}
