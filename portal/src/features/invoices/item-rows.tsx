import { useRef } from 'react';
import { Button } from '@mantine/core';
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
    <Card title="Items">
      <div className={classes.itemHead} aria-hidden>
        <span />
        <span>Description</span>
        <span className={classes.numberHead}>Quantity</span>
        <span className={classes.numberHead}>Unit price</span>
        <span className={classes.amountHead}>Amount</span>
        <span />
      </div>
      <ol ref={rows} className={classes.items} aria-label="Items">
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
        Add item
      </Button>
      <span role="status" className={classes.spoken}>
        {list.news}
      </span>
    </Card>
  );
}
