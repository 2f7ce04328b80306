import { accountTemplates } from './account.ts';
import { applicationTemplates } from './applications.ts';
import { billingTemplates } from './billing.ts';
import { supportTemplates } from './support.ts';
import type { DefaultTemplate } from './template.ts';

export const defaultTemplates: readonly DefaultTemplate[] = [
  ...accountTemplates,
  ...applicationTemplates,
  ...billingTemplates,
  ...supportTemplates,
];

/** The product's own text for an event; undefined for events that staff made. */
export const defaultTemplateOf = (event: string): DefaultTemplate | undefined =>
  defaultTemplates.find((template) => template.event === event);
