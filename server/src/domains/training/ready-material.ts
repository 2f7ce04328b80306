import { isTextType, trainingMessages } from '@lintel/contract/training/constants';
import {
  materialProblems,
  uploadedVideo,
  youtubeIdIn,
  type MaterialForm,
} from '@lintel/contract/training/rules';
import { AppError, invalidField } from '../../platform/errors.ts';
import type { Context } from '../../platform/context.ts';
import type { ReceivedFile } from '../../platform/http/multipart.ts';
import { isBusy, RenderError } from '../../platform/render/render-error.ts';
import type { Database } from '../../platform/db/connect.ts';
import { findCategory, type CategoryRow } from './category-repository.ts';
import {
  lastMaterialPlace,
  holdFile,
  type MaterialRow,
  type MaterialValues,
} from './material-repository.ts';
import { storeImage, storeTrack, videoFileKey } from './media.ts';
import { placeAfter } from './editing.ts';

export interface MaterialRequest {
  form: MaterialForm;
  image: ReceivedFile | undefined;
  track: ReceivedFile | undefined;
}

/** A request that passed validation, with cleaned content and stored files. */
export interface ReadyMaterial {
  form: MaterialForm;
  category: CategoryRow;
  imageKey: string | null;
  trackKey: string | null;
}

/**
 * Validates a material and stores its files. Throws field errors. `stored` is the row that an edit
 * changes.
 */
export async function readyMaterial(
  context: Context,
  { form: given, image, track }: MaterialRequest,
  stored: Pick<MaterialRow, 'imageKey'> | null,
): Promise<ReadyMaterial> {
  const form = { ...given, content: await cleaned(context, given.content) };
  const category = await findCategory(context.db, form.categoryId);
  if (category === undefined) throw invalidField('categoryId', trainingMessages.unknownCategory);
  const keptImage = stored !== null && stored.imageKey !== null && form.removeImage !== '1';
  const problems = materialProblems(form, {
    type: category.type,
    hasImage: image !== undefined || keptImage,
  });
  if (Object.keys(problems).length > 0) throw new AppError('invalid', { fields: problems });
  if (isTextType(category.type)) return { form, category, imageKey: null, trackKey: null };
  // Captions first: they are validated without decoding an image.
  const trackKey = await storeTrack(context, track);
  return { form, category, trackKey, imageKey: await storeImage(context, image) };
}

/** Sanitized HTML of what staff wrote. Throws a field error, or `busy`. */
async function cleaned({ helpers }: Context, content: string): Promise<string> {
  if (content === '') return '';
  try {
    return await helpers.templates.run('rich-text', content);
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    throw isBusy(error)
      ? new AppError('busy')
      : invalidField('content', trainingMessages.heavyText);
  }
}

const noVideo = {
  videoType: null,
  youtubeId: '',
  videoUrl: '',
  videoKey: null,
  imageKey: null,
  trackKey: null,
  minutes: 0,
};

/** The row values of a material. Throws a field error when its uploaded video no longer exists. */
export async function materialValues(
  tx: Database,
  ready: ReadyMaterial,
  stored: MaterialRow | null,
): Promise<MaterialValues> {
  const { form, category } = ready;
  const stays = stored?.categoryId === category.id;
  const position =
    form.order ?? (stays ? stored.position : placeAfter(await lastMaterialPlace(tx, category.id)));
  const basics = { categoryId: category.id, name: form.name, content: form.content, position };
  if (isTextType(category.type)) return { ...basics, ...noVideo };
  const { videoType = null, videoDuration, removeImage, removeTrack } = form;
  return {
    ...basics,
    videoType,
    ...(await videoSource(tx, form)),
    minutes: videoDuration ?? 0,
    imageKey: ready.imageKey ?? (removeImage === '1' ? null : (stored?.imageKey ?? null)),
    trackKey: ready.trackKey ?? (removeTrack === '1' ? null : (stored?.trackKey ?? null)),
  };
}

async function videoSource(
  tx: Database,
  form: MaterialForm,
): Promise<Pick<MaterialRow, 'youtubeId' | 'videoUrl' | 'videoKey'>> {
  if (form.videoType === 'youtube')
    return { youtubeId: youtubeIdIn(form.videoId) ?? '', videoUrl: '', videoKey: null };
  const [, name] = uploadedVideo.exec(form.videoSrc) ?? [];
  if (name === undefined) return { youtubeId: '', videoUrl: form.videoSrc, videoKey: null };
  const file = await holdFile(tx, videoFileKey(name));
  if (file === undefined) throw invalidField('videoSrc', trainingMessages.goneVideo);
  return { youtubeId: '', videoUrl: '', videoKey: file.key };
}
