import { useEffect, useRef, useState } from 'react';
import { trainingMessages } from '@lintel/contract/training-constants';
import { ApiError } from '../../../lib/api/api-error.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { uploadVideo } from './api/upload-video.ts';

interface Progress {
  fileName: string;
  /** 0 to 1. */
  share: number;
}

/** The server's words about the file, else about the call. */
const problemIn = (error: unknown): string =>
  (error instanceof ApiError ? error.fields['video'] : undefined) ?? failureText(error);

/**
 * Uploads a video: how far it is, how to stop it, and why it failed. Closing what it belongs to
 * stops it too.
 */
export function useVideoUpload(onUploaded: (videoSrc: string) => void) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [uploaded, setUploaded] = useState<{ videoSrc: string; fileName: string } | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = (): void => {
    running.current?.abort();
    running.current = null;
    setProgress(null);
  };
  const start = async (file: File): Promise<void> => {
    cancel();
    setProblem(null);
    if (file.type !== 'video/mp4') {
      setProblem(trainingMessages.videoFile);
      return;
    }
    const own = new AbortController();
    running.current = own;
    const show = (share: number): void => setProgress({ fileName: file.name, share });
    show(0);
    try {
      const { videoSrc, fileName } = await uploadVideo(file, {
        signal: own.signal,
        onProgress: (share) => !own.signal.aborted && show(share),
      });
      setUploaded({ videoSrc, fileName });
      onUploaded(videoSrc);
    } catch (error) {
      if (!own.signal.aborted) setProblem(problemIn(error));
    } finally {
      if (running.current === own) cancel();
    }
  };
  return { progress, problem, uploaded, start, cancel };
}
export type VideoUpload = ReturnType<typeof useVideoUpload>;
