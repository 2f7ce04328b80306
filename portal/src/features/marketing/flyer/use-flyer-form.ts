import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { flyerForm } from '@lintel/contract/marketing-flyer';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import '../../../lib/form/rules.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { flyerImagesQuery } from '../api/get-flyer-images.ts';
import { materialsQuery, type MaterialsPage } from '../api/get-materials.ts';
import { saveMaterials } from '../api/save-materials.ts';
import { logoOf, valuesOf } from './flyer-values.ts';

/**
 * The flyer form's state. After saving, the pages and the pictures are loaded anew and the form is
 * closed.
 */
export function useFlyerForm(contractorId: number, page: MaterialsPage, onClose: () => void) {
  const client = useQueryClient();
  const [initial] = useState(() => valuesOf(page));
  const logo = useLogo(logoOf(page));
  const form = useContractForm({
    initial,
    rules: () => Promise.resolve(flyerForm),
    fieldFor: (name) => name.replace(/^flyer\./, ''),
    onSubmit: async (sent) => {
      const logoFileName = logo.removed ? '' : (logo.file?.name ?? page.flyer.logoFileName ?? '');
      const { message } = await saveMaterials({
        params: { id: contractorId, pid: page.id },
        body: {
          id: contractorId,
          pId: page.id,
          pageName: page.pageName,
          flyer: { ...sent, logoFileName },
        },
        files: { logoFileBlob: logo.file },
      });
      void client.invalidateQueries({ queryKey: flyerImagesQuery(contractorId, page.id).queryKey });
      await client.invalidateQueries({ queryKey: materialsQuery(contractorId).queryKey });
      showToast(message, 'success', toastLife.short);
      onClose();
    },
    onFailure: (failure) => showToast(wordsOf(failure), 'danger', toastLife.short),
  });
  return { ...form, logo };
}
export type FlyerFormState = ReturnType<typeof useFlyerForm>;

/** What the server says of the logo, which is no field of the form, or of the whole. */
const wordsOf = (failure: unknown): string =>
  (failure instanceof ApiError && failure.fields['logoFileBlob']) || messageOf(failure);

/** A logo that is stored, chosen or taken away. */
function useLogo(stored: string | null) {
  const [file, setFile] = useState<File | null>(null);
  const [removed, setRemoved] = useState(false);
  return {
    file,
    removed,
    stored: removed ? null : stored,
    choose: (chosen: File): void => {
      setFile(chosen);
      setRemoved(false);
    },
    remove: (): void => {
      setFile(null);
      setRemoved(true);
    },
  };
}
export type FlyerLogo = ReturnType<typeof useLogo>;
