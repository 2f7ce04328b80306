import type { CategoryType } from '@lintel/contract/training-constants';
import type { Category } from '@lintel/contract/training-manage';
import type { Labels } from '../marketing/differing.ts';

/** What the form of a category holds. */
export interface CategoryValues {
  name: string;
  description: string;
  /** Empty until one is chosen. */
  type: CategoryType | '';
  order: string;
}

export const categoryLabels: Labels<CategoryValues> = {
  name: 'Name',
  description: 'Description',
  type: 'Type',
  order: 'Order',
};

/** How the types are called, in display order. */
export const typeLabels: Readonly<Record<CategoryType, string>> = {
  onboarding_training: 'Onboarding',
  training: 'Training',
  faqs: 'FAQs',
};

/** What the form starts with; null is a new category, of the type that is looked at. */
export const categoryValues = (
  category: Category | null,
  type: CategoryType | '' = '',
): CategoryValues =>
  category === null
    ? { name: '', description: '', type, order: '' }
    : {
        name: category.name,
        description: category.description,
        type: category.type,
        order: orderText(category.order),
      };

/** An order as a field shows it; none is empty. */
export const orderText = (order: number): string => (order === 0 ? '' : String(order));
