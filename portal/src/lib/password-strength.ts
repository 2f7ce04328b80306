import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as m from '#messages';
import {
  enoughStrength,
  hasOnlyOwnWords,
  listOwnWords,
  ownWordsPassword,
  strengthLimits,
  type PasswordOwner,
} from '@lintel/contract/identity/password';
import { brand } from './brand.ts';

let meter: Promise<ZxcvbnFactory> | undefined;

/** The dictionaries are larger than the whole portal, so they load with the first new password. */
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
  /** Whether the server accepts it. */
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
 * A password's strength, rated as the server does, with suggestions. Throws if the dictionaries
 * can't be loaded.
 */
export async function passwordStrength(
  password: string,
  owner: Omit<PasswordOwner, 'product'>,
): Promise<Strength> {
  meter ??= loadMeter();
  // A failed load is retried at the next key.
  meter.catch(() => (meter = undefined));
  const words = listOwnWords({ ...owner, product: brand.name });
  const { score, feedback } = (await meter).check(password, words);
  if (score >= enoughStrength && hasOnlyOwnWords(password, words))
    return { isEnough: false, words: ownWordsPassword };
  const messages = [verdicts[score], feedback.warning, feedback.suggestions[0]];
  return { isEnough: score >= enoughStrength, words: messages.filter(Boolean).join(' ') };
}
