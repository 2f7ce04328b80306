import { categoryTypes } from '@lintel/contract/training-constants';
import type { Category } from '@lintel/contract/training-manage';
import { typeLabels } from './category-values.ts';

/** The categories as the options of a choice, grouped by their types. */
export const categoryChoices = (categories: readonly Pick<Category, 'id' | 'name' | 'type'>[]) =>
  categoryTypes
    .map((type) => ({
      group: typeLabels[type],
      items: categories
        .filter((one) => one.type === type)
        .map(({ id, name }) => ({ value: String(id), label: name })),
    }))
    .filter(({ items }) => items.length > 0);
