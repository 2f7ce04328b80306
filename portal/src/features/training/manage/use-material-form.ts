import { useEffect, useRef, useState } from 'react';
import { trainingMessages, type CategoryType } from '@lintel/contract/training/constants';
import type {
  Category,
  StaffMaterial,
  uploadVideo as endpoint,
} from '@lintel/contract/training/manage';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { fetchWithProgress } from '../../../lib/api/fetch-with-progress.ts';
import { failureText } from '../../../lib/failure.ts';
import { useTrainingForm } from './edit-modal.tsx';
import { findMaterial, saveMaterial } from './requests.ts';
import { materialLabels, materialValues } from './values.ts';

interface Options {
  /** The material being edited; null creates one. */
  material: StaffMaterial | null;
  /** The initial category of a new material. */
  categoryId: number | null;
  categories: readonly Category[];
  onSaved: () => void;
}

/** Check the category's requirements along with the field rules, so all gaps appear at once. */
const together = { when: () => true };

const rulesFor =
  (categoryType: (categoryId: unknown) => CategoryType | undefined, hasStoredImage: boolean) =>
  async () => {
    const { materialForm, materialProblems } = await import('@lintel/contract/training/rules');
    return materialForm.loose().superRefine((form, context) => {
      const type = categoryType(form.categoryId);
      if (type === undefined) return;
      const hasImage =
        form['videoImg'] instanceof File || (hasStoredImage && form.removeImage !== '1');
      for (const [name, message] of Object.entries(materialProblems(form, { type, hasImage })))
        context.addIssue({ code: 'custom', path: [name], message });
    }, together);
  };

/** The material form; `type` is the type of its category, undefined until loaded. */
export function useMaterialForm({ material, categoryId, categories, onSaved }: Options) {
  const [first] = useState(categoryId);
  const categoryType = (id: unknown): CategoryType | undefined =>
    categories.find((category) => String(category.id) === String(id))?.type ??
    (String(material?.categoryId) === String(id) ? material?.category.type : undefined);
  const used = useTrainingForm({
    item: material,
    toValues: (stored: StaffMaterial | null) => materialValues(stored, first),
    labels: materialLabels,
    rules: rulesFor(categoryType, (material?.videoImg ?? '') !== ''),
    save: saveMaterial,
    find: findMaterial,
    onSaved,
  });
  return { ...used, type: categoryType(used.values.categoryId) };
}
export type MaterialForm = ReturnType<typeof useMaterialForm>;

const upload = call<typeof endpoint>(
  { method: 'POST', path: '/materials/video', encoding: 'multipart' },
  { handles: [500] },
);

interface UploadState {
  signal: AbortSignal;
  /** Gets the share of bytes sent, 0 to 1. */
  onProgress(share: number): void;
}

/** Uploads a video without a timeout; returns its address for the material. */
const uploadVideo = (video: File, { signal, onProgress }: UploadState) =>
  upload({ files: { video } }, { signal, timeout: 0, transport: fetchWithProgress(onProgress) });

interface Progress {
  fileName: string;
  /** 0 to 1. */
  share: number;
}

/** The server's message about the file, otherwise the general one. */
const problemIn = (error: unknown): string =>
  (error instanceof ApiError ? error.fields['video'] : undefined) ?? failureText(error);

/** Uploads a video, with progress, cancellation, and an error. Unmounting cancels it. */
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
