import { Button, Progress } from '@mantine/core';
import { formatCents, formatHundredths, readHundredths } from '@lintel/contract/invoices/maths';
import { openDialog } from '../../lib/dialog.ts';
import { Card } from '../../ui/card.tsx';
import { IconFileInvoice } from '../../ui/icons.ts';
import { liveTotals } from './document-draft.ts';
import type { MadeDocument, useDownload } from './use-download.ts';
import type { Invoice } from './use-invoice.ts';
import classes from './invoices.module.css';

/** Where the document is: in a new window, or, when the browser allowed none, behind a link. */
function MadeNotice({ made: { name, address, opened } }: { made: MadeDocument }) {
  return (
    <div className={classes.made} data-blocked={!opened || undefined} role="status">
      <p>
        {opened ? (
          <>
            <strong>{name}</strong> opened in a new window.
          </>
        ) : (
          <>
            Your browser blocked the new window. <strong>{name}</strong> is ready:
          </>
        )}
      </p>
      <p className={classes.madeLinks}>
        <a href={address} target="_blank" rel="noreferrer">
          {opened ? 'Open again' : 'Open'}
        </a>
        <a href={address} download={name}>
          Save as file
        </a>
      </p>
    </div>
  );
}

interface Props {
  invoice: Invoice;
  download: ReturnType<typeof useDownload>;
  /** The form that the button sends. */
  formId: string;
}

/** The sums so far, and what to do with the document. */
export function TotalsCard({ invoice, download, formId }: Props) {
  const { subtotal, tax, adjustments, total } = liveTotals(invoice.draft);
  const rate = readHundredths(invoice.draft.taxRate) ?? 0;
  const clear = async (): Promise<void> => {
    const text = 'What you typed for this page is removed from this browser.';
    const sure = await openDialog({
      title: 'Clear the form?',
      text,
      confirm: 'Clear',
      cancel: 'Keep',
      tone: 'warning',
    });
    if (!sure) return;
    invoice.clear();
    download.forget();
  };
  return (
    <Card title="Totals">
      <dl className={classes.sums}>
        <Sum name="Subtotal" cents={subtotal} />
        <Sum name={rate > 0 ? `Tax (${formatHundredths(rate)}%)` : 'Tax'} cents={tax} />
        <Sum name="Adjustments" cents={adjustments} />
        <div className={classes.total} aria-live="polite">
          <dt>Total</dt>
          <dd>{formatCents(total)}</dd>
        </div>
      </dl>
      <div className={classes.actions}>
        <Button
          type="submit"
          form={formId}
          fullWidth
          disabled={download.busy}
          leftSection={<IconFileInvoice size={18} aria-hidden />}
        >
          {download.busy ? 'Preparing…' : 'Download PDF'}
        </Button>
        {download.busy && (
          <Progress value={100} animated aria-label="Preparing the document" size="xs" />
        )}
        {download.made && <MadeNotice made={download.made} />}
        <Button
          variant="subtle"
          color="gray"
          fullWidth
          disabled={download.busy}
          onClick={() => void clear()}
        >
          Clear
        </Button>
      </div>
    </Card>
  );
}

const Sum = ({ name, cents }: { name: string; cents: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatCents(cents)}</dd>
  </div>
);
