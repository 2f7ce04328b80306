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

/** What a person would try first when guessing the password of this account. */
export function personalWords(...told: readonly (string | undefined)[]): string[] {
  const parts = told.flatMap((text = '') => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const words = parts.map((part) => part.toLowerCase().slice(0, strengthLimits.maxLength));
  return [...new Set(words.filter((word) => word.length > 2))].slice(0, 30);
}
