import { useState } from 'react';
import type { Category, StaffMaterial } from '@lintel/contract/training-manage';
import type { CategoryType } from '@lintel/contract/training-constants';
import { findMaterial, saveMaterial } from './api/materials.ts';
import { materialLabels, materialValues } from './material-values.ts';
import { useEditForm } from './use-edit-form.ts';

interface Options {
  /** The material that is changed; null makes a new one. */
  material: StaffMaterial | null;
  /** What a new one starts in. */
  categoryId: number | null;
  categories: readonly Category[];
  onSaved: () => void;
}

/**
 * What a category asks of its materials is looked at along with the fields' own rules, so that
 * every gap shows at once.
 */
const together = { when: () => true };

const rulesFor =
  (typeOf: (categoryId: unknown) => CategoryType | undefined, hasStoredImage: boolean) =>
  async () => {
    const { materialForm, materialProblems } = await import('@lintel/contract/training-rules');
    return materialForm.loose().superRefine((form, context) => {
      const type = typeOf(form.categoryId);
      if (type === undefined) return;
      const hasImage =
        form['videoImg'] instanceof File || (hasStoredImage && form.removeImage !== '1');
      for (const [name, message] of Object.entries(materialProblems(form, { type, hasImage })))
        context.addIssue({ code: 'custom', path: [name], message });
    }, together);
  };

/** The form of a material; `type` is the one of its category, undefined until that is known. */
export function useMaterialForm({ material, categoryId, categories, onSaved }: Options) {
  const [first] = useState(categoryId);
  const typeOf = (id: unknown): CategoryType | undefined =>
    categories.find((category) => String(category.id) === String(id))?.type ??
    (String(material?.categoryId) === String(id) ? material?.category.type : undefined);
  const used = useEditForm({
    item: material,
    valuesOf: (stored: StaffMaterial | null) => materialValues(stored, first),
    labels: materialLabels,
    rules: rulesFor(typeOf, (material?.videoImg ?? '') !== ''),
    save: saveMaterial,
    find: findMaterial,
    onSaved,
  });
  return { ...used, type: typeOf(used.values.categoryId) };
}
export type MaterialForm = ReturnType<typeof useMaterialForm>;
