import { config, type core } from 'zod';

/** What is wrong with a value, for a person, where its rule has no words of its own. */
const words = (issue: core.$ZodRawIssue): string => {
  const isNumber = 'origin' in issue && issue.origin === 'number';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === '') return 'This field is required.';
      return issue.expected === 'number' || issue.expected === 'int' ? 'Please use a number.' : 'This value has the wrong form.';
    case 'too_small':
      if (!isNumber) return 'This value is too short.';
      return issue.inclusive ? `Please use ${issue.minimum} or more.` : `Please use more than ${issue.minimum}.`;
    case 'too_big':
      return isNumber ? `Please use ${issue.maximum} or less.` : 'This value is too long.';
    case 'invalid_value':
      return `Please choose one of: ${issue.values.map(String).join(', ')}.`;
    default:
      return 'This value is not accepted.';
  }
};

/** From here on the validator speaks plainly, in this process. */
export const speakPlainly = (): void => void config({ customError: words });
