import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Category, StaffMaterial } from '@lintel/contract/training/manage';
import { failureText } from '../../../lib/failure.ts';
import { videoLength } from '../../../lib/video-length.ts';
import { IconFileText, IconPhoto, IconPlus } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { RowActions, useDeleteMaterial } from './list-parts.tsx';
import { MaterialModal } from './material-modal.tsx';
import { OrderList, useSaveOrder } from './order-list.tsx';
import { categoryMaterialsQuery, orderMaterials } from './requests.ts';
import { videoTypeLabels } from './values.ts';
import orderClasses from './order.module.css';
import classes from './training.module.css';

interface Props {
  category: Category;
  mayChange: boolean;
}

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
        <p className={classes.quiet}>{m.training_arrange_emptyCategory()}</p>
      )}
      <OrderList
        label={m.training_arrange_materialsOf({ name })}
        items={materials}
        toName={(one) => one.name}
        save={mayChange ? save : undefined}
      >
        {(material) => (
          <MaterialRow
            material={material}
            actions={
              mayChange
                ? { onEdit: () => setEditing(material), onDelete: () => void remove.run(material) }
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
          aria-label={m.training_arrange_addMaterialTo({ name })}
          onClick={() => setEditing('new')}
        >
          {m.training_arrange_addMaterial()}
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

interface MaterialRowProps {
  material: StaffMaterial;
  /** Undefined for read-only rows. */
  actions: { onEdit: () => void; onDelete: () => void } | undefined;
}

const materialFacts = (material: StaffMaterial): string =>
  material.videoType === null
    ? m.common_text()
    : `${videoTypeLabels[material.videoType]} · ${videoLength(material)}`;

/** A material in one line: image, title, and kind. */
const MaterialRow = ({ material, actions }: MaterialRowProps) => (
  <div className={orderClasses.material}>
    <Picture material={material} />
    <span className={orderClasses.words}>
      <span className={orderClasses.name}>{material.name}</span>
      <span className={classes.quiet}>{materialFacts(material)}</span>
    </span>
    {actions && <RowActions name={material.name} {...actions} />}
  </div>
);

function Picture({ material: { videoImg, videoType } }: Pick<MaterialRowProps, 'material'>) {
  if (videoType !== null && videoImg !== '')
    return <img className={orderClasses.thumb} src={videoImg} alt="" loading="lazy" />;
  const Icon = videoType === null ? IconFileText : IconPhoto;
  return (
    <span className={orderClasses.thumb}>
      <Icon size={18} stroke={1.4} aria-hidden />
    </span>
  );
}
