import { realWidget } from '@lintel/contract/marketing-constants';
import type { realCode } from '@lintel/contract/marketing-widgets';
import { call } from '../../../lib/api/call.ts';
import { codeQuery, colorsOf, joined, widgetCall, type SchemeOptions } from './widget-code.ts';

const getCode = call<typeof realCode>(
  { method: 'GET', path: '/widgets/real/{pageId}' },
  widgetCall,
);

/** What the apply-now button says, and how wide it is. */
export const buttonLook = { widthbtn: realWidget.width, textButton: realWidget.text };

/** The apply-now button's code for a page. */
export const realQuery = (pageId: number, options: SchemeOptions) =>
  codeQuery(['real', pageId, options], async (sending) => {
    const { scheme, ...others } = options;
    const { html, script, previewHtml, previewScript } = await getCode(
      { params: { pageId }, query: { ...others, ...buttonLook, ...colorsOf(scheme) } },
      sending,
    );
    return { code: joined(html, script), preview: joined(previewHtml, previewScript) };
  });
