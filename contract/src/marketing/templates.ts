import { z } from 'zod';
import { staffWith, staffWithAll } from '../core/access.ts';
import { endpoint } from '../core/endpoint.ts';
import { without } from '../core/step-up.ts';
import { id, instant, messages, optionalText, outcome, text } from '../core/fields.ts';
import { portalOwned } from '../core/owner.ts';
import { contentTypes, socialMedia, socialSizes } from './constants.ts';

const readingFlyers = staffWith(['manage-settings', 'access']);
const changingFlyers = staffWithAll(['manage-settings', 'access'], ['manage-settings', 'modify']);
const readingImages = staffWithAll(
  ['manage-settings', 'access'],
  ['marketing-materials', 'manage_access'],
);
const changingImages = staffWithAll(
  ['manage-settings', 'access'],
  ['marketing-materials', 'manage_access'],
  ['marketing-materials', 'manage_modify'],
);
const byId = z.object({ id: id() });
const oneVersion = z.object({ id: id(), version: id() });

const html = z
  .string(messages.required)
  .trim()
  .pipe(z.string().min(1, messages.required).max(500_000, messages.max(500_000)));

export const flyerTemplate = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  body: z.string(),
  /** URLs of previews with the demo data; empty when rendering fails. */
  previewImageFrontSide: z.string(),
  previewImageBackSide: z.string(),
  version: z.number(),
  /** The template currently used for flyers. */
  inUse: z.boolean(),
});
export type FlyerTemplate = z.output<typeof flyerTemplate>;

export const flyerTemplateForm = z.object({
  description: optionalText(255).default(''),
  body: html,
});

export const listFlyerTemplates = endpoint({
  name: 'marketing.flyer-templates',
  method: 'GET',
  path: '/manage/flyer-templates',
  summary: 'The templates of homeowner flyers',
  access: readingFlyers,
  response: z.object({ data: z.array(flyerTemplate) }),
});

export const createFlyerTemplate = endpoint({
  name: 'marketing.create-flyer-template',
  method: 'POST',
  path: '/manage/flyer-templates',
  summary: 'Create a flyer template',
  access: changingFlyers,
  encoding: 'form',
  body: flyerTemplateForm.extend({ title: text(100) }),
  response: outcome.extend({ template: flyerTemplate }),
  errors: ['render_failed', 'busy'],
  noStepUp: without.versions,
});

export const updateFlyerTemplate = endpoint({
  name: 'marketing.update-flyer-template',
  method: 'POST',
  path: '/manage/flyer-templates/{id}',
  summary: 'Change a flyer template; the previous state is kept as a version',
  access: changingFlyers,
  owner: portalOwned,
  params: byId,
  encoding: 'form',
  body: flyerTemplateForm.extend({ id: id().optional(), version: id().optional() }),
  response: outcome.extend({ template: flyerTemplate }),
  errors: ['not_found', 'conflict', 'render_failed', 'busy'],
  noStepUp: without.versions,
});

export const previewFlyerTemplate = endpoint({
  name: 'marketing.preview-flyer-template',
  method: 'POST',
  path: '/manage/flyer-templates/{id}/preview',
  summary: 'Render a flyer template, or a changed body, with the demo data',
  access: readingFlyers,
  owner: portalOwned,
  params: byId,
  encoding: 'form',
  body: z.object({ id: id().optional(), body: html.optional() }).prefault({}),
  response: { file: 'application/pdf' },
  errors: ['not_found', 'render_failed', 'busy'],
  noStepUp: without.storesNothing,
});

/** An earlier version of a template. */
const version = z.object({
  version: z.number(),
  description: z.string(),
  body: z.string(),
  savedAt: instant(),
  savedBy: z.string(),
  current: z.boolean(),
});

export const listFlyerVersions = endpoint({
  name: 'marketing.flyer-versions',
  method: 'GET',
  path: '/manage/flyer-templates/{id}/versions',
  summary: "A flyer template's versions, newest first",
  access: readingFlyers,
  owner: portalOwned,
  params: byId,
  response: z.object({ data: z.array(version) }),
  errors: ['not_found'],
});

export const restoreFlyerVersion = endpoint({
  name: 'marketing.restore-flyer-version',
  method: 'POST',
  path: '/manage/flyer-templates/{id}/versions/{version}/restore',
  summary: 'Restore an earlier version of a flyer template, as a new version',
  access: changingFlyers,
  owner: portalOwned,
  params: oneVersion,
  response: outcome.extend({ template: flyerTemplate }),
  errors: ['not_found', 'conflict', 'render_failed', 'busy'],
  noStepUp: without.versions,
});

export const socialTemplate = z.object({
  id: z.number(),
  title: z.string(),
  socialMedia: z.enum(socialMedia),
  contentType: z.enum(contentTypes),
  body: z.string(),
  previewImage: z.string(),
  version: z.number(),
  /** The rendering engine, and why the fast one isn't used. */
  engine: z.enum(['takumi', 'chromium']),
  engineReason: z.string().nullable(),
});
export type SocialTemplate = z.output<typeof socialTemplate>;

export const listSocialTemplates = endpoint({
  name: 'marketing.social-templates',
  method: 'GET',
  path: '/social-media-image-templates',
  summary: 'The templates of social media images',
  access: readingImages,
  response: z.object({ data: z.array(socialTemplate) }),
});

export const createSocialTemplate = endpoint({
  name: 'marketing.create-social-template',
  method: 'POST',
  path: '/social-media-image-templates',
  summary: 'Create a social media image template',
  access: changingImages,
  encoding: 'form',
  body: z
    .object({
      title: text(100),
      socialMedia: z.enum(socialMedia),
      contentType: z.enum(contentTypes),
      body: html,
    })
    .refine((form) => `${form.socialMedia} ${form.contentType}` in socialSizes, {
      path: ['contentType'],
      message: 'This network has no such content.',
    }),
  response: outcome.extend({ template: socialTemplate }),
  errors: ['render_failed', 'busy'],
  noStepUp: without.versions,
});

export const updateSocialTemplate = endpoint({
  name: 'marketing.update-social-template',
  method: 'POST',
  path: '/social-media-image-template/{id}',
  summary:
    'Change a social media image template; both engines render it, and the fast one serves it when they agree',
  access: changingImages,
  owner: portalOwned,
  params: byId,
  encoding: 'form',
  body: z.object({
    id: id().optional(),
    title: text(100).optional(),
    body: html,
    version: id().optional(),
  }),
  response: outcome.extend({ template: socialTemplate }),
  errors: ['not_found', 'conflict', 'render_failed', 'busy'],
  noStepUp: without.versions,
});

export const readSocialTemplateFile = endpoint({
  name: 'marketing.social-template-file',
  method: 'GET',
  path: '/social-media-image-template/{id}/file',
  summary: "A template's picture with the demo data",
  access: readingImages,
  owner: portalOwned,
  params: byId,
  /** With `v` from the template's own URL, browsers may cache the picture. */
  query: z.object({ v: z.string().max(64).optional() }),
  response: { file: 'image/png' },
  errors: ['not_found', 'render_failed', 'busy'],
});

export const previewSocialTemplate = endpoint({
  name: 'marketing.preview-social-template',
  method: 'POST',
  path: '/social-media-image-template/{id}/preview',
  summary: "A changed body's picture with the demo data",
  access: readingImages,
  owner: portalOwned,
  params: byId,
  encoding: 'form',
  body: z.object({ id: id().optional(), body: html }),
  response: { file: 'image/png' },
  errors: ['not_found', 'render_failed', 'busy'],
  noStepUp: without.storesNothing,
});

export const listSocialVersions = endpoint({
  name: 'marketing.social-versions',
  method: 'GET',
  path: '/social-media-image-template/{id}/versions',
  summary: "A social media image template's versions, newest first",
  access: readingImages,
  owner: portalOwned,
  params: byId,
  response: z.object({ data: z.array(version) }),
  errors: ['not_found'],
});

export const restoreSocialVersion = endpoint({
  name: 'marketing.restore-social-version',
  method: 'POST',
  path: '/social-media-image-template/{id}/versions/{version}/restore',
  summary: 'Restore an earlier version of a social media image template, as a new version',
  access: changingImages,
  owner: portalOwned,
  params: oneVersion,
  response: outcome.extend({ template: socialTemplate }),
  errors: ['not_found', 'conflict', 'render_failed', 'busy'],
  noStepUp: without.versions,
});
