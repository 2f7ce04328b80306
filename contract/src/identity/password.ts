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
