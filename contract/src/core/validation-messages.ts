import { config, type core } from 'zod';

type Message = (issue: core.$ZodRawIssue) => string;

const isNumber = (issue: core.$ZodRawIssue): boolean =>
  'origin' in issue && issue.origin === 'number';

/** The message for an invalid value whose rule has no message of its own. */
const message: Message = (issue) => {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined || issue.input === '') return 'This field is required.';
    return issue.expected === 'number' || issue.expected === 'int'
      ? 'Please use a number.'
      : 'This value has the wrong form.';
  }
  if (issue.code === 'too_small') {
    if (!isNumber(issue)) return 'This value is too short.';
    return issue.inclusive
      ? `Please use ${issue.minimum} or more.`
      : `Please use more than ${issue.minimum}.`;
  }
  if (issue.code === 'too_big')
    return isNumber(issue) ? `Please use ${issue.maximum} or less.` : 'This value is too long.';
  if (issue.code === 'invalid_value')
    return `Please choose one of: ${issue.values.map(String).join(', ')}.`;
  return 'This value is not accepted.';
};

/** Makes this process's validator use these messages. */
export const setValidationMessages = (): void => void config({ customError: message });
