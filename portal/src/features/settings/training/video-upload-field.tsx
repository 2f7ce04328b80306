import { useId } from 'react';
import { Button, Progress } from '@mantine/core';
import { ChooseFile } from '../../../ui/choose-file.tsx';
import type { VideoUpload } from './use-video-upload.ts';
import classes from './material-form.module.css';

/** Chooses an MP4 file and shows how far its upload is; it can be canceled. */
export function VideoUploadField({
  upload: { progress, problem, start, cancel },
}: {
  upload: VideoUpload;
}) {
  const id = useId();
  return (
    <div className={classes.upload}>
      <ChooseFile
        input={{
          accept: 'video/mp4',
          'aria-label': 'Upload an MP4 video',
          'aria-invalid': problem !== null,
          'aria-describedby': problem === null ? undefined : `${id}-problem`,
        }}
        text="Upload an MP4"
        hidden={progress !== null}
        onFile={(file) => void start(file)}
      />
      {progress !== null && <UploadProgress {...progress} onCancel={cancel} />}
      {problem !== null && (
        <p id={`${id}-problem`} className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function UploadProgress({
  fileName,
  share,
  onCancel,
}: {
  fileName: string;
  share: number;
  onCancel: () => void;
}) {
  const percent = Math.round(share * 100);
  return (
    <div className={classes.progress}>
      <p className={classes.progressWords}>
        <span>{share < 1 ? `Uploading ${fileName}` : `Storing ${fileName}`}</span>
        <span>{percent}%</span>
      </p>
      <Progress.Root size="md">
        <Progress.Section value={percent} aria-label={`Upload of ${fileName}`} />
      </Progress.Root>
      <Button variant="subtle" color="red" size="compact-sm" onClick={onCancel}>
        Cancel the upload
      </Button>
    </div>
  );
}
