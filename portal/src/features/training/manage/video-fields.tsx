import { lazy, Suspense, useState } from 'react';
import { Button, Select, Skeleton, TextInput } from '@mantine/core';
import * as m from '#messages';
import { imageBytes, trainingMessages, videoTypes } from '@lintel/contract/training/constants';
import { FileField } from '../../../ui/file-field.tsx';
import { IconEye } from '../../../ui/icons.ts';
import { digitsIn } from './edit-modal.tsx';
import type { MaterialForm, VideoUpload } from './use-material-form.ts';
import { videoTypeLabels } from './values.ts';
import { CaptionsField, VideoUploadField } from './video-upload.tsx';
import classes from './material-form.module.css';

interface Props {
  used: MaterialForm;
  upload: VideoUpload;
  /**
   * The stored files of the material being edited: the image's address, and the names of the
   * captions and the video. Empty without one.
   */
  stored: { image: string; captions: string; video: string };
}

const imageRule = {
  maxBytes: imageBytes,
  types: ['image/jpeg', 'image/png', 'image/gif'],
  messages: { type: trainingMessages.imageType, size: trainingMessages.imageSize },
};
const types = videoTypes.map((value) => ({ value, label: videoTypeLabels[value] }));

/** A video's source, duration, image, and captions. */
export function VideoFields({ used, upload, stored }: Props) {
  const { field, values, errors, setValue } = used;
  return (
    <>
      <Select
        label={m.training_video_type()}
        placeholder={m.common_chooseType()}
        data={types}
        value={values.videoType || null}
        error={errors['videoType']}
        aria-invalid={errors['videoType'] !== undefined}
        onChange={(type) => setValue('videoType', type ?? '')}
        onBlur={field('videoType').onBlur}
        required
      />
      <TextInput
        {...field('videoDuration')}
        onChange={(event) => setValue('videoDuration', digitsIn(event.currentTarget.value, 3))}
        label={m.training_video_minutes()}
        inputMode="numeric"
        required
        autoComplete="off"
      />
      {values.videoType === 'youtube' && <YoutubeVideo used={used} />}
      {values.videoType === 'video/mp4' && (
        <VideoFile used={used} upload={upload} stored={stored.video} />
      )}
      {values.videoType !== '' && <VideoPreview used={used} />}
      <ImageField used={used} stored={stored.image} />
      <div className={classes.wide}>
        <CaptionsField
          file={values.videoTrack}
          stored={values.removeTrack === '1' ? '' : stored.captions}
          error={errors['videoTrack']}
          onChange={(file) => setValue('videoTrack', file)}
          onRemove={() => setValue('removeTrack', '1')}
        />
      </div>
    </>
  );
}

const YoutubeVideo = ({ used: { field } }: Pick<Props, 'used'>) => (
  <TextInput
    {...field('videoId')}
    className={classes.wide ?? ''}
    label={m.training_video_youtube()}
    description={m.training_video_youtubeHelp()}
    required
    autoComplete="off"
    spellCheck={false}
  />
);

const VideoFile = ({
  used: { field, values },
  upload,
  stored,
}: Pick<Props, 'used' | 'upload'> & { stored: string }) => (
  <div className={classes.wide}>
    <TextInput
      {...field('videoSrc')}
      label={m.training_video_address()}
      description={videoSource(
        values.videoSrc,
        upload.uploaded?.videoSrc === values.videoSrc ? upload.uploaded.fileName : stored,
      )}
      placeholder={m.training_video_addressPlaceholder()}
      required
      autoComplete="off"
      spellCheck={false}
    />
    <VideoUploadField upload={upload} />
  </div>
);

const videoSource = (videoSrc: string, fileName: string): string =>
  videoSrc.startsWith('/') && fileName !== ''
    ? m.training_video_uploaded({ fileName })
    : m.training_video_addressHelp();

/** A self-hosted file has no thumbnail before it plays. */
const ImageField = ({
  used: { values, errors, setValue },
  stored,
}: {
  used: MaterialForm;
  stored: string;
}) => (
  <div className={classes.wide}>
    <FileField
      label={m.common_image()}
      required={values.videoType === 'video/mp4'}
      description={m.training_video_imageHelp()}
      rule={imageRule}
      file={values.videoImg}
      stored={values.removeImage === '1' || stored === '' ? null : stored}
      error={errors['videoImg']}
      onChange={(file) => setValue('videoImg', file)}
      onRemove={() => setValue('removeImage', '1')}
    />
  </div>
);

const VideoFrame = lazy(() => import('./video-frame.tsx'));

/** Shows the video on demand. A file's length fills in an empty duration. */
function VideoPreview({ used: { values, setValue } }: { used: MaterialForm }) {
  const [open, setOpen] = useState(false);
  const fill = (seconds: number): void => {
    if (values.videoDuration === '' && Number.isFinite(seconds))
      setValue('videoDuration', String(Math.max(1, Math.round(seconds / 60))));
  };
  return (
    <div className={classes.wide}>
      <Button
        variant="default"
        leftSection={<IconEye size={16} aria-hidden />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? m.training_video_hide() : m.training_video_show()}
      </Button>
      {open && (
        <div className={classes.videoBox}>
          <Suspense fallback={<Skeleton height={240} radius="md" />}>
            <VideoFrame video={values} onLength={fill} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
