/** One rule of a new password, and what is said when it is broken. */
export interface PasswordRule {
  message: string;
  holds(password: string): boolean;
  /** Forbids something, where the others ask for something. */
  forbids?: true;
}

/** The characters other than letters and digits that a password may hold. */
export const passwordSpecials = '~!@#$%&()-_+={}[]|\\;:<>,.?/';

const isAllowed = (character: string): boolean =>
  /[A-Za-z0-9\s]/.test(character) || passwordSpecials.includes(character);

/**
 * What a new password must have; the first rule that is broken is
 * said.
 */
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

/** From 0, guessed at once, to 4: a new password that is easier to guess than this is refused. */
export const enoughStrength = 2;
export const easyPassword =
  'This password is easy to guess. Try a longer one or a few unrelated words.';

/**
 * How a new password is checked on both sides. Only so many substitutions such as `4` for `a` are
 * tried, because each one costs time.
 */
export const strengthLimits = { maxLength: 32, l33tMaxSubstitutions: 20 } as const;

/** Of a password that is little more than words which its owner's acquaintances know. */
export const ownWordsPassword =
  "This password is made of your name, e-mail, company, or our name. Use words that don't say who you are.";

/** What a person would try first when guessing the password of this account. */
function personalWords(...told: readonly (string | undefined)[]): string[] {
  const parts = told.flatMap((text = '') => [
    text,
    ...text.split(/[^\p{L}\p{N}]+/u),
    text.replace(/[^\p{L}\p{N}]+/gu, ''),
  ]);
  const words = parts.map((part) => part.toLowerCase().slice(0, strengthLimits.maxLength));
  return [...new Set(words.filter((word) => word.length > 2))].slice(0, 60);
}

/** Whom a password is for. */
export interface PasswordOwner {
  email: string;
  firstname: string;
  lastname: string;
  /** Null for staff. */
  company: string | null;
  /** The name of the product. */
  product: string;
}

/** The words of an account that make bad passwords, longest first; of its e-mail not the last label. */
export const ownWordsOf = ({ email, firstname, lastname, company, product }: PasswordOwner) =>
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

/** Signs that people write for letters. */
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
const lettersOf = (text: string): string => plain(text).replace(/[^a-z]/g, '');
const reversed = (text: string): string => Array.from(text).toReversed().join('');

/** Words that people add to their own. */
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

/** Letters that a password needs besides the account's own words. */
const enoughOthers = 4;

/** Whether nearly nothing is left without the account's own words, years, digits, and signs. */
export function isMadeOfOwnWords(password: string, words: readonly string[]): boolean {
  const withoutYears = password.replace(/(19|20)\d\d/g, ' ');
  const core = withoutYears.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return (
    isLeftWith(lettersOf(withoutYears), words.map(lettersOf)) ||
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
