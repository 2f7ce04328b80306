import type {
  createSocialTemplate,
  SocialTemplate,
  updateSocialTemplate,
} from '@lintel/contract/marketing-templates';
import { call } from '../../../../lib/api/call.ts';
import { accepted } from '../../../../lib/api/accepted.ts';

/** The form tells of every failure itself. */
const handles = { handles: [500] };
const create = call<typeof createSocialTemplate>(
  { method: 'POST', path: '/social-media-image-templates', encoding: 'form' },
  handles,
);
const update = call<typeof updateSocialTemplate>(
  { method: 'POST', path: '/social-media-image-template/{id}', encoding: 'form' },
  handles,
);

export type SocialToSave = Pick<SocialTemplate, 'title' | 'socialMedia' | 'contentType' | 'body'>;

/**
 * Makes an image template, or changes the one that was `seen`; another version of it is a conflict.
 */
export async function saveSocialTemplate(
  seen: Pick<SocialTemplate, 'id' | 'version'> | null,
  sent: SocialToSave,
) {
  if (seen === null) return accepted(await create({ body: sent }));
  const { id, version } = seen;
  return accepted(
    await update({ params: { id }, body: { id, title: sent.title, body: sent.body, version } }),
  );
}
