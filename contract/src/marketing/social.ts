import { z } from 'zod';
import { accessTo } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { id } from '../core/fields.ts';
import { languages } from '../core/language.ts';
import { inQuery, optionalPageAt, ownContractor, pageAt, sharedAt } from '../core/owner.ts';
import { contentTypes, socialMedia, socialSizes } from './constants.ts';

const materials = accessTo('marketing-materials');

const lang = z.enum(languages).default('en');

export const socialImage = z.object({
  id: z.number(),
  title: z.string(),
  /** The template's HTML, with its variables. */
  body: z.string(),
  /** URL of a thumbnail. */
  previewImage: z.string(),
});

export const listSocialImages = endpoint({
  name: 'marketing.social-images',
  method: 'GET',
  path: '/social-media-images',
  summary: 'The designs for a network and a content type, rendered for a page',
  access: materials,
  owner: [ownContractor, optionalPageAt(inQuery('pageId'))],
  query: z
    .object({
      socialMedia: z.enum(socialMedia),
      contentType: z.enum(contentTypes),
      lang,
      userId: id().optional(),
      pageId: id().optional(),
    })
    .refine((query) => `${query.socialMedia} ${query.contentType}` in socialSizes, {
      path: ['contentType'],
      message: 'This network has no such content.',
    }),
  response: z.object({ data: z.array(socialImage) }),
  errors: ['not_found'],
});

/** With `v` from the list's own URL, browsers may cache the picture. */
const onePicture = z.object({
  userId: id().optional(),
  pageId: id(),
  lang,
  v: z.string().max(64).optional(),
});

const theTemplate = sharedAt('id', 'Every contractor may use every template.');

export const previewSocialImage = endpoint({
  name: 'marketing.social-preview',
  method: 'GET',
  path: '/social-media-images/{id}/preview',
  summary: "A thumbnail of a design with a page's texts",
  access: materials,
  owner: [ownContractor, pageAt(inQuery('pageId')), theTemplate],
  params: z.object({ id: id() }),
  query: onePicture,
  response: { file: 'image/png' },
  errors: ['not_found', 'render_failed', 'busy'],
});

export const downloadSocialImage = endpoint({
  name: 'marketing.social-download',
  method: 'GET',
  path: '/social-media-images/{id}/download',
  summary: "A design with a page's texts, as a PNG named by its title",
  access: materials,
  owner: [ownContractor, pageAt(inQuery('pageId')), theTemplate],
  params: z.object({ id: id() }),
  query: onePicture,
  response: { file: 'image/png' },
  errors: ['not_found', 'render_failed', 'busy'],
});
