import { useId, useState } from 'react';
import { ActionIcon, Button, Tabs, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { categoryTypes, type CategoryType } from '@lintel/contract/training/constants';
import type { Category } from '@lintel/contract/training/manage';
import { formatCount } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { failureText } from '../../../lib/failure.ts';
import { Card } from '../../../ui/card.tsx';
import { IconChevronDown, IconChevronRight, IconPencil, IconPlus } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { CategoryMaterials } from './category-materials.tsx';
import { CategoryModal } from './category-modal.tsx';
import { OrderList, useSaveOrder } from './order-list.tsx';
import { allCategoriesQuery, mayChangeMaterials, orderCategories } from './requests.ts';
import { typeLabels } from './values.ts';
import { WatchedTab } from './watched-tab.tsx';
import orderClasses from './order.module.css';
import classes from './training.module.css';

/** Materials in the order contractors see, category by category, and their viewers. */
export function ArrangeSection() {
  const mayChange = mayChangeMaterials(useSession());
  return (
    <Card bare>
      <Tabs defaultValue={categoryTypes[0]} keepMounted={false}>
        <Tabs.List className={classes.tabs ?? ''}>
          {categoryTypes.map((type) => (
            <Tabs.Tab key={type} value={type}>
              {typeLabels[type]}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="watched">{m.training_watched_title()}</Tabs.Tab>
        </Tabs.List>
        {categoryTypes.map((type) => (
          <Tabs.Panel key={type} value={type} className={classes.tab ?? ''}>
            <ArrangeTab type={type} mayChange={mayChange} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="watched">
          <WatchedTab />
        </Tabs.Panel>
      </Tabs>
    </Card>
  );
}

interface Props {
  type: CategoryType;
  mayChange: boolean;
}

/** The categories of a type in order, each with its materials. */
function ArrangeTab({ type, mayChange }: Props) {
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
      {m.training_arrange_addCategory()}
    </Button>
  );
  return (
    <>
      {categories.length === 0 ? (
        <EmptyState
          title={m.training_nothingYet()}
          text={m.training_arrange_emptyText({ typeLabels: typeLabels[type] })}
          action={mayChange && add}
        />
      ) : (
        <>
          {mayChange && <Hint />}
          <OrderList
            label={m.training_arrange_categories({ typeLabels: typeLabels[type] })}
            items={categories}
            toName={({ name }) => name}
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

const Hint = () => <p className={orderClasses.hint}>{m.training_arrange_help()}</p>;

interface CategoryBlockProps {
  category: Category;
  mayChange: boolean;
  startsOpen: boolean;
}

/** A category that expands to its materials. */
function CategoryBlock({ category, mayChange, startsOpen }: CategoryBlockProps) {
  const [open, setOpen] = useState(startsOpen);
  const [edits, setEdits] = useState(false);
  const id = useId();
  const { name, description } = category;
  return (
    <div className={orderClasses.block}>
      <div className={orderClasses.blockHead}>
        <Opener category={category} open={open} controls={id} onClick={() => setOpen(!open)} />
        {mayChange && (
          <Tooltip label={m.common_edit()}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={m.training_arrange_editNamed({ name })}
              onClick={() => setEdits(true)}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {open && (
        <div id={id} className={orderClasses.blockBody}>
          {description !== '' && <p className={classes.quiet}>{description}</p>}
          <CategoryMaterials category={category} mayChange={mayChange} />
        </div>
      )}
      {edits && (
        <CategoryModal category={category} type={category.type} onClose={() => setEdits(false)} />
      )}
    </div>
  );
}

interface OpenerProps {
  category: Category;
  open: boolean;
  /** The id of the element it expands. */
  controls: string;
  onClick: () => void;
}

function Opener({ category: { name, total }, open, controls, onClick }: OpenerProps) {
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <button
      type="button"
      className={orderClasses.opener}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onClick}
    >
      <Chevron size={18} aria-hidden />
      <span className={orderClasses.words}>
        <strong>{name}</strong>
        <span className={classes.quiet}>
          {formatCount(total, m.training_material_one(), m.training_material_many())}
        </span>
      </span>
    </button>
  );
}
