import { Button } from '@mantine/core';
import type { FlyerTemplate } from '@lintel/contract/marketing-templates';
import { showToast } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { BlockedNotice } from './blocked-notice.tsx';
import { FlyerPictures } from './flyer-pictures.tsx';
import { HtmlField } from './html-field.tsx';
import { useFlyerPreview } from './use-flyer-preview.ts';
import classes from './marketing.module.css';

/** A flyer template to read: what it says and how it looks. */
export function FlyerView({ template }: { template: FlyerTemplate }) {
  const preview = useFlyerPreview((error) => showToast(failureText(error), 'danger'));
  return (
    <div className={classes.columns}>
      <div className={classes.fields}>
        <dl className={classes.fact}>
          <dt>Description</dt>
          <dd>{template.description || 'None'}</dd>
        </dl>
        <HtmlField key={template.version} value={template.body} />
        <BlockedNotice address={preview.blocked} />
        <div>
          <Button
            variant="default"
            loading={preview.busy}
            onClick={() => preview.show(template.id)}
          >
            Preview
          </Button>
        </div>
      </div>
      <FlyerPictures template={template} />
    </div>
  );
}
