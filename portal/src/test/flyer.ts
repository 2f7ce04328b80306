import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { Session } from '@lintel/contract/identity/sessions';
import type { listMaterials } from '@lintel/contract/marketing/flyer';
import { keepQueries } from './marketing.ts';
import { press } from './forms.ts';
import { openPortal } from './render-portal.tsx';
import { answer } from './server.ts';
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
  drawing: Parameters<typeof keepQueries>[1] = images,
  session: Session = owner(),
) {
  const view = await openPortal('/refer', session);
  answer('get', '/contractor/7/page/marketing-materials', { data: pages });
  keepQueries('/contractor/7/page/:pageId/flyer/images', drawing);
  await act(() => view.router.navigate({ href: '/homeowner-flyer' }));
  await screen.findByRole('heading', { name: 'Homeowner Flyer', level: 1 });
  return view;
}

export const editFlyer = (): Promise<void> => press('EDIT FLYER');

/** Takes saves as the server does: from then on the pages are `stored`. */
export function takeSaves(
  stored = [materials()],
  path = '/contractor/7/page/1000/marketing-materials',
) {
  const saved: { fields: Record<string, FormDataEntryValue>; flyer: Record<string, unknown> }[] =
    [];
  answer('post', path, async (request) => {
    const fields = Object.fromEntries(await request.formData());
    saved.push({ fields, flyer: JSON.parse(String(fields['flyer'])) as Record<string, unknown> });
    answer('get', '/contractor/7/page/marketing-materials', { data: stored });
    return HttpResponse.json({ message: 'Update successful', page: stored[0] });
  });
  return saved;
}

/** Chooses a logo as if through the button's window. */
export const chooseLogo = (name: string, type: string, bytes = 3): Promise<void> =>
  userEvent.upload(
    screen.getByLabelText<HTMLInputElement>('CHANGE LOGO', { selector: 'input' }),
    new File(['x'.repeat(bytes)], name, { type }),
    {
      applyAccept: false,
    },
  );
