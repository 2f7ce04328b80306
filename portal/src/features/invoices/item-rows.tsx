import { useRef } from 'react';
import { Button } from '@mantine/core';
import * as m from '#messages';
import { maxInvoiceItems } from '@lintel/contract/invoices/constants';
import { Card } from '../../ui/card.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { ItemRow } from './item-row.tsx';
import type { Invoice } from './use-invoice.ts';
import { useItemDrag, useItemList } from './use-item-list.ts';
import classes from './invoices.module.css';

/** The items: a table on wide screens, cards on phones. */
export function ItemRows({ invoice }: { invoice: Invoice }) {
  const rows = useRef<HTMLOListElement>(null);
  const list = useItemList(invoice, rows);
  const dragOf = useItemDrag(invoice);
  const { items } = invoice.draft;
  const wrong = invoice.errors['items'];
  return (
    <Card title={m.invoices_items()}>
      <div className={classes.itemHead} aria-hidden>
        <span />
        <span>{m.common_description()}</span>
        <span className={classes.numberHead}>{m.invoices_quantity()}</span>
        <span className={classes.numberHead}>{m.invoices_unit_price()}</span>
        <span className={classes.amountHead}>{m.common_amount()}</span>
        <span />
      </div>
      <ol ref={rows} className={classes.items} aria-label={m.invoices_items()}>
        {items.map((item, place) => (
          <ItemRow
            key={item.key}
            invoice={invoice}
            list={list}
            drag={dragOf(item.key)}
            item={item}
            place={place}
          />
        ))}
      </ol>
      {wrong !== undefined && (
        <p className={classes.wrong} role="alert">
          {wrong}
        </p>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={items.length >= maxInvoiceItems}
        onClick={list.add}
      >
        {m.invoices_add_item()}
      </Button>
      <span role="status" className={classes.spoken}>
        {list.news}
      </span>
    </Card>
  );
}
