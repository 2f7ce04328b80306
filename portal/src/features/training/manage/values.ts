import * as m from '#messages';
import {
  categoryTypes,
  type CategoryType,
  type VideoType,
} from '@lintel/contract/training/constants';
import type { Category, StaffMaterial } from '@lintel/contract/training/manage';
import type { Labels } from '../../../lib/edit-form/use-edit-form.ts';

export interface CategoryValues {
  name: string;
  description: string;
  /** Empty until selected. */
  type: CategoryType | '';
  order: string;
}

export const categoryLabels: Labels<CategoryValues> = {
  name: m.common_name(),
  description: m.common_description(),
  type: m.common_type(),
  order: m.training_order(),
};

/** The labels of the types, in display order. */
export const typeLabels: Readonly<Record<CategoryType, string>> = {
  onboarding_training: m.training_type_onboarding(),
  training: m.training_type_training(),
  faqs: m.training_type_faqs(),
};

/** The initial form values; null is a new category of the current type. */
export const categoryValues = (
  category: Category | null,
  type: CategoryType | '' = '',
): CategoryValues =>
  category === null
    ? { name: '', description: '', type, order: '' }
    : {
        name: category.name,
        description: category.description,
        type: category.type,
        order: orderText(category.order),
      };

/** The order as field text; empty for no order. */
const orderText = (order: number): string => (order === 0 ? '' : String(order));

/** The material form's values, as texts and selected files. */
export interface MaterialValues {
  name: string;
  categoryId: string;
  content: string;
  order: string;
  /** In whole minutes. */
  videoDuration: string;
  /** Empty until selected. */
  videoType: VideoType | '';
  videoId: string;
  videoSrc: string;
  videoImg: File | null;
  videoTrack: File | null;
  /** `1` removes the stored file. */
  removeImage: '0' | '1';
  removeTrack: '0' | '1';
}

export const materialLabels: Labels<MaterialValues> = {
  name: m.common_title(),
  categoryId: m.common_category(),
  content: m.training_material_content(),
  order: m.training_order(),
  videoDuration: m.training_material_duration(),
  videoType: m.training_video_type(),
  videoId: m.training_video_youtube(),
  videoSrc: m.training_video_address(),
  videoImg: m.common_image(),
  videoTrack: m.training_video_captions(),
  removeImage: m.common_image(),
  removeTrack: m.training_video_captions(),
};

const blank: MaterialValues = {
  name: '',
  categoryId: '',
  content: '',
  order: '',
  videoDuration: '',
  videoType: '',
  videoId: '',
  videoSrc: '',
  videoImg: null,
  videoTrack: null,
  removeImage: '0',
  removeTrack: '0',
};

/** The initial form values; null is a new material in the current category. */
export function materialValues(
  material: StaffMaterial | null,
  categoryId: number | null = null,
): MaterialValues {
  if (material === null)
    return { ...blank, categoryId: categoryId === null ? '' : String(categoryId) };
  const { name, content, videoType, videoId, videoSrc } = material;
  return {
    ...blank,
    name,
    content,
    videoId,
    videoSrc,
    videoType: videoType ?? '',
    categoryId: String(material.categoryId),
    order: orderText(material.order),
    videoDuration: material.videoDuration === 0 ? '' : String(material.videoDuration),
  };
}

export const videoTypeLabels: Readonly<Record<VideoType, string>> = {
  youtube: 'YouTube',
  'video/mp4': 'MP4',
};

/** The categories as select options, grouped by type. */
export const categoryChoices = (categories: readonly Pick<Category, 'id' | 'name' | 'type'>[]) =>
  categoryTypes
    .map((type) => ({
      group: typeLabels[type],
      items: categories
        .filter((one) => one.type === type)
        .map(({ id, name }) => ({ value: String(id), label: name })),
    }))
    .filter(({ items }) => items.length > 0);
