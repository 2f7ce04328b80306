import { TextInput } from '@mantine/core';
import { invoiceTextLimits as limits } from '@lintel/contract/invoices-constants';
import { Card } from '../../ui/card.tsx';
import { fieldOf, type Invoice } from './use-invoice.ts';
import classes from './invoices.module.css';

const fields = [
  { name: 'fullName', label: 'Full name', required: true },
  { name: 'company', label: 'Company' },
  { name: 'address', label: 'Address' },
  { name: 'projectName', label: 'Project name' },
] as const;

/** Whom the document is for, and which project. */
export function CustomerFields({ invoice }: { invoice: Invoice }) {
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
