import { useId, useRef, type FormEvent } from 'react';
import { TextInput, Input, SegmentedControl, Textarea, Alert, Button } from '@mantine/core';
import * as m from '#messages';
import {
  invoiceTextLimits as limits,
  docTypes,
  type DocType,
} from '@lintel/contract/documents/quick/constants';
import { may, useSession } from '../../../lib/session.ts';
import { Card } from '../../../ui/card.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Link } from '../../../ui/link.tsx';
import { newDocumentSearch, writingDocuments } from '../index.ts';
import { ItemRows } from './item-rows.tsx';
import { LinkCard } from './link-card.tsx';
import { moneyLook, NumberField, percentLook } from '../../../ui/number-field.tsx';
import { TotalsCard } from './totals-card.tsx';
import { useDownload } from './use-download.ts';
import { fieldProps, type Invoice, useInvoice } from './use-invoice.ts';
import classes from './invoices.module.css';

const fields = [
  { name: 'fullName', label: m.documents_quick_fullName(), required: true },
  { name: 'company', label: m.common_company() },
  { name: 'address', label: m.common_address() },
  { name: 'projectName', label: m.documents_projectName() },
] as const;

/** The customer and the project. */
function CustomerFields({ invoice }: { invoice: Invoice }) {
  return (
    <Card title={m.common_customer()}>
      <div className={classes.fields}>
        {fields.map(({ name, label, ...more }) => (
          <TextInput
            key={name}
            {...fieldProps(invoice, name)}
            onChange={({ currentTarget }) => invoice.set(name, currentTarget.value)}
            label={label}
            required={'required' in more}
            maxLength={limits[name]}
            autoComplete="off"
          />
        ))}
      </div>
    </Card>
  );
}

/** The document's type, number, dates, and the contractor's license. */
function DocumentFields({ invoice }: { invoice: Invoice }) {
  const { draft, set } = invoice;
  return (
    <Card title={m.common_document()}>
      <div className={classes.fields}>
        <Input.Wrapper label={m.common_type()} labelElement="div" className={classes.wide}>
          <SegmentedControl
            aria-label={m.common_type()}
            className={classes.types}
            data={[...docTypes]}
            value={draft.docType}
            onChange={invoice.setType}
          />
        </Input.Wrapper>
        <TextInput
          {...fieldProps(invoice, 'numberPrice')}
          onChange={({ currentTarget }) =>
            set('numberPrice', currentTarget.value.replace(/\D/g, ''))
          }
          label={m.documents_quick_number({ docType: draft.docType })}
          required
          inputMode="numeric"
          maxLength={limits.numberPrice}
          autoComplete="off"
        />
        <TextInput
          {...fieldProps(invoice, 'license')}
          onChange={({ currentTarget }) => set('license', currentTarget.value)}
          label={m.documents_licenseNumber()}
          maxLength={limits.license}
          autoComplete="off"
        />
        <DayField
          invoice={invoice}
          name="submittedOn"
          label={m.documents_quick_submittedOn()}
          required
        />
        <DayField invoice={invoice} name="dueDate" label={m.documents_dueDate()} />
      </div>
    </Card>
  );
}

interface DayProps {
  invoice: Invoice;
  name: 'submittedOn' | 'dueDate';
  label: string;
  required?: boolean;
}

/** A date, typed or picked in a calendar. */
const DayField = ({ invoice, name, label, required = false }: DayProps) => (
  <DateField
    {...fieldProps(invoice, name)}
    onChange={(day) => invoice.set(name, day)}
    label={label}
    required={required}
    clearable={!required}
  />
);

function ExtraFields({ invoice }: { invoice: Invoice }) {
  const { set } = invoice;
  const notes = fieldProps(invoice, 'notes');
  return (
    <Card title={m.documents_quick_extras()}>
      <div className={classes.fields}>
        <NumberField
          {...fieldProps(invoice, 'taxRate')}
          onChange={(shown) => set('taxRate', shown)}
          label={m.documents_taxRate()}
          placeholder="0%"
          look={percentLook}
          description={m.documents_quick_taxHelp()}
        />
        <NumberField
          {...fieldProps(invoice, 'adjustments')}
          onChange={(shown) => set('adjustments', shown)}
          label={m.documents_adjustments()}
          // Phones' decimal keyboards have no minus sign.
          inputMode="text"
          placeholder="$0.00"
          look={moneyLook}
          description={m.documents_quick_adjustmentsHelp()}
        />
        <Textarea
          {...notes}
          onChange={({ currentTarget }) => set('notes', currentTarget.value)}
          label={m.common_notes()}
          description={`${notes.value.length}/${limits.notes}`}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          maxLength={limits.notes}
          rows={4}
          className={classes.wide}
        />
      </div>
    </Card>
  );
}

interface Props {
  contractorId: number;
  pageId: number;
  userId: number;
}

/** An invoice or an estimate that links to one page. */
export function InvoiceForm({ contractorId, pageId, userId }: Props) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const invoice = useInvoice(contractorId, pageId, form);
  const download = useDownload(invoice, { contractorId, pageId, userId });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!download.busy) download.download();
  };
  return (
    <div className={classes.screen}>
      <div className={classes.main}>
        {invoice.restored && <RestoredNotice invoice={invoice} />}
        <form id={formId} ref={form} noValidate onSubmit={onSubmit} className={classes.main}>
          <DocumentFields invoice={invoice} />
          <CustomerFields invoice={invoice} />
          <ItemRows invoice={invoice} />
          <ExtraFields invoice={invoice} />
        </form>
      </div>
      <aside className={classes.side} aria-label={m.documents_totalsAndActions()}>
        <TotalsCard invoice={invoice} download={download} formId={formId} />
        <LinkCard pageId={pageId} userId={userId} />
        <SaveDocumentCard pageId={pageId} docType={invoice.draft.docType} />
      </aside>
    </div>
  );
}

/** Converts to a document that is numbered, sent, tracked, and paid. */
function SaveDocumentCard({ pageId, docType }: { pageId: number; docType: DocType }) {
  if (!may(useSession(), writingDocuments)) return null;
  const search = newDocumentSearch(docType === 'Invoice' ? 'invoice' : 'estimate', pageId);
  return (
    <Card title={m.documents_quick_keepTitle()} text={m.documents_quick_keepText()}>
      <Link to="/documents/new" search={search} look="outline">
        {m.documents_quick_keep()}
      </Link>
    </Card>
  );
}

/** The note about a restored draft. */
function RestoredNotice({ invoice }: { invoice: Invoice }) {
  return (
    <Alert
      color="brand"
      title={m.common_draft_restored()}
      withCloseButton
      closeButtonLabel={m.common_close()}
      onClose={invoice.hideRestored}
      classNames={{ body: classes.restored ?? '' }}
    >
      <div className={classes.restoredLine}>
        {m.documents_quick_draftText()}
        <Button variant="default" size="xs" onClick={invoice.clear}>
          {m.common_draft_discard()}
        </Button>
      </div>
    </Alert>
  );
}
