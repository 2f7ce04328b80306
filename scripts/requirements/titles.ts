import { parseSync, Visitor, type CallExpression, type MemberExpression } from 'oxc-parser';

/** Skipped tests cover nothing. */
const skipped = new Set(['skip', 'todo', 'fixme', 'fails', 'failing']);

type Callee = MemberExpression['object'];

/** A call's name, such as `test`, and its modifiers, such as `each`. */
function calleeOf(callee: Callee): { name: string; parts: string[] } {
  if (callee.type === 'Identifier') return { name: callee.name, parts: [] };
  if (callee.type === 'CallExpression') return calleeOf(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return calleeOf(callee.tag);
  if (callee.type !== 'MemberExpression') return { name: '', parts: [] };
  const { name, parts } = calleeOf(callee.object);
  return { name, parts: [...parts, 'name' in callee.property ? String(callee.property.name) : ''] };
}

function textOf(argument: CallExpression['arguments'][number] | undefined): string {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  if (argument?.type === 'TemplateLiteral')
    return argument.quasis.map(({ value }) => value.raw).join('');
  return '';
}

/** The titles of the tests that run in a file: only these cover a requirement. */
export function titlesIn(path: string, text: string): string[] {
  const titles: string[] = [];
  const { program } = parseSync(path, text);
  new Visitor({
    CallExpression(node: CallExpression) {
      const { name, parts } = calleeOf(node.callee);
      if (!['test', 'it'].includes(name) || parts.some((part) => skipped.has(part))) return;
      const title = textOf(node.arguments[0]);
      if (title !== '') titles.push(title);
    },
  }).visit(program);
  return titles;
}

/** The ids in a title's square brackets: `… [MKT-151] [ACC-001]`. */
export const idsOf = (title: string): string[] =>
  [...title.matchAll(/\[([A-Z]{3}-\d{3})\]/g)].map(([, id]) => id ?? '');
