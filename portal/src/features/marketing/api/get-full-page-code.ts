import type { fullPageCode, fullPagePreview } from '@lintel/contract/marketing-widgets';
import { call } from '../../../lib/api/call.ts';
import { addressOf } from '../../../lib/api/encode.ts';
import { basePath } from '../../../lib/api/send.ts';
import {
  coBrandedColorsOf,
  codeQuery,
  joined,
  widgetCall,
  type SchemeOptions,
} from './widget-code.ts';

const getCode = call<typeof fullPageCode>(
  { method: 'GET', path: '/widgets/full-page/{pageId}' },
  widgetCall,
);

const queryOf = ({ scheme, ...others }: SchemeOptions) => ({
  ...others,
  ...coBrandedColorsOf(scheme),
});

/** The full page widget's code for a page. */
export const fullPageQuery = (pageId: number, options: SchemeOptions) =>
  codeQuery(['full-page', pageId, options], async (sending) => {
    const { html, script } = await getCode(
      { params: { pageId }, query: queryOf(options) },
      sending,
    );
    const code = joined(html, script);
    return { code, preview: code };
  });

const previewPath: (typeof fullPagePreview)['path'] = '/widgets/full-page/{pageId}/preview';

/**
 * The address of a page that shows the widget. It is opened by the browser itself, so the user
 * stands in the query.
 */
export const fullPagePreviewAddress = (pageId: number, options: SchemeOptions): string =>
  basePath + addressOf(previewPath, { pageId }, queryOf(options));
