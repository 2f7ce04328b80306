import { queryOptions } from '@tanstack/react-query';
import type { ColorScheme } from '@lintel/contract/marketing-constants';
import type { SendOptions } from '../../../lib/api/send.ts';

/**
 * Of every call of a widget: it may take as long as it takes, and its failure is told by the page.
 */
export const widgetCall: SendOptions = { timeout: 0, handles: [500] };

/** A code as it is handed out, and what shows it in the preview. */
export interface WidgetCode {
  code: string;
  preview: string;
}

/** The code of a widget with these options; the preview and the code's window share it. */
export const codeQuery = (
  key: readonly unknown[],
  read: (options: SendOptions) => Promise<WidgetCode>,
) =>
  queryOptions({
    queryKey: ['widget-code', ...key],
    retry: false,
    queryFn: ({ signal }) => read({ signal }),
  });
export type CodeQuery = ReturnType<typeof codeQuery>;

/** The parts of a code, without those that are empty. */
export const joined = (...parts: readonly string[]): string =>
  parts.filter((part) => part.trim() !== '').join('\n');

/** `0` shows the button or the link, `1` hides it. */
export type HideLink = '0' | '1';

/** What the code of a widget with a colour scheme depends on. */
export interface SchemeOptions {
  userId: number;
  scheme: ColorScheme;
  hideLink: HideLink;
}

/** A scheme's colours as `$RRGGBB`, or as `#RRGGBB` where a call takes them raw. */
export const colorsOf = ({ color1, color2, color3 }: ColorScheme, sign: '$' | '#' = '$') => ({
  color1: sign + color1,
  color2: sign + color2,
  color3: sign + color3,
});

/** The same for the widgets that name the third colour otherwise. */
export function coBrandedColorsOf(scheme: ColorScheme, sign: '$' | '#' = '$') {
  const { color3, ...others } = colorsOf(scheme, sign);
  return { ...others, coBrandedColor: color3 };
}
