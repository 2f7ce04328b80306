import { useState } from 'react';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Language } from '@lintel/contract/core/language';
import type { Answer } from '@lintel/contract/core/endpoint';
import { qrCodeOptions, type QrCodeOption } from '@lintel/contract/marketing/constants';
import {
  flyerForm,
  type listMaterials,
  type readFlyerImages,
  type saveMaterials as endpoint,
} from '@lintel/contract/marketing/flyer';
import { accepted } from '../../../lib/api/accepted.ts';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import '../../../lib/form/rules.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { useStoredFile } from '../../../lib/form/use-stored-file.ts';

export type MaterialsPage = Answer<typeof listMaterials>['data'][number];

const getMaterials = call<typeof listMaterials>(
  { method: 'GET', path: '/contractor/{id}/page/marketing-materials' },
  { handles: [500] },
);

/** The contractor's pages with their flyers' values. */
export const materialsQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['materials', contractorId],
    queryFn: ({ signal }) => getMaterials({ params: { id: contractorId } }, { signal }),
  });

/** The flyer form's fields. The logo is kept separately. */
interface FlyerValues {
  companyName: string;
  phone: string;
  extPhone: string;
  websiteUrl: string;
  qrCodeBackside: QrCodeOption;
  language: Language;
}

export function toFlyerValues({ flyer }: MaterialsPage): FlyerValues {
  const { companyName, phone, extPhone, websiteUrl, qrCodeBackside, language } = flyer;
  const qrCode = qrCodeOptions.find((option) => option === qrCodeBackside) ?? qrCodeOptions[0];
  return { companyName, phone, extPhone, websiteUrl, qrCodeBackside: qrCode, language };
}

/** The address of the flyer's logo; null without one. */
export const flyerLogo = ({ logo, flyer }: MaterialsPage): string | null =>
  flyer.logoFileName ? logo : null;

const save = call<typeof endpoint>(
  {
    method: 'POST',
    path: '/contractor/{id}/page/{pid}/marketing-materials',
    encoding: 'multipart',
  },
  { handles: [500] },
);

/** Saves a flyer's values and logo. */
const saveMaterials = async (request: Parameters<typeof save>[0]) => accepted(await save(request));

const getImages = call<typeof readFlyerImages>(
  { method: 'GET', path: '/contractor/{contractorId}/page/{pageId}/flyer/images' },
  { timeout: 0, handles: [500] },
);

/** Query key of a flyer's images, in all languages. */
const imagesKey = (contractorId: number, pageId: number) =>
  ['flyer-images', contractorId, pageId] as const;

/** The addresses of the images of both sides. Without `lang`, the flyer's own language. */
export const flyerImagesQuery = (contractorId: number, pageId: number, lang?: Language) =>
  queryOptions({
    queryKey: [...imagesKey(contractorId, pageId), lang],
    retry: false,
    queryFn: ({ signal }) =>
      getImages({ params: { contractorId, pageId }, query: { lang } }, { signal }),
  });

/** The flyer form's state. After a save, the pages and images are reloaded and the form closes. */
export function useFlyerForm(contractorId: number, page: MaterialsPage, onClose: () => void) {
  const client = useQueryClient();
  const [initial] = useState(() => toFlyerValues(page));
  const logo = useStoredFile(flyerLogo(page));
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
      void client.invalidateQueries({ queryKey: imagesKey(contractorId, page.id) });
      await client.invalidateQueries({ queryKey: materialsQuery(contractorId).queryKey });
      showToast(message, 'success', toastLife.short);
      onClose();
    },
    onFailure: (failure) => showToast(errorText(failure), 'danger', toastLife.short),
  });
  return { ...form, logo };
}
export type FlyerFormState = ReturnType<typeof useFlyerForm>;

/** The server's message about the logo, which isn't a form field, or about the whole form. */
const errorText = (failure: unknown): string =>
  (failure instanceof ApiError && failure.fields['logoFileBlob']) || errorMessage(failure);
