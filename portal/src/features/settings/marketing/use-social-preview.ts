import { useState } from 'react';
import type { SocialTemplate } from '@lintel/contract/marketing-templates';
import { previewSocial } from './api/social-picture.ts';

/** What a picture is made of. */
export type SocialDraft = Pick<SocialTemplate, 'socialMedia' | 'contentType' | 'body'>;

export interface MadePicture {
  file: Blob;
  of: SocialDraft;
}

/** The picture of what is typed: asked for, not by itself, because drawing takes a while. */
export function useSocialPreview(onFailure: (error: unknown) => void) {
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<MadePicture | null>(null);
  const show = async (
    id: number,
    { socialMedia, contentType, body }: SocialDraft,
  ): Promise<void> => {
    setBusy(true);
    try {
      setMade({ file: await previewSocial(id, body), of: { socialMedia, contentType, body } });
    } catch (error) {
      onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { busy, made, show: (id: number, draft: SocialDraft): void => void show(id, draft) };
}
