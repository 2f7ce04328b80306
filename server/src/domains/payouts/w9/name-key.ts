import { foldedText } from '../../../platform/db/folded.ts';

/**
 * A name as the tax form's review compares it: without case, accents, punctuation, and the words
 * for the kind of company at its end. The same as the database's `name_key`, to which a test holds
 * it.
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
