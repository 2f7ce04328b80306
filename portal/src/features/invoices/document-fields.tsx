import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import {
  docTypes,
  invoiceTextLimits as limits,
  type DocType,
} from '@lintel/contract/invoices-constants';
import { Card } from '../../ui/card.tsx';
import { IconCalendar } from '../../ui/icons.ts';
import { fieldOf, type Invoice } from './use-invoice.ts';
import classes from './invoices.module.css';

/** What kind of document it is, its number, its days and the contractor's license. */
export function DocumentFields({ invoice }: { invoice: Invoice }) {
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
            onChange={(type) => invoice.setType(type as DocType)}
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
