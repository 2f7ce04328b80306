import type { WidgetKind } from '@lintel/contract/marketing-constants';

/** The widgets as contractors know them. */
export const widgetNames: Readonly<Record<WidgetKind, string>> = {
  banner: 'Banner',
  calculator: 'Monthly payment calculator',
  'full-page': 'Full page widget',
  'real-widget': 'Apply-now button',
};
