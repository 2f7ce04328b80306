import type { Template } from '@lintel/contract/emails';
import type { Draft } from './api/preview-template.ts';

/** What the form holds; choices are the texts of their ids, empty when nothing is chosen. */
export interface TemplateValues {
  type: string;
  subject: string;
  from: string;
  to: string;
  bcc: string;
  body: string;
  category: string;
  usedFor: string;
  description: string;
  enabled: boolean;
  unsubscribe: boolean;
}

/** The fields that are a line of text. */
export type LineName = 'subject' | 'from' | 'to' | 'bcc' | 'description';

const blank: TemplateValues = {
  type: '',
  subject: '',
  from: '',
  to: '',
  bcc: '',
  body: '',
  category: '',
  usedFor: '',
  description: '',
  enabled: false,
  unsubscribe: false,
};

/** What the form starts with; null is a new template. */
export function valuesOf(template: Template | null): TemplateValues {
  if (template === null) return blank;
  const {
    type,
    category,
    usedFor,
    subject,
    from,
    to,
    bcc,
    body,
    description,
    enabled,
    unsubscribe,
  } = template;
  const choices = {
    type: String(type),
    category: category === null ? '' : String(category.id),
    usedFor: String(usedFor),
  };
  return { ...choices, subject, from, to, bcc, body, description, enabled, unsubscribe };
}

export const draftOf = ({ subject, body, usedFor, unsubscribe }: TemplateValues): Draft => ({
  subject,
  body,
  usedFor,
  unsubscribe,
});

/** A line without white space around it, and with single spaces inside. */
export const collapsed = (line: string): string => line.trim().replace(/\s+/g, ' ');

export const differs = (values: TemplateValues, initial: TemplateValues): boolean =>
  (Object.keys(blank) as (keyof TemplateValues)[]).some((name) => values[name] !== initial[name]);
