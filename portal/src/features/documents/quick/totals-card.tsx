import { Button, Progress } from '@mantine/core';
import * as m from '#messages';
import { formatCents, formatHundredths, readHundredths } from '@lintel/contract/core/numbers';
import { openDialog } from '../../../lib/dialog.ts';
import { Card } from '../../../ui/card.tsx';
import { IconFileInvoice } from '../../../ui/icons.ts';
import { liveTotals } from './document-draft.ts';
import type { DownloadedDocument, useDownload } from './use-download.ts';
import type { Invoice } from './use-invoice.ts';
import { Rich } from '../../../ui/rich.tsx';
import classes from './invoices.module.css';

/** Where the document is: in a new window, or behind a link if the browser blocked it. */
function DownloadedNotice({
  downloaded: { name, address, opened },
}: {
  downloaded: DownloadedDocument;
}) {
  return (
    <div className={classes.made} data-blocked={!opened || undefined} role="status">
      <p>
        {opened ? (
          <>
            <Rich
              text={m.documents_file_opened({ name })}
              parts={{ strong: (words) => <strong>{words}</strong> }}
            />
          </>
        ) : (
          <>
            <Rich
              text={m.documents_file_blocked({ name })}
              parts={{ strong: (words) => <strong>{words}</strong> }}
            />
          </>
        )}
      </p>
      <p className={classes.madeLinks}>
        <a href={address} target="_blank" rel="noreferrer">
          {opened ? m.documents_file_openAgain() : m.common_open()}
        </a>
        <a href={address} download={name}>
          {m.documents_file_save()}
        </a>
      </p>
    </div>
  );
}

interface Props {
  invoice: Invoice;
  download: ReturnType<typeof useDownload>;
  /** The form that the button submits. */
  formId: string;
}

/** The current totals, and the actions. */
export function TotalsCard({ invoice, download, formId }: Props) {
  const { subtotal, tax, adjustments, total } = liveTotals(invoice.draft);
  const rate = readHundredths(invoice.draft.taxRate) ?? 0;
  const clear = async (): Promise<void> => {
    const text = m.documents_clear_text();
    const sure = await openDialog({
      title: m.documents_clear_title(),
      text,
      confirm: m.documents_clear_submit(),
      cancel: m.common_keep(),
      tone: 'warning',
    });
    if (!sure) return;
    invoice.clear();
    download.forget();
  };
  return (
    <Card title={m.documents_totals_title()}>
      <dl className={classes.sums}>
        <Sum name={m.documents_totals_subtotal()} cents={subtotal} />
        <Sum
          name={
            rate > 0
              ? m.documents_totals_taxAtRate({ rate: formatHundredths(rate) })
              : m.documents_totals_tax()
          }
          cents={tax}
        />
        <Sum name={m.documents_adjustments()} cents={adjustments} />
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
          {download.busy ? m.documents_file_preparingShort() : m.common_downloadPdf()}
        </Button>
        {download.busy && (
          <Progress value={100} animated aria-label={m.documents_file_preparing()} size="xs" />
        )}
        {download.made && <DownloadedNotice downloaded={download.made} />}
        <Button
          variant="subtle"
          color="gray"
          fullWidth
          disabled={download.busy}
          onClick={() => void clear()}
        >
          {m.documents_clear_submit()}
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
