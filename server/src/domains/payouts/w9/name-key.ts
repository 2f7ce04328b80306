import { foldedText } from '../../../platform/db/folded.ts';

/**
 * A name normalized for the tax form review: without case, accents, punctuation, and trailing
 * company type. Matches the database's `name_key`; a test checks that.
 */
export const nameKey = (name: string): string =>
  foldedText(name)
    .replace(/['.]/g, '')
    .replaceAll('&', ' and ')
    .replace(/[-,"/()+!:;\s]+/g, ' ')
    .trim()
    .replace(/^the /, '')
    .replace(
      /(?: (?:limited liability company|llc|l l c|inc|incorporated|corp|corporation|co|company|ltd|limited|lp|llp|lllp|pllc|pc))+$/,
      '',
    );
