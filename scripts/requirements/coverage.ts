/** A row of docs/development/requirements.tsv. */
export interface Requirement {
  id: string;
  domain: string;
  text: string;
}

/**
 * Requirements that tests must cover: whole domains, single rows of others, and rows with an
 * intentional deviation, with their decision records.
 */
export interface FinishedTest {
  domains: string[];
  ids: string[];
  waived: Record<string, string>;
}

/** Tab-separated; quotes have no special meaning. */
export function parseRequirements(table: string): Requirement[] {
  const [, ...rows] = table.trimEnd().split('\n');
  return rows.map((row) => {
    const [id = '', domain = '', , , text = ''] = row.split('\t');
    return { id, domain, text };
  });
}

export interface Coverage {
  /** By domain: the number of rows that a test names, and of all rows. */
  domains: Map<string, { named: number; total: number }>;
  missing: Requirement[];
  /** Ids in test titles that match no row. */
  unknown: string[];
  /** Rows that a test must name but none does. */
  broken: Requirement[];
}

/** Compares the rows with the ids in test titles. */
export function matchTests(
  requirements: readonly Requirement[],
  named: ReadonlySet<string>,
  finished: FinishedTest,
): Coverage {
  const known = new Set(requirements.map(({ id }) => id));
  const domains: Coverage['domains'] = new Map();
  const missing: Requirement[] = [];
  for (const requirement of requirements) {
    const count = domains.get(requirement.domain) ?? { named: 0, total: 0 };
    const isNamed = named.has(requirement.id) || requirement.id in finished.waived;
    domains.set(requirement.domain, {
      named: count.named + Number(isNamed),
      total: count.total + 1,
    });
    if (!isNamed) missing.push(requirement);
  }
  const broken = missing.filter(
    ({ id, domain }) => finished.domains.includes(domain) || finished.ids.includes(id),
  );
  return { domains, missing, unknown: [...named].filter((id) => !known.has(id)), broken };
}
