import { useId, useRef, type FormEvent } from 'react';
import { TextInput, Input, SegmentedControl, Textarea, Alert, Button } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import {
  invoiceTextLimits as limits,
  docTypes,
  invoiceDigits,
} from '@lintel/contract/invoices/constants';
import { Card } from '../../ui/card.tsx';
import { IconCalendar } from '../../ui/icons.ts';
import { ItemRows } from './item-rows.tsx';
import { LinkCard } from './link-card.tsx';
import { NumberField } from './number-field.tsx';
import { TotalsCard } from './totals-card.tsx';
import { useDownload } from './use-download.ts';
import { fieldOf, type Invoice, useInvoice } from './use-invoice.ts';
import classes from './invoices.module.css';
import '@mantine/dates/styles.layer.css';

const fields = [
  { name: 'fullName', label: 'Full name', required: true },
  { name: 'company', label: 'Company' },
  { name: 'address', label: 'Address' },
  { name: 'projectName', label: 'Project name' },
] as const;

/** Whom the document is for, and which project. */
function CustomerFields({ invoice }: { invoice: Invoice }) {
  return (
    <Card title="Customer">
      <div className={classes.fields}>
        {fields.map(({ name, label, ...more }) => (
          <TextInput
            key={name}
            {...fieldOf(invoice, name)}
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

/** What kind of document it is, its number, its days and the contractor's license. */
function DocumentFields({ invoice }: { invoice: Invoice }) {
  const { draft, set } = invoice;
  return (
    <Card title="Document">
      <div className={classes.fields}>
        <Input.Wrapper label="Type" labelElement="div" className={classes.wide}>
          <SegmentedControl
            aria-label="Type"
            className={classes.types}
            data={[...docTypes]}
            value={draft.docType}
            onChange={invoice.setType}
          />
        </Input.Wrapper>
        <TextInput
          {...fieldOf(invoice, 'numberPrice')}
          onChange={({ currentTarget }) =>
            set('numberPrice', currentTarget.value.replace(/\D/g, ''))
          }
          label={`${draft.docType} number`}
          required
          inputMode="numeric"
          maxLength={limits.numberPrice}
          autoComplete="off"
        />
        <TextInput
          {...fieldOf(invoice, 'license')}
          onChange={({ currentTarget }) => set('license', currentTarget.value)}
          label="Your license number"
          maxLength={limits.license}
          autoComplete="off"
        />
        <DayField invoice={invoice} name="submittedOn" label="Submitted on" required />
        <DayField invoice={invoice} name="dueDate" label="Due date" />
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

/** A day: typed, or picked in a calendar. */
function DayField({ invoice, name, label, required = false }: DayProps) {
  const { value, ...field } = fieldOf(invoice, name);
  return (
    <DateInput
      {...field}
      value={value === '' ? null : value}
      onChange={(day) => invoice.set(name, day ?? '')}
      label={label}
      required={required}
      clearable={!required}
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      valueFormat="MM/DD/YYYY"
      placeholder="mm/dd/yyyy"
      leftSection={<IconCalendar size={16} aria-hidden />}
      firstDayOfWeek={0}
      weekendDays={[]}
      autoComplete="off"
    />
  );
}

/** Tax, adjustments and notes. */
function ExtraFields({ invoice }: { invoice: Invoice }) {
  const { set } = invoice;
  const notes = fieldOf(invoice, 'notes');
  return (
    <Card title="Tax, adjustments and notes">
      <div className={classes.fields}>
        <NumberField
          {...fieldOf(invoice, 'taxRate')}
          onChange={(shown) => set('taxRate', shown)}
          label="Tax rate"
          placeholder="0%"
          digits={invoiceDigits.taxRate}
          suffix="%"
          description="Of the subtotal. Leave it empty for no tax."
        />
        <NumberField
          {...fieldOf(invoice, 'adjustments')}
          onChange={(shown) => set('adjustments', shown)}
          label="Adjustments"
          placeholder="$0.00"
          digits={invoiceDigits.adjustments}
          prefix="$"
          fixed
          negative
          description="A minus sign takes off, for a discount or a deposit."
        />
        <Textarea
          {...notes}
          onChange={({ currentTarget }) => set('notes', currentTarget.value)}
          label="Notes"
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

/** An invoice or an estimate that leads to one page. */
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
      <aside className={classes.side} aria-label="Totals and actions">
        <TotalsCard invoice={invoice} download={download} formId={formId} />
        <LinkCard pageId={pageId} userId={userId} />
      </aside>
    </div>
  );
}

/** Tells that the form holds what was typed before. */
function RestoredNotice({ invoice }: { invoice: Invoice }) {
  return (
    <Alert
      color="brand"
      title="Draft restored"
      withCloseButton
      closeButtonLabel="Close"
      onClose={invoice.hideRestored}
      classNames={{ body: classes.restored ?? '' }}
    >
      <div className={classes.restoredLine}>
        This is what you typed last for this page. It is kept in this browser only.
        <Button variant="default" size="xs" onClick={invoice.clear}>
          Discard draft
        </Button>
      </div>
    </Alert>
  );
}
