import { queryOptions } from '@tanstack/react-query';
import { nonEmpty } from '@lintel/contract/core/map-values';
import { colorSchemes, realWidget, type ColorScheme } from '@lintel/contract/marketing/constants';
import type {
  bannerCode,
  calculatorCode,
  fullPageCode,
  fullPagePreview,
  mailBanner,
  mailCalculator,
  mailFullPage,
  mailReal,
  realCode,
} from '@lintel/contract/marketing/widgets';
import type { Language } from '@lintel/contract/core/language';
import { call } from '../../../lib/api/call.ts';
import { buildAddress } from '../../../lib/api/encode.ts';
import { basePath, type SendOptions } from '../../../lib/api/send.ts';

/** For every widget call: no timeout, and the page shows failures itself. */
export const widgetCall: SendOptions = { timeout: 0, handles: [500] };

/** A widget's code, and the code for its preview. */
interface WidgetCode {
  code: string;
  preview: string;
}

/** A widget's code with these options, shared by the preview and the code window. */
const codeQuery = (key: readonly unknown[], read: (options: SendOptions) => Promise<WidgetCode>) =>
  queryOptions({
    queryKey: ['widget-code', ...key],
    retry: false,
    queryFn: ({ signal }) => read({ signal }),
  });
export type CodeQuery = ReturnType<typeof codeQuery>;

/** The parts of a code without empty ones. */
const joined = (...parts: readonly string[]): string =>
  parts.filter((part) => part.trim() !== '').join('\n');

/** `0` shows the button or link, `1` hides it. */
type HideLink = '0' | '1';

/** The inputs of a widget's code with a color scheme. */
interface SchemeOptions {
  userId: number;
  scheme: ColorScheme;
  hideLink: HideLink;
  /** Undefined means the language of each visitor's browser. */
  lang?: Language | undefined;
}

/** A scheme's colors as `$RRGGBB`, or as `#RRGGBB` for calls that take them raw. */
const colorParameters = ({ color1, color2, color3 }: ColorScheme, sign: '$' | '#' = '$') => ({
  color1: sign + color1,
  color2: sign + color2,
  color3: sign + color3,
});

/** The colors for widgets with another name for the third one. */
function coBrandedColors(scheme: ColorScheme, sign: '$' | '#' = '$') {
  const { color3, ...others } = colorParameters(scheme, sign);
  return { ...others, coBrandedColor: color3 };
}

const getBannerCode = call<typeof bannerCode>(
  { method: 'GET', path: '/widgets/banner/{id}' },
  widgetCall,
);

interface BannerOptions {
  userId: number;
  pageId: number;
  /** Pixels. */
  width: number;
  height: number;
  hideLink: HideLink;
  /** Undefined means English. */
  lang?: 'es' | undefined;
}

export const bannerQuery = (id: number, options: BannerOptions) =>
  codeQuery(['banner', id, options], async (sending) => {
    const { code } = await getBannerCode({ params: { id }, query: options }, sending);
    return { code, preview: code };
  });

const getCalculatorCode = call<typeof calculatorCode>(
  { method: 'GET', path: '/widgets/payment-calculator/{pageId}' },
  widgetCall,
);

interface CalculatorOptions extends SchemeOptions {
  /** `1` with a border, `0` without. */
  border: '0' | '1';
}

/** The calculator's code for a page. */
export const calculatorQuery = (pageId: number, options: CalculatorOptions) =>
  codeQuery(['calculator', pageId, options], async (sending) => {
    const { scheme, ...others } = options;
    const { html, script } = await getCalculatorCode(
      { params: { pageId }, query: { ...others, pageId, ...coBrandedColors(scheme) } },
      sending,
    );
    const code = joined(html, script);
    return { code, preview: code };
  });

const getFullPageCode = call<typeof fullPageCode>(
  { method: 'GET', path: '/widgets/full-page/{pageId}' },
  widgetCall,
);

const toQuery = ({ scheme, ...others }: SchemeOptions) => ({
  ...others,
  ...coBrandedColors(scheme),
});

/** The full page widget's code for a page. */
export const fullPageQuery = (pageId: number, options: SchemeOptions) =>
  codeQuery(['full-page', pageId, options], async (sending) => {
    const { html, script } = await getFullPageCode(
      { params: { pageId }, query: toQuery(options) },
      sending,
    );
    const code = joined(html, script);
    return { code, preview: code };
  });

const previewPath: (typeof fullPagePreview)['path'] = '/widgets/full-page/{pageId}/preview';

/**
 * The address of a page that shows the widget. The browser opens it itself, so the user is in the
 * query.
 */
export const fullPagePreviewAddress = (pageId: number, options: SchemeOptions): string =>
  basePath + buildAddress(previewPath, { pageId }, toQuery(options));

const getRealCode = call<typeof realCode>(
  { method: 'GET', path: '/widgets/real/{pageId}' },
  widgetCall,
);

/** The apply-now button's text and width. */
const buttonLook = { widthbtn: realWidget.width, textButton: realWidget.text };

/** The apply-now button's code for a page. */
export const realQuery = (pageId: number, options: SchemeOptions) =>
  codeQuery(['real', pageId, options], async (sending) => {
    const { scheme, ...others } = options;
    const { html, script, previewHtml, previewScript } = await getRealCode(
      { params: { pageId }, query: { ...others, ...buttonLook, ...colorParameters(scheme) } },
      sending,
    );
    return { code: joined(html, script), preview: joined(previewHtml, previewScript) };
  });

const sendBanner = call<typeof mailBanner>(
  { method: 'POST', path: '/widgets/banner/{id}/mail', encoding: 'multipart' },
  widgetCall,
);

export const mailBannerCode = (id: number, options: BannerOptions, email: string) =>
  sendBanner({ params: { id }, body: { ...options, email } });

const sendCalculator = call<typeof mailCalculator>(
  { method: 'POST', path: '/widgets/payment-calculator/{pageId}/mail', encoding: 'multipart' },
  widgetCall,
);

export const mailCalculatorCode = (
  pageId: number,
  { scheme, ...options }: CalculatorOptions,
  email: string,
) =>
  sendCalculator({ params: { pageId }, body: { ...options, ...coBrandedColors(scheme), email } });

const sendFullPage = call<typeof mailFullPage>(
  { method: 'POST', path: '/widgets/full-page/{pageId}/mail', encoding: 'multipart' },
  widgetCall,
);

/** E-mails the full page widget's code. This call takes raw colors. */
export const mailFullPageCode = (
  pageId: number,
  { scheme, ...options }: SchemeOptions,
  email: string,
) =>
  sendFullPage({
    params: { pageId },
    body: { ...options, ...coBrandedColors(scheme, '#'), email },
  });

const sendReal = call<typeof mailReal>(
  { method: 'POST', path: '/widgets/real/{pageId}/mail', encoding: 'multipart' },
  widgetCall,
);

/** E-mails the apply-now button's code. This call takes raw colors. */
export const mailRealCode = (
  pageId: number,
  { scheme, ...options }: SchemeOptions,
  email: string,
) =>
  sendReal({
    params: { pageId },
    body: { ...options, ...buttonLook, ...colorParameters(scheme, '#'), email },
  });

/** The default scheme. */
export const [standardScheme] = nonEmpty(colorSchemes);
