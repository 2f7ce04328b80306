import type { output } from 'zod';
import type {
  createTemplate,
  newTemplateForm,
  templateForm,
  updateTemplate,
} from '@lintel/contract/emails';
import { call } from '../../../lib/api/call.ts';

/** The form tells of every failure itself. */
const handles = { handles: [500] };
const create = call<typeof createTemplate>(
  { method: 'POST', path: '/manage/emails/templates', encoding: 'form' },
  handles,
);
const update = call<typeof updateTemplate>(
  { method: 'POST', path: '/manage/emails/templates/{id}', encoding: 'form' },
  handles,
);

export type TemplateToSave = output<typeof templateForm> | output<typeof newTemplateForm>;

/**
 * Makes a template when it names its event, and changes the `existing` one otherwise; `version` is
 * the state that was seen.
 */
export function saveTemplate(existing: { id: number; version: number }, sent: TemplateToSave) {
  if ('usedFor' in sent) return create({ body: sent });
  return update({ params: { id: existing.id }, body: { ...sent, version: existing.version } });
}
