import type { z } from 'zod';
import type { socialImage } from '@lintel/contract/marketing/social';
import type { TemplateRow } from '../templates/repository.ts';

/** Where a picture of a design with the words of a page is. */
export interface Place {
  pageId: number;
  /**
   * The account that is looked at while switched: a browser that loads a picture sends no header.
   */
  userId: number | null;
  /** Changes when the picture does, so that a browser may keep each picture for ever. */
  drawnAs: string;
}

/** `place` is null as long as there is no page. */
export function presentSocialImage(
  { id, title, body }: TemplateRow,
  place: Place | null,
): z.output<typeof socialImage> {
  if (place === null) return { id, title, body, previewImage: '' };
  const query = new URLSearchParams({
    pageId: String(place.pageId),
    v: place.drawnAs.slice(0, 16),
  });
  if (place.userId !== null) query.set('userId', String(place.userId));
  return {
    id,
    title,
    body,
    previewImage: `/api/v1/social-media-images/${id}/preview?${query.toString()}`,
  };
}

/**
 * An attachment's header for a file named by people: plain letters for old browsers, the whole name
 * for the others.
 */
export function attachment(title: string, extension: string): string {
  const name = title.replace(/[\p{Cc}"\\/:*?<>|]+/gu, ' ').trim() || 'image';
  const plain = name.normalize('NFKD').replace(/[^\x20-\x7E]/g, '');
  const whole = encodeURIComponent(`${name}.${extension}`).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain || 'image'}.${extension}"; filename*=UTF-8''${whole}`;
}
