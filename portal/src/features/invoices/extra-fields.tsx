import { Textarea } from '@mantine/core';
import { invoiceDigits, invoiceTextLimits as limits } from '@lintel/contract/invoices-constants';
import { Card } from '../../ui/card.tsx';
import { NumberField } from './number-field.tsx';
import { fieldOf, type Invoice } from './use-invoice.ts';
import classes from './invoices.module.css';

/** Tax, adjustments and notes. */
export function ExtraFields({ invoice }: { invoice: Invoice }) {
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
