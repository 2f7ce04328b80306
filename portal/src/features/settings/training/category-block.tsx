import { useId, useState } from 'react';
import { ActionIcon, Tooltip } from '@mantine/core';
import type { Category } from '@lintel/contract/training-manage';
import { formatCount } from '../../../lib/format.ts';
import { IconChevronDown, IconChevronRight, IconPencil } from '../../../ui/icons.ts';
import { CategoryMaterials } from './category-materials.tsx';
import { CategoryModal } from './category-modal.tsx';
import orderClasses from './order.module.css';
import classes from './training.module.css';

interface Props {
  category: Category;
  mayChange: boolean;
  startsOpen: boolean;
}

/** A category, and its materials while it is open. */
export function CategoryBlock({ category, mayChange, startsOpen }: Props) {
  const [open, setOpen] = useState(startsOpen);
  const [edits, setEdits] = useState(false);
  const id = useId();
  const { name, description } = category;
  return (
    <div className={orderClasses.block}>
      <div className={orderClasses.blockHead}>
        <Opener category={category} open={open} controls={id} onClick={() => setOpen(!open)} />
        {mayChange && (
          <Tooltip label="Edit">
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={`Edit category ${name}`}
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
  /** The id of what it opens. */
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
        <span className={classes.quiet}>{formatCount(total, 'material')}</span>
      </span>
    </button>
  );
}
