import * as m from '#messages';
import type { ReactNode } from 'react';
import type { Brand } from '@lintel/contract/brand';
import { amountRange } from '@lintel/contract/applications/constants';
import { phoneText } from '@lintel/contract/core/field-rules';
import { documentTextLimits, taxRatePlaces } from '@lintel/contract/documents/constants';
import { canBeFinanced } from '@lintel/contract/documents/lifecycle';
import {
  signatureWords,
  type CustomerDocument,
  type DocumentView,
} from '@lintel/contract/documents/page';
import { formatHundredths, shortDecimal } from '@lintel/contract/core/numbers';
import { itemTotal } from '@lintel/contract/documents/quick/maths';
import { exactPayment, example, examplePayment } from '@lintel/contract/marketing/payment-example';
import type { PublicPage } from '@lintel/contract/pages/page';
import { dayText, momentText } from './day.ts';
import { language } from './language.ts';
import { dollarsAndCents, wholeDollars } from './money.ts';
import { CompanyHeader, PageFooter, ProviderFooter, ProviderHeader } from './sections/frame.tsx';

interface Props {
  /** The page whose financing is offered; null for none. */
  page: PublicPage | null;
  brand: Brand;
  view: DocumentView;
}

type DocumentStep = Extract<DocumentView, { step: 'document' }>;

/**
 * An estimate or an invoice for its customer, to read, answer, finance, and save. It works without
 * scripts: forms submit to the page's own URL.
 */
export function CustomerDocumentPage({ page, brand, view }: Props) {
  return (
    <>
      {view.step === 'document' ? (
        <CompanyHeader page={pageHead(view.document)} framed={false} />
      ) : (
        <ProviderHeader brand={brand} />
      )}
      <main className="wrap narrow apply-alone document">
        {view.step === 'document' ? (
          <DocumentDetail page={page} view={view} />
        ) : (
          <>
            <h1>{documentTitle(view)}</h1>
            <div className="card said">
              <p>{view.step === 'busy' ? m.plain_busy_text() : m.document_invalid_text()}</p>
            </div>
          </>
        )}
      </main>
      {page === null ? <ProviderFooter brand={brand} /> : <PageFooter page={page} brand={brand} />}
    </>
  );
}

const pageHead = ({ company }: CustomerDocument) => ({
  companyName: company.name,
  phone: company.phone,
  logoUrl: company.logoUrl,
  logoLinkUrl: '',
});

const names = {
  estimate: (number: string) => m.document_estimate({ number }),
  invoice: (number: string) => m.document_invoice({ number }),
};
const documentName = ({ kind, number }: CustomerDocument): string => names[kind](String(number));

export function documentTitle(view: DocumentView): string {
  if (view.step === 'document') return documentName(view.document);
  return view.step === 'busy' ? m.plain_busy() : m.link_invalid();
}

const formatCents = (amount: number): string => dollarsAndCents(amount / 100);
/** The unpaid amount; for an estimate, the total. */
const amountDue = ({ sums, paidCents }: CustomerDocument): number => sums.total - paidCents;

function DocumentDetail({ page, view }: { page: PublicPage | null; view: DocumentStep }) {
  const { document, notice } = view;
  const { content, company } = document;
  return (
    <>
      {notice !== null && (
        <p className="notice wanted" role="alert">
          {notice === 'revised' ? m.document_revised() : m.document_closed()}
        </p>
      )}
      <h1>{documentName(document)}</h1>
      <p className="note">
        {m.document_for({ name: content.customer.name })}
        {content.projectName !== '' && <>, {content.projectName}</>}
      </p>
      <Amount document={document} />
      <State document={document} />
      {document.invoice !== null && <LinkedInvoice invoice={document.invoice} />}
      {document.pageName !== null && mayFinance(document) && <Financing document={document} />}
      <Items document={document} />
      <Paragraphs title={m.document_notes()} text={content.notes} />
      <Paragraphs title={m.document_terms()} text={content.terms} />
      <Answer view={view} />
      <p className="actions">
        <a className="button second" href={document.pdf}>
          {m.document_download()}
        </a>
        <button id="print" type="button" className="button second" hidden>
          {m.document_print()}
        </button>
      </p>
      <p className="note">
        {company.phone === ''
          ? m.document_questions({ company: company.name })
          : m.document_questions_call({ company: company.name, phone: phoneText(company.phone) })}
      </p>
      {page !== null && (
        <p className="note back">
          <a href={`/p/${page.pageName}`}>{m.privacy_back({ company: page.companyName })}</a>
        </p>
      )}
    </>
  );
}

/** The unpaid deposit due on an estimate's acceptance. */
const depositDue = ({ kind, status, sums, paidCents }: CustomerDocument): number =>
  kind === 'estimate' && status !== 'invoiced' && status !== 'void' && status !== 'declined'
    ? Math.max(0, sums.deposit - paidCents)
    : 0;

/** Links an estimate's payments to the invoice it became. */
function LinkedInvoice({ invoice }: { invoice: NonNullable<CustomerDocument['invoice']> }) {
  const { number, url, totalCents, paidCents } = invoice;
  return (
    <p className="notice good">
      {number === null
        ? m.document_invoice_coming()
        : m.document_invoiced({ number: String(number) })}{' '}
      {m.document_invoice_paid({
        paid: formatCents(paidCents),
        owed: formatCents(totalCents - paidCents),
      })}{' '}
      {url !== null && <a href={url}>{m.document_see_invoice()}</a>}
    </p>
  );
}

function Amount({ document }: { document: CustomerDocument }) {
  const { kind, content, company, paidCents, revision } = document;
  const owed = amountDue(document);
  const facts: [string, string][] = [];
  if (content.issuedOn !== '') facts.push([m.document_date(), dayText(content.issuedOn)]);
  if (kind === 'invoice' && content.dueOn !== '')
    facts.push([m.document_due(), dayText(content.dueOn)]);
  if (kind === 'estimate' && content.validUntil !== '')
    facts.push([m.document_valid(), dayText(content.validUntil)]);
  const deposit = depositDue(document);
  if (deposit > 0) facts.push([m.document_deposit(), formatCents(deposit)]);
  if (paidCents > 0) facts.push([m.document_paid(), formatCents(paidCents)]);
  if (content.poNumber !== '') facts.push([m.document_po(), content.poNumber]);
  if (revision > 1) facts.push([m.document_revision(), String(revision)]);
  return (
    <div className="card amount">
      <p className="sum">
        <span>{paidCents > 0 ? m.document_owed() : m.document_total()}</span>
        <strong>{formatCents(owed)}</strong>
      </p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {deposit > 0 && (
        <p className="note">
          {company.phone === ''
            ? m.document_deposit_how({ company: company.name })
            : m.document_deposit_call({ company: company.name, phone: phoneText(company.phone) })}
        </p>
      )}
      {mayAnswer(document) && (
        <p className="actions">
          <a className="button" href="#accept">
            {m.document_accept_title()}
          </a>
        </p>
      )}
    </div>
  );
}

/** The document's state, beyond being sent. */
function State({ document }: { document: CustomerDocument }) {
  const words = stateTexts(document);
  if (words === null) return null;
  const isGood = document.signature !== null || document.status === 'paid';
  return (
    <p className={isGood ? 'notice good' : 'notice'} role="status">
      {words}
    </p>
  );
}

function stateTexts({
  status,
  signature,
  company,
  isExpired,
  isOverdue,
  content,
}: CustomerDocument): string | null {
  if (status === 'void') return m.document_void({ company: company.name });
  if (status === 'paid') return m.document_paid_all();
  if (signature !== null)
    return m.document_signed({ name: signature.name, at: momentText(signature.at) });
  if (status === 'declined') return m.document_declined({ company: company.name });
  if (isExpired)
    return m.document_expired({ day: dayText(content.validUntil), company: company.name });
  if (isOverdue) return m.document_overdue({ day: dayText(content.dueOn) });
  return null;
}

const mayAnswer = ({ kind, status, isExpired }: CustomerDocument): boolean =>
  kind === 'estimate' && (status === 'sent' || status === 'viewed') && !isExpired;

function Answer({ view: { document, typed, errors } }: { view: DocumentStep }) {
  if (!mayAnswer(document)) return null;
  const { company, number, revision } = document;
  const words = signatureWords[language()]({ company: company.name, number, revision });
  return (
    <>
      <form
        id="accept"
        method="post"
        className="card answer"
        aria-label={m.document_accept_form()}
        noValidate
      >
        <h2>{m.document_accept_title()}</h2>
        <input type="hidden" name="do" value="accept" />
        <input type="hidden" name="revision" value={revision} />
        <div className="field">
          <label htmlFor="name">{m.document_name()}</label>
          <input
            id="name"
            name="name"
            autoComplete="name"
            maxLength={documentTextLimits.signature}
            defaultValue={typed.name}
            aria-invalid={errors.name === undefined ? undefined : true}
            aria-describedby="name-help"
          />
          <p id="name-help" className={errors.name === undefined ? 'help' : 'error'}>
            {errors.name === undefined
              ? m.document_name_help()
              : errors.name === 'letters'
                ? m.document_name_letters()
                : m.form_required()}
          </p>
        </div>
        <div className="consent field">
          <label>
            <input type="checkbox" name="agreed" aria-invalid={errors.agreed && true} />
            <span>{words}</span>
          </label>
          {errors.agreed !== undefined && (
            <p className="error" role="alert">
              {m.document_tick()}
            </p>
          )}
        </div>
        <p className="actions">
          <button className="button">{m.document_accept()}</button>
        </p>
      </form>
      <details className="decline">
        <summary>{m.document_decline_title()}</summary>
        <form method="post" aria-label={m.document_decline_title()}>
          <input type="hidden" name="do" value="decline" />
          <input type="hidden" name="revision" value={revision} />
          <div className="field">
            <label htmlFor="reason">{m.document_reason({ company: company.name })}</label>
            <input
              id="reason"
              name="reason"
              maxLength={documentTextLimits.reason}
              defaultValue={typed.reason}
            />
          </div>
          <p className="actions">
            <button className="button second">{m.document_decline()}</button>
          </p>
        </form>
      </details>
    </>
  );
}

/** Whether the owed amount can be applied for, and the document is still open. */
function mayFinance(document: CustomerDocument): boolean {
  const dollars = amountDue(document) / 100;
  return canBeFinanced(document.status) && dollars >= amountRange.min && dollars <= amountRange.max;
}

/**
 * Stating a payment requires stating the rate, the number of payments, and the total of payments
 * (Reg Z, 12 CFR 1026.24(d)).
 */
function Financing({ document }: { document: CustomerDocument }) {
  const amount = amountDue(document) / 100;
  const terms = m.document_financing_terms({
    amount: dollarsAndCents(amount),
    apr: String(example.apr),
    months: String(example.months),
    payment: dollarsAndCents(exactPayment(amount)),
    total: dollarsAndCents(exactPayment(amount) * example.months),
  });
  return (
    <form method="post" className="card financing" aria-label={m.document_financing_title()}>
      <input type="hidden" name="do" value="apply" />
      <input type="hidden" name="revision" value={document.revision} />
      <h2>{m.document_financing_title()}</h2>
      <p className="lead">
        {m.document_financing({ payment: wholeDollars(examplePayment(amount)) })}
      </p>
      <p className="actions">
        <button className="button">{m.document_apply()}</button>
      </p>
      <p className="note">{terms}</p>
    </form>
  );
}

function Items({ document: { content, sums, paidCents } }: { document: CustomerDocument }) {
  const rows: [string, string][] = [[m.document_subtotal(), formatCents(sums.subtotal)]];
  if (sums.discount > 0) rows.push([m.document_discount(), formatCents(-sums.discount)]);
  if (content.taxRate > 0)
    rows.push([
      m.document_tax({ rate: shortDecimal(content.taxRate, taxRatePlaces) }),
      formatCents(sums.tax),
    ]);
  rows.push([m.document_total(), formatCents(sums.total)]);
  if (paidCents !== 0)
    rows.push(
      [m.document_paid(), formatCents(-paidCents)],
      [m.document_owed(), formatCents(sums.total - paidCents)],
    );
  return (
    <table className="listing items">
      <caption>{m.document_items()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.document_item()}</th>
          <th scope="col">{m.document_quantity()}</th>
          <th scope="col">{m.document_price()}</th>
          <th scope="col">{m.document_amount()}</th>
        </tr>
      </thead>
      <tbody>
        {content.items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- items have no other key and never move
          <tr key={index}>
            <th scope="row">
              {item.description}
              {item.details !== '' && <span className="details">{item.details}</span>}
            </th>
            <td data-name={m.document_quantity()}>{formatHundredths(item.quantity)}</td>
            <td data-name={m.document_price()}>{formatCents(item.unitPrice)}</td>
            <td data-name={m.document_amount()}>{formatCents(itemTotal(item))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row" colSpan={3}>
              {name}
            </th>
            <td>{value}</td>
          </tr>
        ))}
      </tfoot>
    </table>
  );
}

function Paragraphs({ title, text }: { title: string; text: string }): ReactNode {
  if (text === '') return null;
  return (
    <section className="words" aria-label={title}>
      <h2>{title}</h2>
      <p>{text}</p>
    </section>
  );
}
