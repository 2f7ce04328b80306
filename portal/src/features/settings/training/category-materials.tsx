import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Category, StaffMaterial } from '@lintel/contract/training-manage';
import { failureText } from '../../../lib/unexpected.ts';
import { IconPlus } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { categoryMaterialsQuery, orderMaterials } from './api/materials.ts';
import { MaterialModal } from './material-modal.tsx';
import { MaterialRow } from './material-row.tsx';
import { OrderList } from './order-list.tsx';
import { useDeleteMaterial } from './use-delete-material.ts';
import { useSaveOrder } from './use-save-order.ts';
import classes from './training.module.css';

interface Props {
  category: Category;
  mayChange: boolean;
}

/** The materials of a category in their order. */
export function CategoryMaterials({ category, mayChange }: Props) {
  const { data, error, refetch } = useQuery(categoryMaterialsQuery(category.id));
  if (data === undefined)
    return error === null ? (
      <SkeletonRows columns={2} rows={3} />
    ) : (
      <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
    );
  return <Loaded category={category} mayChange={mayChange} materials={data} />;
}

function Loaded({
  category: { id, name },
  mayChange,
  materials,
}: Props & { materials: readonly StaffMaterial[] }) {
  const [editing, setEditing] = useState<StaffMaterial | 'new' | null>(null);
  const save = useSaveOrder((ids) => orderMaterials({ body: { categoryId: id, ids } }));
  const remove = useDeleteMaterial();
  return (
    <>
      {materials.length === 0 && (
        <p className={classes.quiet}>Nothing in this category yet. Contractors do not see it.</p>
      )}
      <OrderList
        label={`Materials of ${name} in order`}
        items={materials}
        nameOf={(one) => one.name}
        save={mayChange ? save : undefined}
      >
        {(material) => (
          <MaterialRow
            material={material}
            actions={
              mayChange
                ? { onEdit: () => setEditing(material), onDelete: () => void remove(material) }
                : undefined
            }
          />
        )}
      </OrderList>
      {mayChange && (
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-label={`Add a material to ${name}`}
          onClick={() => setEditing('new')}
        >
          Add a material
        </Button>
      )}
      {editing !== null && (
        <MaterialModal
          material={editing === 'new' ? null : editing}
          categoryId={id}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}
