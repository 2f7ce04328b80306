import { useEffect, useRef, useState } from 'react';
import { trainingMessages, type CategoryType } from '@lintel/contract/training/constants';
import type {
  Category,
  StaffMaterial,
  uploadVideo as endpoint,
} from '@lintel/contract/training/manage';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { watchedFetch } from '../../../lib/api/watched-fetch.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { useTrainingForm } from './edit-modal.tsx';
import { findMaterial, saveMaterial } from './requests.ts';
import { materialLabels, materialValues } from './values.ts';

interface Options {
  /** The material that is changed; null makes a new one. */
  material: StaffMaterial | null;
  /** What a new one starts in. */
  categoryId: number | null;
  categories: readonly Category[];
  onSaved: () => void;
}

/**
 * What a category asks of its materials is looked at along with the fields' own rules, so that
 * every gap shows at once.
 */
const together = { when: () => true };

const rulesFor =
  (typeOf: (categoryId: unknown) => CategoryType | undefined, hasStoredImage: boolean) =>
  async () => {
    const { materialForm, materialProblems } = await import('@lintel/contract/training/rules');
    return materialForm.loose().superRefine((form, context) => {
      const type = typeOf(form.categoryId);
      if (type === undefined) return;
      const hasImage =
        form['videoImg'] instanceof File || (hasStoredImage && form.removeImage !== '1');
      for (const [name, message] of Object.entries(materialProblems(form, { type, hasImage })))
        context.addIssue({ code: 'custom', path: [name], message });
    }, together);
  };

/** The form of a material; `type` is the one of its category, undefined until that is known. */
export function useMaterialForm({ material, categoryId, categories, onSaved }: Options) {
  const [first] = useState(categoryId);
  const typeOf = (id: unknown): CategoryType | undefined =>
    categories.find((category) => String(category.id) === String(id))?.type ??
    (String(material?.categoryId) === String(id) ? material?.category.type : undefined);
  const used = useTrainingForm({
    item: material,
    valuesOf: (stored: StaffMaterial | null) => materialValues(stored, first),
    labels: materialLabels,
    rules: rulesFor(typeOf, (material?.videoImg ?? '') !== ''),
    save: saveMaterial,
    find: findMaterial,
    onSaved,
  });
  return { ...used, type: typeOf(used.values.categoryId) };
}
export type MaterialForm = ReturnType<typeof useMaterialForm>;

const upload = call<typeof endpoint>(
  { method: 'POST', path: '/materials/video', encoding: 'multipart' },
  { handles: [500] },
);

interface Watching {
  signal: AbortSignal;
  /** Gets the share that has left, 0 to 1. */
  onProgress(share: number): void;
}

/** Stores a video, however long that takes; its address is then a material's. */
const uploadVideo = (video: File, { signal, onProgress }: Watching) =>
  upload({ files: { video } }, { signal, timeout: 0, transport: watchedFetch(onProgress) });

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
