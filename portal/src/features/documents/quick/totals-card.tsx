import { Button, Progress } from '@mantine/core';
import * as m from '#messages';
import { formatCents, formatHundredths, readHundredths } from '@lintel/contract/core/numbers';
import { openDialog } from '../../../lib/dialog.ts';
import { Card } from '../../../ui/card.tsx';
import { IconFileInvoice } from '../../../ui/icons.ts';
import { liveTotals } from './document-draft.ts';
import type { MadeDocument, useDownload } from './use-download.ts';
import type { Invoice } from './use-invoice.ts';
import { Rich } from '../../../ui/rich.tsx';
import classes from './invoices.module.css';

/** Where the document is: in a new window, or, when the browser allowed none, behind a link. */
function MadeNotice({ made: { name, address, opened } }: { made: MadeDocument }) {
  return (
    <div className={classes.made} data-blocked={!opened || undefined} role="status">
      <p>
        {opened ? (
          <>
            <Rich
              text={m.invoices_name_opened_in_a_new({ name })}
              parts={{ strong: (words) => <strong>{words}</strong> }}
            />
          </>
        ) : (
          <>
            <Rich
              text={m.invoices_your_browser_blocked_the_new({ name })}
              parts={{ strong: (words) => <strong>{words}</strong> }}
            />
          </>
        )}
      </p>
      <p className={classes.madeLinks}>
        <a href={address} target="_blank" rel="noreferrer">
          {opened ? m.invoices_open_again() : m.invoices_open()}
        </a>
        <a href={address} download={name}>
          {m.invoices_save_as_file()}
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
    const text = m.invoices_what_you_typed_for_this();
    const sure = await openDialog({
      title: m.invoices_clear_the_form(),
      text,
      confirm: m.invoices_clear(),
      cancel: m.invoices_keep(),
      tone: 'warning',
    });
    if (!sure) return;
    invoice.clear();
    download.forget();
  };
  return (
    <Card title={m.invoices_totals()}>
      <dl className={classes.sums}>
        <Sum name={m.invoices_subtotal()} cents={subtotal} />
        <Sum
          name={
            rate > 0 ? m.invoices_tax_rate_2({ rate: formatHundredths(rate) }) : m.invoices_tax()
          }
          cents={tax}
        />
        <Sum name={m.invoices_adjustments()} cents={adjustments} />
        <div className={classes.total} aria-live="polite">
          <dt>{m.common_total()}</dt>
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
          {download.busy ? m.invoices_preparing() : m.invoices_download_pdf()}
        </Button>
        {download.busy && (
          <Progress
            value={100}
            animated
            aria-label={m.invoices_preparing_the_document()}
            size="xs"
          />
        )}
        {download.made && <MadeNotice made={download.made} />}
        <Button
          variant="subtle"
          color="gray"
          fullWidth
          disabled={download.busy}
          onClick={() => void clear()}
        >
          {m.invoices_clear()}
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
