import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { Session } from '@lintel/contract/identity/sessions';
import { listMaterials, saveMaterials, readFlyerImages } from '@lintel/contract/marketing/flyer';
import { recordQueries } from './marketing.ts';
import { press } from './forms.ts';
import { openScreen } from './render-portal.tsx';
import { answer, at, type Handler } from './server.ts';
import { owner } from './sessions.ts';

type MaterialsPage = Answer<typeof listMaterials>['data'][number];

/** A page with its flyer. */
export const materials = (
  flyer: Partial<MaterialsPage['flyer']> = {},
  id = 1000,
  pageName = 'summit-roofing',
): MaterialsPage => ({
  id,
  pageName,
  fullUrl: `https://pay.example/p/${pageName}`,
  logo: '/api/v1/media/logo-1.png',
  logoUrl: '/api/v1/media/logo-of-the-page.png',
  flyer: {
    logoFileName: 'roof.png',
    companyName: 'Summit Roofing LLC',
    phone: '3035550110',
    extPhone: '12',
    websiteUrl: 'http://roofer.example',
    qrCodeBackside: 'Company website',
    language: 'en',
    ...flyer,
  },
  params: {
    companyName: 'Summit Roofing LLC',
    title: '',
    logoLinkUrl: '',
    fdAgreement: false,
    helocOffer: false,
    concierge: false,
    ccAcceptance: 'Yes',
  },
});

export const images = { previewImageFrontSide: '/front.png', previewImageBackSide: '/back.png' };

/** Opens the flyer of these pages. */
export async function openFlyer(
  pages = [materials()],
  drawing: typeof images | Handler<typeof images | Response> = images,
  session: Session = owner(),
) {
  const view = await openScreen('/refer', session);
  answer(at(listMaterials, { id: 7 }), { data: pages });
  recordQueries(at(readFlyerImages, { contractorId: 7 }), drawing);
  await act(() => view.router.navigate({ href: '/homeowner-flyer' }));
  await screen.findByRole('heading', { name: 'Homeowner Flyer', level: 1 });
  return view;
}

export const editFlyer = (): Promise<void> => press('EDIT FLYER');

/** Accepts saves as the server does; afterward the pages are `stored`. */
export function recordSaves(stored = [materials()], pageId = 1000) {
  const saved: { fields: Record<string, FormDataEntryValue>; flyer: Record<string, unknown> }[] =
    [];
  answer(at(saveMaterials, { id: 7, pid: pageId }), async (request) => {
    const fields = Object.fromEntries(await request.formData());
    saved.push({ fields, flyer: JSON.parse(String(fields['flyer'])) as Record<string, unknown> });
    answer(at(listMaterials, { id: 7 }), { data: stored });
    return { message: 'Update successful', page: stored[0] ?? materials() };
  });
  return saved;
}

/** Picks a logo as if through the file picker. */
export const chooseLogo = (name: string, type: string, bytes = 3): Promise<void> =>
  userEvent.upload(
    screen.getByLabelText<HTMLInputElement>('CHANGE LOGO', { selector: 'input' }),
    new File(['x'.repeat(bytes)], name, { type }),
    {
      applyAccept: false,
    },
  );
