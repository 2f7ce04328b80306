import { isTextType, trainingMessages } from '@lintel/contract/training-constants';
import { uploadedVideo, youtubeIdIn, type MaterialForm } from '@lintel/contract/training-rules';
import type { Database } from '../../platform/db/connect.ts';
import { invalidField } from '../../platform/errors.ts';
import { holdFile } from './file-repository.ts';
import { lastMaterialPlace, type MaterialRow, type MaterialValues } from './material-repository.ts';
import { keyOfVideo } from './media.ts';
import { placeAfter } from './places.ts';
import type { ReadyMaterial } from './ready-material.ts';

const noVideo = {
  videoType: null,
  youtubeId: '',
  videoUrl: '',
  videoKey: null,
  imageKey: null,
  trackKey: null,
  minutes: 0,
};

/** What is stored of a material. Throws a field error when its uploaded video is gone. */
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
    ...(await sourceOf(tx, form)),
    minutes: videoDuration ?? 0,
    imageKey: ready.imageKey ?? (removeImage === '1' ? null : (stored?.imageKey ?? null)),
    trackKey: ready.trackKey ?? (removeTrack === '1' ? null : (stored?.trackKey ?? null)),
  };
}

async function sourceOf(
  tx: Database,
  form: MaterialForm,
): Promise<Pick<MaterialRow, 'youtubeId' | 'videoUrl' | 'videoKey'>> {
  if (form.videoType === 'youtube')
    return { youtubeId: youtubeIdIn(form.videoId) ?? '', videoUrl: '', videoKey: null };
  const [, name] = uploadedVideo.exec(form.videoSrc) ?? [];
  if (name === undefined) return { youtubeId: '', videoUrl: form.videoSrc, videoKey: null };
  const file = await holdFile(tx, keyOfVideo(name));
  if (file === undefined) throw invalidField('videoSrc', trainingMessages.goneVideo);
  return { youtubeId: '', videoUrl: '', videoKey: file.key };
}
