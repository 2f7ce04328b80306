import { inspect } from './inspect.ts';
import { checkPictures } from './pictures.ts';

/** Refuses HTML that no engine should be given. Throws `too_large` or `unsupported`. */
export async function checkHtml(html: string): Promise<void> {
  inspect(html);
  await checkPictures(html);
}
