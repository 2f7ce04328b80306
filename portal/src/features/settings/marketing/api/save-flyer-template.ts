import type {
  createFlyerTemplate,
  FlyerTemplate,
  updateFlyerTemplate,
} from '@lintel/contract/marketing-templates';
import { call } from '../../../../lib/api/call.ts';
import { accepted } from '../../../../lib/api/accepted.ts';

/** The form tells of every failure itself. */
const handles = { handles: [500] };
const create = call<typeof createFlyerTemplate>(
  { method: 'POST', path: '/manage/flyer-templates', encoding: 'form' },
  handles,
);
const update = call<typeof updateFlyerTemplate>(
  { method: 'POST', path: '/manage/flyer-templates/{id}', encoding: 'form' },
  handles,
);

export interface FlyerToSave {
  title: string;
  description: string;
  body: string;
}

/**
 * Makes a flyer template, or changes the one that was `seen`; another version of it is a conflict.
 */
export async function saveFlyerTemplate(
  seen: Pick<FlyerTemplate, 'id' | 'version'> | null,
  { title, description, body }: FlyerToSave,
) {
  if (seen === null) return accepted(await create({ body: { title, description, body } }));
  const { id, version } = seen;
  return accepted(await update({ params: { id }, body: { id, description, body, version } }));
}
