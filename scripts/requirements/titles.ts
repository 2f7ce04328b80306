import { parseSync, Visitor, type CallExpression, type MemberExpression } from 'oxc-parser';

/** Skipped tests cover nothing. */
const skipped = new Set(['skip', 'todo', 'fixme', 'fails', 'failing']);

type CalleeNode = MemberExpression['object'];

/** A call's name, such as `test`, and its modifiers, such as `each`. */
function resolveCallee(callee: CalleeNode): { name: string; parts: string[] } {
  if (callee.type === 'Identifier') return { name: callee.name, parts: [] };
  if (callee.type === 'CallExpression') return resolveCallee(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return resolveCallee(callee.tag);
  if (callee.type !== 'MemberExpression') return { name: '', parts: [] };
  const { name, parts } = resolveCallee(callee.object);
  return { name, parts: [...parts, 'name' in callee.property ? String(callee.property.name) : ''] };
}

function argumentText(argument: CallExpression['arguments'][number] | undefined): string {
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
      const { name, parts } = resolveCallee(node.callee);
      if (!['test', 'it'].includes(name) || parts.some((part) => skipped.has(part))) return;
      const title = argumentText(node.arguments[0]);
      if (title !== '') titles.push(title);
    },
  }).visit(program);
  return titles;
}

/** The ids in a title's square brackets: `… [MKT-151] [ACC-001]`. */
export const requirementIds = (title: string): string[] =>
  [...title.matchAll(/\[([A-Z]{3}-\d{3})\]/g)].map(([, id]) => id ?? '');
