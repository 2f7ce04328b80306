import { createElement, Fragment, type ReactNode } from 'react';
import type { Marked } from '#messages';

interface Props<Mark extends string> {
  text: Marked<Mark>;
  /** Renders each mark around its text. */
  parts: Record<Mark, (words: string) => ReactNode>;
}

/** A catalog text in which some words are links, bold, or the like. */
export const Rich = <Mark extends string>({ text, parts }: Props<Mark>): ReactNode =>
  createElement(
    Fragment,
    null,
    ...text.map((piece) => {
      if (typeof piece !== 'object') return piece;
      const [mark, ...words] = piece;
      return parts[mark](words.join(''));
    }),
  );
