import { readFileSync } from 'node:fs';
import { deployerPaper, readFieldMap } from './deployer-paper.ts';
import { ownPaper } from './own-paper.ts';
import type { W9Paper } from './values.ts';

interface Settings {
  W9_FORM_PDF?: string | undefined;
  W9_FORM_MAP?: string | undefined;
  BRAND_NAME: string;
}

/**
 * The form that the settings name, else the project's own. Throws an `Error` that names the wrong
 * setting.
 */
export function openPaper({
  W9_FORM_PDF: pdf,
  W9_FORM_MAP: map,
  BRAND_NAME: requester,
}: Settings): W9Paper {
  if (pdf === undefined || map === undefined) return ownPaper(requester);
  let bytes: Buffer;
  try {
    bytes = readFileSync(pdf);
  } catch (error) {
    throw new Error(`Wrong setting: W9_FORM_PDF cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return deployerPaper(bytes, readFieldMap(map));
}
