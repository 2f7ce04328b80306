import type { Template } from '@lintel/contract/emails';
import { getTemplates } from './get-templates.ts';

const perPage = 75;

/**
 * A template as it is stored now; undefined when it is gone. There is no call for one alone, so the
 * list is read.
 */
export async function findTemplate(id: number): Promise<Template | undefined> {
  for (let page = 1; ; page += 1) {
    const { data, total } = await getTemplates({ query: { page, limit: perPage } });
    const found = data.find((template) => template.id === id);
    if (found !== undefined || page * perPage >= total) return found;
  }
}
