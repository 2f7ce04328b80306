import { useState } from 'react';
import { Button, Checkbox, Group, Modal, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { documentTextLimits as limits } from '@lintel/contract/documents/constants';
import type { SavedItem } from '@lintel/contract/documents/saved-items';
import { useEditForm, type Labels } from '../../lib/edit-form/use-edit-form.ts';
import { formatMoney } from '../../lib/format.ts';
import { queryClient } from '../../lib/query-client.ts';
import { notifyFailure } from '../../lib/failure.ts';
import { useAction } from '../../lib/use-action.ts';
import { ChangedNotice } from '../../ui/changed-notice.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { moneyLook, NumberField } from '../../ui/number-field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { moneyInput } from './editor/values.ts';
import {
  archiveSavedItem,
  createSavedItem,
  findSavedItem,
  savedItemsKey,
  savedItemsQuery,
  saveSavedItem,
} from './saved-requests.ts';
import classes from './saved-items.module.css';

interface Props {
  userId: number;
  mayChange: boolean;
  onClose(): void;
}

/** Saved items with prices, to use in documents. */
export function SavedItemsModal({ userId, mayChange, onClose }: Props) {
  const [edited, setEdited] = useState<SavedItem | 'new' | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.documents_items_title()}
      size={640}
      closeOnClickOutside={edited === null}
    >
      {edited === null ? (
        <ItemList userId={userId} mayChange={mayChange} onEdit={setEdited} />
      ) : (
        <ItemForm
          key={edited === 'new' ? 0 : edited.id}
          item={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Modal>
  );
}

function ItemList({
  userId,
  mayChange,
  onEdit,
}: Omit<Props, 'onClose'> & { onEdit(item: SavedItem | 'new'): void }) {
  const [view, setView] = useState({ search: '', archived: 'no' as 'no' | 'yes', page: 1 });
  const { data, isError, refetch } = useQuery(savedItemsQuery(userId, view));
  const isPlain = view.search === '' && view.archived === 'no';
  return (
    <div className={classes.stack}>
      <div className={classes.tools}>
        <SearchField
          value={view.search}
          onChange={(search) => setView({ ...view, search, page: 1 })}
          label={m.documents_items_search()}
        />
        {mayChange && <Button onClick={() => onEdit('new')}>{m.documents_item_add()}</Button>}
      </div>
      <Checkbox
        label={m.documents_items_showRemoved()}
        checked={view.archived === 'yes'}
        onChange={(event) =>
          setView({ ...view, archived: event.currentTarget.checked ? 'yes' : 'no', page: 1 })
        }
      />
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {data === undefined && !isError && <SkeletonRows columns={2} rows={4} />}
      {data?.total === 0 && (
        <EmptyState
          title={isPlain ? m.documents_items_none() : m.common_nothingFound()}
          text={isPlain ? m.documents_items_help() : m.common_noSearchMatches()}
        />
      )}
      {data !== undefined && data.total > 0 && (
        <>
          <ul className={classes.list} aria-label={m.documents_items_title()}>
            {data.data.map((item) => (
              <ItemLine key={item.id} item={item} mayChange={mayChange} onEdit={onEdit} />
            ))}
          </ul>
          {data.total > pageSize && (
            <Group justify="center" gap="xs">
              <Button
                variant="default"
                disabled={view.page === 1}
                onClick={() => setView({ ...view, page: view.page - 1 })}
              >
                {m.common_previousPage()}
              </Button>
              <Button
                variant="default"
                disabled={view.page * pageSize >= data.total}
                onClick={() => setView({ ...view, page: view.page + 1 })}
              >
                {m.common_nextPage()}
              </Button>
            </Group>
          )}
        </>
      )}
    </div>
  );
}

const pageSize = 10;

function ItemLine({
  item,
  mayChange,
  onEdit,
}: {
  item: SavedItem;
  mayChange: boolean;
  onEdit(item: SavedItem): void;
}) {
  const { id, description, unitPrice, isTaxable, isArchived, version } = item;
  const moving = useAction({
    call: () => archiveSavedItem({ params: { id }, body: { isArchived: !isArchived, version } }),
    successToast: () => (isArchived ? m.documents_items_restored() : m.documents_items_removed()),
    refresh: [savedItemsKey],
    refreshAlways: true,
  });
  return (
    <li>
      <span className={classes.words}>
        <strong>{description}</strong>
        <small>
          {[
            formatMoney(unitPrice),
            isTaxable ? m.documents_item_taxed() : m.documents_item_notTaxed(),
          ].join(' · ')}
        </small>
      </span>
      {mayChange && (
        <span className={classes.actions}>
          {!isArchived && (
            <Button size="compact-sm" variant="default" onClick={() => onEdit(item)}>
              {m.common_edit()}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            loading={moving.busy}
            onClick={() => void moving.run()}
          >
            {isArchived ? m.common_restore() : m.common_remove()}
          </Button>
        </span>
      )}
    </li>
  );
}

interface Values {
  description: string;
  details: string;
  unitPrice: string;
  isTaxable: boolean;
}
const labels: Labels<Values> = {
  description: m.common_description(),
  details: m.documents_item_details(),
  unitPrice: m.documents_item_unitPrice(),
  isTaxable: m.documents_item_taxed(),
};

function ItemForm({ item, onClose }: { item: SavedItem | null; onClose(): void }) {
  const used = useEditForm({
    item,
    toValues: (savedItem): Values => ({
      description: savedItem?.description ?? '',
      details: savedItem?.details ?? '',
      unitPrice: savedItem === null ? '' : moneyInput(savedItem.unitPrice),
      isTaxable: savedItem?.isTaxable ?? true,
    }),
    labels,
    rules: () =>
      import('@lintel/contract/documents/saved-items').then((rules) => rules.savedItemForm),
    save: (seen, _read, values) =>
      seen === null
        ? createSavedItem({ body: values })
        : saveSavedItem({ params: { id: seen.id }, body: { ...values, version: seen.version } }),
    find: (id) => findSavedItem(id),
    onSaved: async () => {
      await queryClient.invalidateQueries({ queryKey: savedItemsKey });
      onClose();
    },
    onFailure: (error, isChoice) => {
      if (!isChoice) notifyFailure(error);
    },
  });
  return (
    <form {...used.form} className={classes.stack}>
      {used.conflict && (
        <ChangedNotice
          differing={used.conflict.differing}
          onKeep={used.overwriteStored}
          onDiscardOwn={used.discardOwn}
        />
      )}
      <TextInput
        {...used.field('description')}
        label={m.common_description()}
        required
        maxLength={limits.description}
        autoComplete="off"
        data-autofocus
      />
      <Textarea
        {...used.field('details')}
        label={m.documents_item_details()}
        maxLength={limits.details}
        rows={3}
        resize="vertical"
      />
      <NumberField
        name="unitPrice"
        label={m.documents_item_unitPrice()}
        value={used.values.unitPrice}
        error={used.errors['unitPrice']}
        aria-invalid={used.errors['unitPrice'] !== undefined}
        onChange={(unitPrice) => used.setValue('unitPrice', unitPrice)}
        placeholder={m.documents_item_free()}
        onBlur={used.field('unitPrice').onBlur}
        look={moneyLook}
      />
      <Checkbox
        label={m.documents_item_taxed()}
        checked={used.values.isTaxable}
        onChange={(event) => used.setValue('isTaxable', event.currentTarget.checked)}
      />
      <FormActions submit={m.common_save()} busy={used.busy} onCancel={onClose} />
    </form>
  );
}
