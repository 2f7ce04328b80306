import { useId, useState } from 'react';
import { Button, Input, Progress, type InputWrapperProps } from '@mantine/core';
import * as m from '#messages';
import { captionBytes, trainingMessages } from '@lintel/contract/training/constants';
import { ChooseFile } from '../../../ui/choose-file.tsx';
import { IconTrash } from '../../../ui/icons.ts';
import type { VideoUpload } from './use-material-form.ts';
import classes from './material-form.module.css';

interface Props {
  /** The selected file, not yet sent. */
  file: File | null;
  /** The name of the stored file, or empty. */
  stored: string;
  error: string | undefined;
  onChange: (file: File | null) => void;
  /** Removes the stored captions. */
  onRemove: () => void;
}

const words: InputWrapperProps = {
  label: m.training_video_captions(),
  description: m.training_captions_help(),
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
};

/** Not every system knows the MIME type of captions, so the file name decides. */
const problemWith = (file: File): string | null => {
  if (!/\.vtt$/i.test(file.name)) return trainingMessages.captionType;
  return file.size > captionBytes ? trainingMessages.captionSize : null;
};

/** Selects a video's captions, a WebVTT file. */
export function CaptionsField({ file, stored, error, onChange, onRemove }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const check = (chosen: File): void => {
    const found = problemWith(chosen);
    setProblem(found);
    if (found === null) onChange(chosen);
  };
  const input = {
    id,
    accept: '.vtt,text/vtt',
    'aria-invalid': problem !== null || error !== undefined,
  };
  const name = file?.name ?? stored;
  return (
    <Input.Wrapper {...words} error={problem ?? error} labelProps={{ htmlFor: id }}>
      <div className={classes.captions}>
        <ChooseFile
          input={input}
          text={name === '' ? m.training_captions_choose() : m.common_change()}
          onFile={check}
        />
        {name !== '' && (
          <Chosen name={name} onRemove={() => (file === null ? onRemove() : onChange(null))} />
        )}
      </div>
    </Input.Wrapper>
  );
}

const Chosen = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <>
    <span className={classes.fileName}>{name}</span>
    <Button
      variant="subtle"
      color="red"
      leftSection={<IconTrash size={16} aria-hidden />}
      aria-label={m.training_captions_remove()}
      onClick={onRemove}
    >
      {m.common_remove()}
    </Button>
  </>
);

/** Selects and uploads an MP4 file, with progress and cancellation. */
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
          'aria-label': m.training_upload_label(),
          'aria-invalid': problem !== null,
          'aria-describedby': problem === null ? undefined : `${id}-problem`,
        }}
        text={m.training_upload_choose()}
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
        <span>
          {share < 1
            ? m.training_upload_uploading({ fileName })
            : m.training_upload_storing({ fileName })}
        </span>
        <span>{percent}%</span>
      </p>
      <Progress.Root size="md">
        <Progress.Section value={percent} aria-label={m.training_upload_progress({ fileName })} />
      </Progress.Root>
      <Button variant="subtle" color="red" size="compact-sm" onClick={onCancel}>
        {m.training_upload_cancel()}
      </Button>
    </div>
  );
}
