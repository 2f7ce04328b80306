import type { ContentType, SocialMedia } from '@lintel/contract/marketing/constants';

/** A built-in template; its id is fixed. */
export interface Design {
  id: number;
  title: string;
  description: string;
  body: string;
}

export interface SocialDesign extends Design {
  socialMedia: SocialMedia;
  contentType: ContentType;
}

const texts = import.meta.glob('./**/*.{html,svg}', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function designText(path: string): string {
  const text = texts[`./${path}`];
  if (text === undefined) throw new Error(`The design ${path} is missing`);
  return text;
}

export const flyerDesigns: readonly Design[] = [
  {
    id: 1,
    title: 'Front Door',
    description: 'A house at dusk, with icons, one example and answers on the back',
    body: designText('flyers/front-door.html'),
  },
  {
    id: 2,
    title: 'Plain Numbers',
    description: 'Large type and a table of examples, in the first color of the brand',
    body: designText('flyers/plain-numbers.html'),
  },
  {
    id: 3,
    title: 'Kitchen Table',
    description: 'Plans, paint chips and coffee on a warm ground',
    body: designText('flyers/kitchen-table.html'),
  },
];

const socialIdeas = [
  { id: 100, folder: 'front-door', title: 'Front Door' },
  { id: 110, folder: 'by-the-month', title: 'By the Month' },
  { id: 120, folder: 'project-wall', title: 'Project Wall' },
] as const;

const formats = [
  { socialMedia: 'facebook', contentType: 'cover', name: 'Facebook cover', file: 'facebook-cover' },
  { socialMedia: 'facebook', contentType: 'post', name: 'Facebook post', file: 'post' },
  { socialMedia: 'facebook', contentType: 'story', name: 'Facebook story', file: 'story' },
  { socialMedia: 'instagram', contentType: 'post', name: 'Instagram post', file: 'square' },
  { socialMedia: 'instagram', contentType: 'story', name: 'Instagram story', file: 'story' },
  { socialMedia: 'linkedin', contentType: 'cover', name: 'LinkedIn cover', file: 'linkedin-cover' },
  { socialMedia: 'linkedin', contentType: 'post', name: 'LinkedIn post', file: 'post' },
] as const;

/**
 * Each idea in each format. A drawing used by several formats of an idea is one file in its folder.
 */
export const socialDesigns: readonly SocialDesign[] = socialIdeas.flatMap(({ id, folder, title }) =>
  formats.map(({ socialMedia, contentType, name, file }, index) => ({
    id: id + index,
    title: `${title} (${name})`,
    description: '',
    body: designText(`social/${folder}/${file}.html`).replace('<!-- scene -->', () =>
      designText(`social/${folder}/scene.svg`),
    ),
    socialMedia,
    contentType,
  })),
);
