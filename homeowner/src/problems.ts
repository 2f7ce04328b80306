import * as m from '#messages';
import type { Problem } from '@lintel/contract/applications/problems';
import { wholeDollars } from './money.ts';

/** The message for an answer's problem, in the page's language. */
export function problemText(problem: Problem): string {
  switch (problem.key) {
    case 'required':
      return m.form_required();
    case 'email':
      return m.form_wrong_email();
    case 'name':
      return m.form_wrong_name();
    case 'phone':
      return m.form_wrong_phone();
    case 'comma':
      return m.form_wrong_comma();
    case 'max':
      return m.form_wrong_max({ max: String(problem.max) });
    case 'amount':
      return m.form_wrong_amount({
        min: wholeDollars(problem.min),
        max: wholeDollars(problem.max),
      });
  }
}
