import * as m from '#messages';
import type { ReactNode } from 'react';
import type {
  HomeownerApplication,
  HomeownerDocument,
  HomeownerOffer,
  HomeownerRequest,
} from '@lintel/contract/applications/homeowner';
import { documentProblems, type DocumentProblem } from '@lintel/contract/applications/constants';
import { keysOf } from '@lintel/contract/core/map-values';
import { language, locale } from '../language.ts';
import { CallLink } from './results.tsx';
import { formatDay, formatMoment, type WithTimeZone } from './times.ts';

// An application's status: rendered by the form's script, and by the server for pages without
// scripts. Each adds its own buttons.

/** The contractor of the project. */
export interface Company {
  companyName: string;
  /** Ten digits, or empty. */
  phone: string;
}

export const chosenOffer = ({ offers }: HomeownerApplication): HomeownerOffer | undefined =>
  offers.find(({ chosen }) => chosen);

interface NextProps {
  company: Company;
  application: HomeownerApplication;
}

/** The current step and who acts on it. Screen readers announce changes. */
export function NextStep({ company, application }: NextProps) {
  const { step, actor } = application.next;
  const lender = chosenOffer(application)?.lenderName ?? '';
  const names = { lender, company: company.companyName };
  const waits = step === 'inform' || step === 'expired';
  const lenderName =
    step === 'startWork' || actor === 'homeowner' || waits
      ? m.status_turn_you()
      : actor === 'lender' && lender !== ''
        ? m.status_turn_other({ who: lender })
        : null;
  return (
    <div className={waits ? 'notice wanted' : 'notice'} id="standing" role="status" tabIndex={-1}>
      {lenderName !== null && <p className="turn">{lenderName}</p>}
      {waits ? (
        <RequestedInformation application={application} lender={lender} />
      ) : (
        <p>{statusTexts(application, names)}</p>
      )}
      <Continue application={application} />
    </div>
  );
}

interface Names {
  lender: string;
  company: string;
}

function decisionText(application: HomeownerApplication, names: Names): string {
  const chosen = chosenOffer(application);
  if (chosen?.applyUrl) return m.status_continue(names);
  return chosen?.conditionallyApproved ? m.status_conditional(names) : m.status_decide(names);
}

/** Opens the lender's own form, where the homeowner completes the application. */
function Continue({ application }: { application: HomeownerApplication }) {
  const chosen = chosenOffer(application);
  if (!chosen?.applyUrl || chosen.approved) return null;
  return (
    <p>
      <a className="button" href={chosen.applyUrl} target="_blank" rel="noopener noreferrer">
        {m.status_continue_button({ lender: chosen.lenderName })}
      </a>{' '}
      <small>{m.status_new_tab()}</small>
    </p>
  );
}

function statusTexts(application: HomeownerApplication, names: Names): string {
  const { next, times } = application;
  const { step } = next;
  switch (step) {
    case 'funded':
      return m.status_funded(names);
    case 'startWork':
      return m.status_approved(names);
    case 'decide':
      return decisionText(application, names);
    case 'withdrawn':
      if (application.offers.some(({ reversed }) => reversed)) return m.status_reversed();
      return times.withdrawn === null ? m.offer_all_gone() : m.status_withdrawn();
    case 'noOffers':
      return m.status_none(names);
    case 'search':
    case 'fillIn':
      return m.status_search();
    case 'choose':
    case 'inform':
    case 'expired':
      return m.offer_lead();
  }
}

function RequestedInformation({
  application,
  lender,
}: {
  application: HomeownerApplication;
  lender: string;
}) {
  const { information, requests } = application;
  const lenderPhone = chosenOffer(application)?.lenderPhone ?? '';
  const until = information?.until ?? null;
  const isPast = application.next.step === 'expired';
  return (
    <>
      <p>
        <strong>{m.status_wanted({ lender })}</strong>
      </p>
      {requests.length > 0 ? (
        <p>{m.status_wanted_text()}</p>
      ) : (
        <>
          <p>{information?.what || m.status_wanted_untold()}</p>
          {information?.how && <p>{information.how}</p>}
        </>
      )}
      {until !== null && (
        <p>
          {(isPast ? m.status_expired : m.status_until)({ day: formatDay(until, application) })}
        </p>
      )}
      {lenderPhone !== '' && (
        <p>
          {m.status_wanted_call({ lender })} <CallLink phone={lenderPhone} />
        </p>
      )}
    </>
  );
}

interface RequestsProps {
  company: Company;
  application: HomeownerApplication;
  /** Renders the upload for an open request. */
  renderUpload(request: HomeownerRequest): ReactNode;
  /** Renders the button that removes a document before it is sent. */
  renderRemove(document: HomeownerDocument): ReactNode;
}

/** The lender's requests and their progress. */
export function Requests({ company, application, renderUpload, renderRemove }: RequestsProps) {
  const lender = chosenOffer(application)?.lenderName ?? '';
  const shown = application.requests.filter(
    ({ state, documents }) => state !== 'withdrawn' || documents.length > 0,
  );
  if (shown.length === 0) return null;
  const takesFiles = shown.some(({ kind, state }) => kind === 'document' && state === 'open');
  return (
    <section className="requests" aria-labelledby="requests-title">
      <h4 id="requests-title">{m.document_title({ lender })}</h4>
      {takesFiles && (
        <p className="help" id="document-help">
          {m.document_help({ company: company.companyName })}
        </p>
      )}
      <ul>
        {shown.map((request) => (
          <li key={request.id} className={request.state}>
            <p className="what">{request.what || m.status_wanted_untold()}</p>
            {request.state === 'open' && (
              <>
                {request.how !== '' && <p>{request.how}</p>}
                {request.until !== null && (
                  <p>{m.document_by({ day: formatDay(request.until, application) })}</p>
                )}
              </>
            )}
            {request.state === 'fulfilled' && <p className="mark">{m.document_done({ lender })}</p>}
            <Documents
              documents={request.documents}
              zoned={application}
              renderRemove={renderRemove}
            />
            {request.kind === 'document' && request.state === 'open' && renderUpload(request)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const documentStateTexts: Record<HomeownerDocument['state'], () => string> = {
  waiting: m.document_state_waiting,
  sending: m.document_state_sending,
  sent: m.document_state_sent,
  accepted: m.document_state_accepted,
  rejected: m.document_state_rejected,
};

const sizeText = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(bytes / 1_000_000)} MB`;

interface DocumentsProps extends Pick<RequestsProps, 'renderRemove'> {
  documents: readonly HomeownerDocument[];
  zoned: WithTimeZone;
}

function Documents({ documents, zoned, renderRemove }: DocumentsProps) {
  if (documents.length === 0) return null;
  return (
    <ul className="files" aria-label={m.document_list()}>
      {documents.map((document) => (
        <li key={document.id} className={document.state}>
          <p>
            <strong>{document.name}</strong>{' '}
            <small>
              {sizeText(document.bytes)}, {formatMoment(document.uploadedAt, zoned)}
            </small>
          </p>
          <p className={document.state === 'rejected' ? 'error' : 'help'}>
            {documentStateTexts[document.state]()}
            {document.reason !== '' && `: ${document.reason}`}
          </p>
          {document.state === 'waiting' && renderRemove(document)}
        </li>
      ))}
    </ul>
  );
}

/** From sent to funded, with times. */
export function Timeline({ application }: { application: HomeownerApplication }) {
  const { times, next, offers } = application;
  const all: [string, string | null][] = [
    [m.status_step_sent(), times.sent],
    [offers.length > 0 ? m.status_step_answered() : m.status_step_none(), times.answered],
    [m.status_step_chosen(), times.chosen],
    [m.status_step_approved(), times.approved],
    [m.status_step_funded(), times.funded],
  ];
  const isOver = next.actor === 'nobody' && next.step !== 'expired';
  // An ended application has no upcoming steps.
  const shown = isOver ? all.filter(([, time]) => time !== null) : all;
  if (times.withdrawn !== null) shown.push([m.status_step_withdrawn(), times.withdrawn]);
  const current = isOver ? -1 : shown.findIndex(([, time]) => time === null);
  return (
    <section aria-labelledby="timeline-title">
      <h4 id="timeline-title">{m.status_timeline()}</h4>
      <ol className="timeline">
        {shown.map(([title, time], index) => (
          <li
            key={title}
            className={time !== null ? 'done' : index === current ? 'now' : 'later'}
            aria-current={index === current ? 'step' : undefined}
          >
            <strong>{title}</strong>{' '}
            <small>
              {time !== null ? (
                <time dateTime={time}>{formatMoment(time, application)}</time>
              ) : index === current ? (
                m.status_step_now()
              ) : (
                m.status_step_later()
              )}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Phone numbers the homeowner can call. */
export function Phones({ company, application }: NextProps) {
  const chosen = chosenOffer(application);
  const phones = [
    { name: chosen?.lenderName ?? '', phone: chosen?.lenderPhone ?? '' },
    { name: company.companyName, phone: company.phone },
  ].filter(({ phone }) => phone !== '');
  if (phones.length === 0) return null;
  return (
    <section aria-labelledby="phones-title">
      <h4 id="phones-title">{m.status_call()}</h4>
      <ul className="phones">
        {phones.map(({ name, phone }) => (
          <li key={name}>
            {name}: <CallLink phone={phone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const problemTexts: Record<DocumentProblem, () => string> = {
  missing: m.document_problem_missing,
  empty: m.document_problem_empty,
  size: m.document_problem_size,
  type: m.document_problem_type,
  mismatch: m.document_problem_mismatch,
  count: m.document_problem_count,
  broken: m.document_problem_broken,
  password: m.document_problem_password,
  script: m.document_problem_script,
  form: m.document_problem_form,
  attachment: m.document_problem_attachment,
  action: m.document_problem_action,
  media: m.document_problem_media,
  damaged: m.document_problem_damaged,
  heavy: m.document_problem_heavy,
};

export const documentProblemText = (problem: DocumentProblem): string => problemTexts[problem]();

/** Translates the server's English messages about a file into the page's language. */
export function customizeText(text: string): string {
  const problem = keysOf(documentProblems).find((one) => documentProblems[one] === text);
  return problem === undefined || language() === 'en' ? text : documentProblemText(problem);
}
