import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as m from '#messages';
import {
  enoughStrength,
  isMadeOfOwnWords,
  ownWordsOf,
  ownWordsPassword,
  strengthLimits,
  type PasswordOwner,
} from '@lintel/contract/identity/password';
import { brand } from './brand.ts';

let meter: Promise<ZxcvbnFactory> | undefined;

/** Its dictionaries are larger than the whole portal: they come with the first new password. */
async function loadMeter(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Meter }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new Meter({
    ...strengthLimits,
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
  });
}

export interface Strength {
  /** Whether the server takes it. */
  isEnough: boolean;
  words: string;
}

const verdicts = [
  m.common_password_easy(),
  m.common_password_easy(),
  m.common_password_fair(),
  m.common_password_hard(),
  m.common_password_veryHard(),
];

/**
 * How hard a password is to guess, judged as the server does, and what would make it better.
 * Throws when the dictionaries cannot be loaded.
 */
export async function strengthOf(
  password: string,
  owner: Omit<PasswordOwner, 'product'>,
): Promise<Strength> {
  meter ??= loadMeter();
  // Without them this time, it may be luckier with the next letter.
  meter.catch(() => (meter = undefined));
  const words = ownWordsOf({ ...owner, product: brand.name });
  const { score, feedback } = (await meter).check(password, words);
  if (score >= enoughStrength && isMadeOfOwnWords(password, words))
    return { isEnough: false, words: ownWordsPassword };
  const said = [verdicts[score], feedback.warning, feedback.suggestions[0]];
  return { isEnough: score >= enoughStrength, words: said.filter(Boolean).join(' ') };
}
