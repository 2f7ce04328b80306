import { useRef, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import * as m from '#messages';
import { maxInvoiceItems } from '@lintel/contract/documents/quick/constants';
import { Card } from '../../../ui/card.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import type { ItemPlace } from './item-line.tsx';
import { useItemDrag, useItemList, type ItemsState } from './use-item-list.ts';
import classes from './items.module.css';

interface Props<Item extends { key: string }> {
  all: ItemsState<Item>;
  /** The error of the list as a whole. */
  wrong: string | undefined;
  /** The header of an extra column between price and amount. */
  head?: string;
  /** The column widths (`--item-columns`) with an extra column. */
  className?: string | undefined;
  renderRow(item: Item, at: ItemPlace): ReactNode;
}

/** A document's items: a table on wide screens, cards on phones. */
export function ItemTable<Item extends { key: string }>(props: Props<Item>) {
  const { all, wrong, head, className, renderRow } = props;
  const rows = useRef<HTMLOListElement>(null);
  const list = useItemList(all, rows);
  const dragProps = useItemDrag(all);
  const { items } = all.draft;
  return (
    <Card title={m.documents_items()}>
      <div className={className}>
        <div className={classes.itemHead} aria-hidden>
          <span />
          <span>{m.common_description()}</span>
          <span className={classes.numberHead}>{m.documents_item_quantity()}</span>
          <span className={classes.numberHead}>{m.documents_item_unitPrice()}</span>
          {head !== undefined && <span>{head}</span>}
          <span className={classes.amountHead}>{m.common_amount()}</span>
          <span />
        </div>
        <ol ref={rows} className={classes.items} aria-label={m.documents_items()}>
          {items.map((item, place) =>
            renderRow(item, { list, drag: dragProps(item.key), place, count: items.length }),
          )}
        </ol>
      </div>
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
        {m.documents_item_add()}
      </Button>
      <span role="status" className={classes.spoken}>
        {list.announcement}
      </span>
    </Card>
  );
}
