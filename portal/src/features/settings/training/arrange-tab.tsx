import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CategoryType } from '@lintel/contract/training-constants';
import type { Category } from '@lintel/contract/training-manage';
import { failureText } from '../../../lib/unexpected.ts';
import { IconPlus } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { allCategoriesQuery, orderCategories } from './api/categories.ts';
import { CategoryBlock } from './category-block.tsx';
import { CategoryModal } from './category-modal.tsx';
import { typeLabels } from './category-values.ts';
import { OrderList } from './order-list.tsx';
import { useSaveOrder } from './use-save-order.ts';
import classes from './order.module.css';

interface Props {
  type: CategoryType;
  mayChange: boolean;
}

/** The categories of a type in their order, each with its materials. */
export function ArrangeTab({ type, mayChange }: Props) {
  const { data, error, refetch } = useQuery(allCategoriesQuery);
  if (data === undefined)
    return error === null ? (
      <SkeletonRows columns={3} rows={4} />
    ) : (
      <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
    );
  return (
    <Arranged
      type={type}
      mayChange={mayChange}
      categories={data.filter((category) => category.type === type)}
    />
  );
}

function Arranged({ type, mayChange, categories }: Props & { categories: readonly Category[] }) {
  const [adds, setAdds] = useState(false);
  const save = useSaveOrder((ids) => orderCategories({ body: { type, ids } }));
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setAdds(true)}
    >
      Add a category
    </Button>
  );
  return (
    <>
      {categories.length === 0 ? (
        <EmptyState
          title="Nothing here yet"
          text={`Contractors see nothing under ${typeLabels[type]} until there is a category with materials.`}
          action={mayChange && add}
        />
      ) : (
        <>
          {mayChange && <Hint />}
          <OrderList
            label={`${typeLabels[type]} categories in order`}
            items={categories}
            nameOf={({ name }) => name}
            save={mayChange ? save : undefined}
          >
            {(category) => (
              <CategoryBlock
                category={category}
                mayChange={mayChange}
                startsOpen={category.id === categories[0]?.id}
              />
            )}
          </OrderList>
          {mayChange && add}
        </>
      )}
      {adds && <CategoryModal category={null} type={type} onClose={() => setAdds(false)} />}
    </>
  );
}

const Hint = () => (
  <p className={classes.hint}>
    Contractors see this order.{' '}
    <span className={classes.mouse}>Drag a row by its handle, or move it with its arrows.</span>
  </p>
);
