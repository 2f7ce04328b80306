import type { bannerCode } from '@lintel/contract/marketing-widgets';
import { call } from '../../../lib/api/call.ts';
import { codeQuery, widgetCall, type HideLink } from './widget-code.ts';

const getCode = call<typeof bannerCode>(
  { method: 'GET', path: '/widgets/banner/{id}' },
  widgetCall,
);

export interface BannerOptions {
  userId: number;
  pageId: number;
  /** Pixels. */
  width: number;
  height: number;
  hideLink: HideLink;
}

/** A banner's code. */
export const bannerQuery = (id: number, options: BannerOptions) =>
  codeQuery(['banner', id, options], async (sending) => {
    const { code } = await getCode({ params: { id }, query: options }, sending);
    return { code, preview: code };
  });
