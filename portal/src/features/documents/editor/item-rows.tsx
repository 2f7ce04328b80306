import { useRef } from 'react';
import { Button } from '@mantine/core';
import * as m from '#messages';
import { maxInvoiceItems } from '@lintel/contract/invoices/constants';
import { Card } from '../../../ui/card.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { useItemDrag, useItemList } from '../../invoices/index.ts';
import { itemChanges } from './item-changes.ts';
import { ItemRow } from './item-row.tsx';
import type { Editor } from './use-editor.ts';
import classes from './editor.module.css';

/** What is offered or has been done: a table on wide screens, cards on phones. */
export function ItemRows({ editor, userId }: { editor: Editor; userId: number }) {
  const rows = useRef<HTMLOListElement>(null);
  const { items } = editor.values;
  const changes = itemChanges(editor);
  const all = { draft: { items }, items: changes };
  const list = useItemList(all, rows);
  const dragOf = useItemDrag(all);
  const wrong = editor.errors['items'];
  return (
    <Card title={m.invoices_items()}>
      <div className={classes.itemHead} aria-hidden>
        <span />
        <span>{m.common_description()}</span>
        <span className={classes.numberHead}>{m.invoices_quantity()}</span>
        <span className={classes.numberHead}>{m.invoices_unit_price()}</span>
        <span>{m.documents_taxed()}</span>
        <span className={classes.amountHead}>{m.common_amount()}</span>
        <span />
      </div>
      <ol ref={rows} className={classes.items} aria-label={m.invoices_items()}>
        {items.map((item, place) => (
          <ItemRow
            key={item.key}
            userId={userId}
            errors={editor.errors}
            changes={changes}
            list={list}
            drag={dragOf(item.key)}
            item={item}
            place={place}
            count={items.length}
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
        aria-invalid={wrong !== undefined || undefined}
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
