/** A rule for new passwords, and its error message. */
export interface PasswordRule {
  message: string;
  holds(password: string): boolean;
  /** Forbids something; the other rules require something. */
  forbids?: true;
}

/** The special characters allowed in a password. */
export const passwordSpecials = '~!@#$%&()-_+={}[]|\\;:<>,.?/';

const isAllowed = (character: string): boolean =>
  /[A-Za-z0-9\s]/.test(character) || passwordSpecials.includes(character);

/** The rules for new passwords; the first broken rule is reported. */
export const passwordRules: readonly PasswordRule[] = [
  {
    message: 'Enter 32 symbols maximum',
    holds: (password) => password.length <= 32,
    forbids: true,
  },
  {
    message: "Password can't contain spaces",
    holds: (password) => !/\s/.test(password),
    forbids: true,
  },
  {
    message: 'Invalid character',
    holds: (password) => Array.from(password).every(isAllowed),
    forbids: true,
  },
  { message: 'Must be at least 8 characters long', holds: (password) => password.length >= 8 },
  { message: 'Minimum of 1 lower case letter [a-z]', holds: (password) => /[a-z]/.test(password) },
  { message: 'Minimum of 1 upper case letter [A-Z]', holds: (password) => /[A-Z]/.test(password) },
  { message: 'Minimum of 1 numeric letter [0-9]', holds: (password) => /[0-9]/.test(password) },
];

/** The minimum strength, from 0 (guessed at once) to 4. */
export const enoughStrength = 2;
export const easyPassword =
  'This password is easy to guess. Try a longer one or a few unrelated words.';

/**
 * Strength check options for browser and server. The number of substitutions such as `4` for `a` is
 * limited because each one costs time.
 */
export const strengthLimits = { maxLength: 32, l33tMaxSubstitutions: 20 } as const;

/** The message for a password made mostly of words known to its owner's acquaintances. */
export const ownWordsPassword =
  "This password is based on your name, e-mail, company, or our name. Use words that don't identify you.";

/** What a person would try first when guessing this account's password. */
function personalWords(...told: readonly (string | undefined)[]): string[] {
  const parts = told.flatMap((text = '') => [
    text,
    ...text.split(/[^\p{L}\p{N}]+/u),
    text.replace(/[^\p{L}\p{N}]+/gu, ''),
  ]);
  const words = parts.map((part) => part.toLowerCase().slice(0, strengthLimits.maxLength));
  return [...new Set(words.filter((word) => word.length > 2))].slice(0, 60);
}

/** The account that a password is for. */
export interface PasswordOwner {
  email: string;
  firstname: string;
  lastname: string;
  /** Null for staff. */
  company: string | null;
  /** The name of the product. */
  product: string;
}

/**
 * The account's words that make bad passwords, longest first; the e-mail's last domain label is
 * left out.
 */
export const listOwnWords = ({ email, firstname, lastname, company, product }: PasswordOwner) =>
  personalWords(
    email.replace(/\.[^.@]*$/, ''),
    ...email.replace(/\.[^.@]*$/, '').split('@'),
    firstname,
    lastname,
    `${firstname}${lastname}`,
    `${lastname}${firstname}`,
    company ?? '',
    product,
  ).toSorted((one, other) => other.length - one.length);

/** Characters commonly written in place of letters. */
const lookAlikes: Readonly<Record<string, string>> = {
  '4': 'a',
  '@': 'a',
  '8': 'b',
  '(': 'c',
  '3': 'e',
  '9': 'g',
  '1': 'i',
  '!': 'i',
  '|': 'i',
  l: 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '2': 'z',
};

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const alike = (text: string): string =>
  Array.from(plain(text), (sign) => lookAlikes[sign] ?? sign)
    .join('')
    .replace(/[^a-z]/g, '');
const lettersOnly = (text: string): string => plain(text).replace(/[^a-z]/g, '');
const reversed = (text: string): string => Array.from(text).toReversed().join('');

/** Words commonly added to personal ones. */
const fillers = [
  'password',
  'welcome',
  'admin',
  'login',
  'hello',
  'qwerty',
  'secret',
  'abc',
  'the',
];

/** How many letters a password needs beyond the account's own words. */
const enoughOthers = 4;

/**
 * Whether almost nothing remains without the account's own words, years, digits, and special
 * characters.
 */
export function hasOnlyOwnWords(password: string, words: readonly string[]): boolean {
  const withoutYears = password.replace(/(19|20)\d\d/g, ' ');
  const core = withoutYears.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return (
    isLeftWith(lettersOnly(withoutYears), words.map(lettersOnly)) ||
    isLeftWith(alike(withoutYears), words.map(alike)) ||
    isLeftWith(alike(core), words.map(alike))
  );
}

function isLeftWith(letters: string, words: readonly string[]): boolean {
  const own = words.flatMap((word) => (word.length > 2 ? [word, reversed(word)] : []));
  let rest = letters;
  for (const word of own) rest = rest.replaceAll(word, ' ');
  if (rest === letters) return false;
  for (const word of fillers) rest = rest.replaceAll(word, ' ').replaceAll(alike(word), ' ');
  return rest.replaceAll(' ', '').length < enoughOthers;
}
