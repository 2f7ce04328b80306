import { previewScale, socialSizes } from '@lintel/contract/marketing-constants';
import type { TemplateRow } from './repository.ts';
import type { Format } from './studio.ts';

type Place = Pick<TemplateRow, 'socialMedia' | 'contentType'>;

/** The size of a network's content in pixels. */
export function formatOf({ socialMedia, contentType }: Place): Format {
  const size = socialSizes[`${socialMedia} ${contentType}`];
  if (size === undefined) throw new Error(`There is no ${contentType} of ${socialMedia}`);
  return size;
}

/** How much smaller its previews are. */
export const scaleOf = ({ contentType }: Place): number => previewScale[contentType ?? 'post'];
