import type { HelperPool } from '../helper/pool.ts';
import { RenderError } from '../render/render-error.ts';
import { TemplateError, tooMuchWork } from './problem.ts';
import type { LiquidInput } from './liquid.ts';

/**
 * The text that a template makes of data, made in a helper process. Throws a `TemplateError`, or a
 * `RenderError` that says nothing against the template.
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
