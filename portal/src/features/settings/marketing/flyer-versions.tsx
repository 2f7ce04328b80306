import { Button } from '@mantine/core';
import type { FlyerTemplate } from '@lintel/contract/marketing-templates';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { BlockedNotice } from './blocked-notice.tsx';
import { useFlyerPreview } from './use-flyer-preview.ts';
import { VersionsModal } from './versions-modal.tsx';

interface Props {
  template: FlyerTemplate;
  mayRestore: boolean;
  onClose: () => void;
}

/** The versions of a flyer template, each with its PDF. */
export function FlyerVersions({ template, mayRestore, onClose }: Props) {
  const preview = useFlyerPreview((error) => showToast(failureText(error), 'danger'));
  return (
    <VersionsModal
      kind="flyer"
      template={template}
      mayRestore={mayRestore}
      onClose={onClose}
      renderPreview={({ body }) => (
        <>
          <Button
            variant="default"
            loading={preview.busy}
            onClick={() => preview.show(template.id, body)}
          >
            Preview
          </Button>
          <BlockedNotice address={preview.blocked} />
        </>
      )}
    />
  );
}
