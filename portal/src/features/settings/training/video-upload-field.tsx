import { useId, useRef } from 'react';
import { Button, Progress } from '@mantine/core';
import { IconUpload } from '../../../ui/icons.ts';
import { takeFile } from './take-file.ts';
import type { VideoUpload } from './use-video-upload.ts';
import classes from './training.module.css';

/** Chooses an MP4 file and shows how far its upload is; it can be canceled. */
export function VideoUploadField({ upload: { progress, problem, start, cancel } }: { upload: VideoUpload }) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <div className={classes.upload}>
      <input
        ref={input}
        type="file"
        accept="video/mp4"
        className={classes.file}
        aria-label="Upload an MP4 video"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        disabled={progress !== null}
        onChange={(event) => takeFile(event, (file) => void start(file))}
      />
      {progress === null ? (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => input.current?.click()}
          tabIndex={-1}
          aria-hidden
        >
          Upload an MP4
        </Button>
      ) : (
        <UploadProgress {...progress} onCancel={cancel} />
      )}
      {problem !== null && (
        <p id={`${id}-problem`} className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function UploadProgress({ fileName, share, onCancel }: { fileName: string; share: number; onCancel: () => void }) {
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
