import type { SocialTemplate } from '@lintel/contract/marketing-templates';
import { HtmlField } from './html-field.tsx';
import { StoredPicture } from './stored-picture.tsx';
import classes from './marketing.module.css';

/** An image template to read: its code, and the picture that it makes. */
export const SocialView = ({ template }: { template: SocialTemplate }) => (
  <div className={classes.columns}>
    <div className={classes.fields}>
      <HtmlField key={template.version} value={template.body} />
    </div>
    <StoredPicture template={template} />
  </div>
);
