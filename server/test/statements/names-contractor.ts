import { loadModule, parseSync } from 'libpg-query';

await loadModule();

type Tree = Record<string, unknown>;
const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((now, key) => (isTree(now) ? now[key] : undefined), value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The contractors' tables that an SQL statement reads or changes without naming the contractor: it
 * ties their rows by contractor neither to a value nor to a table that is tied to one. The outer
 * rows of a subquery are not a value: a cluster runs it on all machines, whatever is known of those
 * rows. Throws for invalid SQL.
 */
export function unnamedTables(statement: string, tables: readonly string[]): string[] {
  const found = new Set<string>();
  look(parseSync(statement), { apart: new Set(), found });
  return tables.filter((table) => found.has(table)).toSorted();
}

interface Looking {
  /** Names defined by `with`: each is a separate statement. */
  apart: ReadonlySet<string>;
  found: Set<string>;
}

/** Finds and checks all statements in a syntax tree. */
function look(node: unknown, looking: Looking): void {
  for (const one of listOf(node)) look(one, looking);
  if (!isTree(node)) return;
  for (const [key, value] of Object.entries(node))
    if (isTree(value) && /^(Select|Insert|Update|Delete|Merge)Stmt$/.test(key))
      judge(value, looking);
    // The halves of a union have no node type.
    else if (isTree(value) && (key === 'larg' || key === 'rarg') && 'targetList' in value)
      judge(value, looking);
    else look(value, looking);
}

function judge(node: Tree, around: Looking): void {
  const named = listOf(at(node, 'withClause', 'ctes')).map((one) =>
    textOf(at(one, 'CommonTableExpr', 'ctename')),
  );
  const apart = new Set([...around.apart, ...named]);
  const isNew = 'cols' in node || 'onConflictClause' in node;
  const scope = new Scope(apart);
  if (isNew) judgeNewRows(node, around.found);
  else scope.addTable(node['relation']);
  for (const from of [...listOf(node['fromClause']), ...listOf(node['usingClause'])])
    scope.addFrom(from);
  scope.addCondition(node['whereClause']);
  for (const table of scope.unnamed()) around.found.add(table);
  look(node, { ...around, apart });
}

/** A new row names its contractor, and a conflicting row belongs to the same one. */
function judgeNewRows(node: Tree, found: Set<string>): void {
  const table = textOf(at(node, 'relation', 'relname'));
  if (table === '') return;
  const columns = listOf(node['cols']).map((one) => textOf(at(one, 'ResTarget', 'name')));
  const unique = listOf(at(node, 'onConflictClause', 'infer', 'indexElems')).map((one) =>
    textOf(at(one, 'IndexElem', 'name')),
  );
  const says = (names: string[]): boolean => names.includes('contractor_id');
  if (!says(columns) || (unique.length > 0 && !says(unique))) found.add(table);
}

/** Marks a row that is tied to a given contractor. */
const value = '=';

/** The tables of one statement, and how they are tied to each other by contractor. */
class Scope {
  readonly #apart: ReadonlySet<string>;
  /** The table of each name; null for a separate statement. */
  readonly #tables = new Map<string, string | null>();
  readonly #equal: [unknown, unknown][] = [];

  constructor(apart: ReadonlySet<string>) {
    this.#apart = apart;
  }

  names(): Iterable<string> {
    return this.#tables.keys();
  }

  addTable(node: unknown): void {
    const table = textOf(at(node, 'relname'));
    if (table === '') return;
    const name = textOf(at(node, 'alias', 'aliasname')) || table;
    this.#tables.set(name, this.#apart.has(table) ? null : table);
  }

  addFrom(node: unknown): void {
    this.addTable(at(node, 'RangeVar'));
    for (const kind of ['RangeSubselect', 'RangeFunction']) {
      const name = textOf(at(node, kind, 'alias', 'aliasname'));
      if (name !== '') this.#tables.set(name, null);
    }
    const join = at(node, 'JoinExpr');
    if (!isTree(join)) return;
    const before = new Set(this.names());
    this.addFrom(join['larg']);
    const left = [...this.names()].filter((name) => !before.has(name));
    this.addFrom(join['rarg']);
    const right = [...this.names()].filter((name) => !before.has(name) && !left.includes(name));
    this.addCondition(join['quals']);
    const shared = listOf(join['usingClause']).map((one) => textOf(at(one, 'String', 'sval')));
    if (shared.includes('contractor_id'))
      for (const one of left)
        for (const other of right) this.#equal.push([columnOf(one), columnOf(other)]);
  }

  addCondition(condition: unknown): void {
    this.#equal.push(...equalities(condition));
  }

  unnamed(): string[] {
    const tied = new Map<string, string>();
    const end = (name: string): string => {
      const next = tied.get(name);
      return next === undefined ? name : end(next);
    };
    const tie = (one: string, other: string): void => {
      if (end(one) !== end(other)) tied.set(end(one), end(other));
    };
    for (const [name, table] of this.#tables) if (table === null) tie(name, value);
    for (const [left, right] of this.#equal)
      for (const one of this.#whose(left)) for (const other of this.#whose(right)) tie(one, other);
    return [...this.#tables].flatMap(([name, table]) =>
      table !== null && end(name) !== end(value) ? [table] : [],
    );
  }

  /** The names whose contractor an expression is; `value` if it is the same for all rows. */
  #whose(expression: unknown): string[] {
    const inside = at(expression, 'TypeCast', 'arg');
    if (inside !== undefined) return this.#whose(inside);
    const path = listOf(at(expression, 'ColumnRef', 'fields')).map((one) =>
      textOf(at(one, 'String', 'sval')),
    );
    const column = path.at(-1);
    const name = path.at(-2);
    if (column === undefined) return this.#isFixed(expression) ? [value] : [];
    return [...this.#tables].flatMap(([one, table]) => {
      if (name !== undefined && one !== name) return [];
      const isContractor =
        table === null ||
        column === 'contractor_id' ||
        (table === 'contractors' && column === 'id');
      return isContractor ? [one] : [];
    });
  }

  /** Whether it contains no column of this statement's own tables. */
  #isFixed(node: unknown): boolean {
    if (Array.isArray(node)) return node.every((one) => this.#isFixed(one));
    if (!isTree(node)) return true;
    // A statement in an expression is checked separately.
    if ('SubLink' in node) return true;
    if ('ColumnRef' in node) return false;
    return Object.values(node).every((one) => this.#isFixed(one));
  }
}

const columnOf = (name: string): unknown => ({
  ColumnRef: { fields: [{ String: { sval: name } }, { String: { sval: 'contractor_id' } }] },
});
const someValue: unknown = { A_Const: {} };

/** The equalities that hold whenever a condition holds. */
function equalities(condition: unknown): [unknown, unknown][] {
  if (at(condition, 'BoolExpr', 'boolop') === 'AND_EXPR')
    return listOf(at(condition, 'BoolExpr', 'args')).flatMap(equalities);
  const tested = at(condition, 'SubLink', 'testexpr');
  if (at(condition, 'SubLink', 'subLinkType') === 'ANY_SUBLINK')
    return partsOf(tested).map((part) => [part, someValue]);
  const expression = at(condition, 'A_Expr');
  if (textOf(at(listOf(at(expression, 'name'))[0], 'String', 'sval')) !== '=') return [];
  const kind = textOf(at(expression, 'kind'));
  const [left, right] = [at(expression, 'lexpr'), at(expression, 'rexpr')];
  if (kind === 'AEXPR_IN' || kind === 'AEXPR_OP_ANY')
    return partsOf(left).map((part) => [part, someValue]);
  if (kind !== 'AEXPR_OP') return [];
  const others = partsOf(right);
  return partsOf(left).map((part, index) => [
    part,
    others.length === 1 ? others[0] : others[index],
  ]);
}

const partsOf = (expression: unknown): unknown[] =>
  at(expression, 'RowExpr') === undefined
    ? [expression]
    : listOf(at(expression, 'RowExpr', 'args'));
