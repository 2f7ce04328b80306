import { useQuery } from '@tanstack/react-query';
import type { SocialTemplate } from '@lintel/contract/marketing-templates';
import { failureText } from '../../../lib/unexpected.ts';
import { socialPictureQuery } from './api/social-picture.ts';
import { formatWords } from './social-format.ts';
import { SocialPicture } from './social-picture.tsx';

/** The picture that a template makes as it is stored. */
export function StoredPicture({ template }: { template: SocialTemplate }) {
  const { data, error } = useQuery(socialPictureQuery(template));
  return (
    <SocialPicture
      template={template}
      file={data}
      failure={error === null ? undefined : failureText(error)}
      caption={formatWords(template)}
    />
  );
}
