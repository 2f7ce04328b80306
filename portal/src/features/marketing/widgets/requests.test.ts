import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpResponse } from 'msw';
import { colorSchemes } from '@lintel/contract/marketing/constants';
import { makeQueryClient } from '../../../lib/query-client.ts';
import {
  bannerQuery,
  calculatorQuery,
  fullPageQuery,
  mailBannerCode,
  mailCalculatorCode,
  mailFullPageCode,
  mailRealCode,
  realQuery,
  standardScheme,
} from './requests.ts';
import { bannerSizesQuery, bannersQuery } from './banners-page.tsx';
import { fullPageShowQuery } from './full-page-page.tsx';

const client = makeQueryClient();
const scheme = colorSchemes.find(({ key }) => key === 'yellow/purple') ?? standardScheme;
const options = { userId: 11, scheme, hideLink: '0' } as const;
const calculator = { ...options, border: '1' } as const;
const banner = { userId: 11, pageId: 1000, width: 930, height: 180, hideLink: '1' } as const;
const email = 'web@example.com';

/** A response with the fields of every call. */
const anyAnswer = {
  html: '',
  script: '',
  previewHtml: '',
  previewScript: '',
  code: '',
  show: true,
  data: [],
  message: 'Success!',
};

let sent: { path: string; fields: Record<string, string> }[] = [];
beforeEach(() => {
  sent = [];
  client.clear();
  vi.spyOn(globalThis, 'fetch').mockImplementation((address, init) => {
    const url = new URL(String(address), 'http://portal.example');
    const fields = init?.body instanceof FormData ? init.body : url.searchParams;
    sent.push({
      path: url.pathname,
      fields: Object.fromEntries([...fields].map(([name, value]) => [name, String(value)])),
    });
    return Promise.resolve(HttpResponse.json(anyAnswer));
  });
});

const all = [
  () => client.fetchQuery(bannersQuery(11)),
  () => client.fetchQuery(bannerSizesQuery(11)),
  () => client.fetchQuery(bannerQuery(2, banner)),
  () => mailBannerCode(2, banner, email),
  () => client.fetchQuery(calculatorQuery(1000, calculator)),
  () => mailCalculatorCode(1000, calculator, email),
  () => client.fetchQuery(fullPageShowQuery(11)),
  () => client.fetchQuery(fullPageQuery(1000, options)),
  () => mailFullPageCode(1000, options, email),
  () => client.fetchQuery(realQuery(1000, options)),
  () => mailRealCode(1000, options, email),
];

describe('the widget calls', () => {
  it('have no timeout [MKT-203]', async () => {
    const timer = vi.spyOn(AbortSignal, 'timeout');
    for (const send of all) await send();
    expect(sent).toHaveLength(all.length);
    expect(timer).not.toHaveBeenCalled();
  });

  it('send colors with $ to the calculator, the third one as coBrandedColor [MKT-128] [MKT-221]', async () => {
    await client.fetchQuery(calculatorQuery(1000, calculator));
    await mailCalculatorCode(1000, calculator, email);
    const colors = { color1: '$FFD200', color2: '$472152', coBrandedColor: '$293033' };
    const shared = { ...colors, userId: '11', border: '1', hideLink: '0' };
    expect(sent).toEqual([
      { path: '/api/v1/widgets/payment-calculator/1000', fields: { ...shared, pageId: '1000' } },
      { path: '/api/v1/widgets/payment-calculator/1000/mail', fields: { ...shared, email } },
    ]);
  });

  it('send colors with $ for the full page code and with # in its e-mail, the third one as coBrandedColor [MKT-129] [MKT-221] [MKT-222]', async () => {
    await client.fetchQuery(fullPageQuery(1000, options));
    await mailFullPageCode(1000, options, email);
    const shared = { userId: '11', hideLink: '0' };
    expect(sent).toEqual([
      {
        path: '/api/v1/widgets/full-page/1000',
        fields: { ...shared, color1: '$FFD200', color2: '$472152', coBrandedColor: '$293033' },
      },
      {
        path: '/api/v1/widgets/full-page/1000/mail',
        fields: {
          ...shared,
          color1: '#FFD200',
          color2: '#472152',
          coBrandedColor: '#293033',
          email,
        },
      },
    ]);
  });

  it('send colors with $ for the button code and with # in its e-mail, the third one as color3 [MKT-130] [MKT-221] [MKT-223]', async () => {
    await client.fetchQuery(realQuery(1000, options));
    await mailRealCode(1000, options, email);
    const shared = { userId: '11', hideLink: '0', widthbtn: '400', textButton: 'Apply now' };
    expect(sent).toEqual([
      {
        path: '/api/v1/widgets/real/1000',
        fields: { ...shared, color1: '$FFD200', color2: '$472152', color3: '$293033' },
      },
      {
        path: '/api/v1/widgets/real/1000/mail',
        fields: { ...shared, color1: '#FFD200', color2: '#472152', color3: '#293033', email },
      },
    ]);
  });
});
