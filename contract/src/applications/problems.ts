import { messages } from '../core/field-rules.ts';

/**
 * What can be wrong with a form's answer, with the numbers that the message needs. The homeowner's
 * page has its own messages per language; `problemText` has the English ones for the server and the
 * portal.
 */
export type Problem =
  | { key: 'required' | 'email' | 'name' | 'phone' | 'comma' }
  | { key: 'max'; max: number }
  | { key: 'amount'; min: number; max: number };

const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`;

export function problemText(problem: Problem): string {
  switch (problem.key) {
    case 'max':
      return messages.max(problem.max);
    case 'amount':
      return `Please enter an amount between ${dollars(problem.min)} and ${dollars(problem.max)}.`;
    case 'name':
      return messages.name;
    case 'required':
    case 'email':
    case 'phone':
    case 'comma':
      return messages[problem.key];
  }
}
