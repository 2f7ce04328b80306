import type { StaffMaterial } from '@lintel/contract/training-manage';
import { videoLength } from '../../../lib/video-length.ts';
import { IconFileText, IconPhoto } from '../../../ui/icons.ts';
import { videoTypeLabels } from './material-values.ts';
import { RowActions } from './row-actions.tsx';
import orderClasses from './order.module.css';
import classes from './training.module.css';

interface Props {
  material: StaffMaterial;
  /** Undefined where it is only to be read. */
  actions: { onEdit: () => void; onDelete: () => void } | undefined;
}

const factsOf = (material: StaffMaterial): string =>
  material.videoType === null
    ? 'Text'
    : `${videoTypeLabels[material.videoType]} · ${videoLength(material)}`;

/** A material in one line: its picture, its title, what it is. */
export const MaterialRow = ({ material, actions }: Props) => (
  <div className={orderClasses.material}>
    <Picture material={material} />
    <span className={orderClasses.words}>
      <span className={orderClasses.name}>{material.name}</span>
      <span className={classes.quiet}>{factsOf(material)}</span>
    </span>
    {actions && <RowActions name={material.name} {...actions} />}
  </div>
);

function Picture({ material: { videoImg, videoType } }: Pick<Props, 'material'>) {
  if (videoType !== null && videoImg !== '')
    return <img className={orderClasses.thumb} src={videoImg} alt="" loading="lazy" />;
  const Icon = videoType === null ? IconFileText : IconPhoto;
  return (
    <span className={orderClasses.thumb}>
      <Icon size={18} stroke={1.4} aria-hidden />
    </span>
  );
}
