import { useQuery } from '@tanstack/react-query';
import type { SocialTemplate } from '@lintel/contract/marketing-templates';
import { failureText } from '../../../lib/unexpected.ts';
import { versionPictureQuery } from './api/social-picture.ts';
import type { TemplateVersion } from './api/template-versions.ts';
import { formatWords } from './social-format.ts';
import { SocialPicture } from './social-picture.tsx';
import { VersionsModal } from './versions-modal.tsx';

interface Props {
  template: SocialTemplate;
  mayRestore: boolean;
  onClose: () => void;
}

/** The versions of an image template, each with its picture. */
export const SocialVersions = ({ template, mayRestore, onClose }: Props) => (
  <VersionsModal
    kind="social"
    template={template}
    mayRestore={mayRestore}
    onClose={onClose}
    renderPreview={(version) => (
      <VersionPicture key={version.version} template={template} version={version} />
    )}
  />
);

function VersionPicture({
  template,
  version,
}: {
  template: SocialTemplate;
  version: TemplateVersion;
}) {
  const { data, error } = useQuery(versionPictureQuery(template.id, version));
  return (
    <SocialPicture
      template={template}
      file={data}
      failure={error === null ? undefined : failureText(error)}
      caption={formatWords(template)}
      tallest={320}
    />
  );
}
