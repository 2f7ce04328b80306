import { useState } from 'react';
import type { CategoryType } from '@lintel/contract/training-constants';
import type { Category } from '@lintel/contract/training-manage';
import { findCategory, saveCategory } from './api/categories.ts';
import { categoryLabels, categoryValues } from './category-values.ts';
import { useEditForm } from './use-edit-form.ts';

interface Options {
  /** The category that is changed; null makes a new one. */
  category: Category | null;
  /** What a new one starts as. */
  type: CategoryType | '';
  onSaved: () => void;
}

const rules = () => import('@lintel/contract/training-rules').then((module) => module.categoryForm);

/** The form of a category. */
export function useCategoryForm({ category, type, onSaved }: Options) {
  const [first] = useState(type);
  return useEditForm({
    item: category,
    valuesOf: (stored: Category | null) => categoryValues(stored, first),
    labels: categoryLabels,
    rules,
    save: saveCategory,
    find: findCategory,
    onSaved,
  });
}
