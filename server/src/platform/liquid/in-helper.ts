import type { HelperPool } from '../helper/pool.ts';
import { RenderError } from '../render/render-error.ts';
import { TemplateError, tooMuchWork } from './problem.ts';
import type { LiquidInput } from './liquid.ts';

/**
 * Renders a template with data in a helper process. Throws a `TemplateError`, or a `RenderError`
 * when the template isn't at fault.
 */
export async function renderTemplate(pool: HelperPool, input: LiquidInput): Promise<string> {
  const made = await pool.run('liquid', input).catch((error: unknown) => {
    if (error instanceof RenderError && (error.code === 'timeout' || error.code === 'too_large'))
      throw new TemplateError({ line: 1, column: 1, message: tooMuchWork });
    throw error;
  });
  if ('problem' in made) throw new TemplateError(made.problem);
  return made.text;
}
