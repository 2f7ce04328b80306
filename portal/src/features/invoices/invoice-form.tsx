import { useId, useRef, type FormEvent } from 'react';
import { Alert, Button } from '@mantine/core';
import { CustomerFields } from './customer-fields.tsx';
import { DocumentFields } from './document-fields.tsx';
import { ExtraFields } from './extra-fields.tsx';
import { ItemRows } from './item-rows.tsx';
import { LinkCard } from './link-card.tsx';
import { TotalsCard } from './totals-card.tsx';
import { useDownload } from './use-download.ts';
import { useInvoice, type Invoice } from './use-invoice.ts';
import classes from './invoices.module.css';

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
