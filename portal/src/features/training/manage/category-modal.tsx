import { useState } from 'react';
import { Select, Textarea, TextInput } from '@mantine/core';
import * as m from '#messages';
import {
  categoryTypes,
  maxCategoryName,
  type CategoryType,
} from '@lintel/contract/training/constants';
import type { Category } from '@lintel/contract/training/manage';
import { EditModal, OrderField, useTrainingForm } from './edit-modal.tsx';
import { findCategory, saveCategory } from './requests.ts';
import { categoryLabels, categoryValues, typeLabels } from './values.ts';
import classes from './material-form.module.css';

interface Options {
  /** The category being edited; null creates one. */
  category: Category | null;
  /** The initial type of a new category. */
  type: CategoryType | '';
  onSaved: () => void;
}

const rules = () => import('@lintel/contract/training/rules').then((module) => module.categoryForm);

function useCategoryForm({ category, type, onSaved }: Options) {
  const [first] = useState(type);
  return useTrainingForm({
    draft: 'category',
    item: category,
    toValues: (stored: Category | null) => categoryValues(stored, first),
    labels: categoryLabels,
    rules,
    save: saveCategory,
    find: findCategory,
    onSaved,
  });
}

interface Props {
  /** The category being edited; null creates one. */
  category: Category | null;
  /** The initial type of a new category. */
  type: CategoryType;
  onClose: () => void;
}

const choices = categoryTypes.map((value) => ({ value, label: typeLabels[value] }));

/** Creates or edits a category. The type of an existing one can't change. */
export function CategoryModal({ category, type, onClose }: Props) {
  const used = useCategoryForm({ category, type, onSaved: onClose });
  const { field, values, errors, setValue } = used;
  const isNew = category === null;
  return (
    <EditModal
      title={isNew ? m.training_category_add() : m.training_category_edit()}
      isNew={isNew}
      used={used}
      size={560}
      onClose={onClose}
    >
      <TextInput
        {...field('name')}
        className={classes.wide ?? ''}
        label={m.common_name()}
        required
        data-autofocus
        maxLength={maxCategoryName}
        autoComplete="off"
      />
      <Select
        label={m.common_type()}
        placeholder={m.common_chooseType()}
        description={isNew ? m.training_category_typeHelp() : m.training_category_typeLocked()}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={choices}
        value={values.type || null}
        error={errors['type']}
        aria-invalid={errors['type'] !== undefined}
        onChange={(chosen) => setValue('type', chosen ?? '')}
        onBlur={field('type').onBlur}
        disabled={!isNew}
        required
      />
      <OrderField {...field('order')} onChange={(order) => setValue('order', order)} />
      <Textarea
        {...field('description')}
        className={classes.wide ?? ''}
        label={m.common_description()}
        maxLength={1000}
        rows={3}
      />
    </EditModal>
  );
}
