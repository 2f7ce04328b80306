/** A row of docs/development/requirements.tsv. */
export interface Requirement {
  id: string;
  domain: string;
  text: string;
}

/**
 * What must hold already: whole domains, single rows of others, and rows that are knowingly
 * different, with their records.
 */
export interface Finished {
  domains: string[];
  ids: string[];
  waived: Record<string, string>;
}

/** Tab-separated; quotes are nothing special. */
export function parseRequirements(table: string): Requirement[] {
  const [, ...rows] = table.trimEnd().split('\n');
  return rows.map((row) => {
    const [id = '', domain = '', , , text = ''] = row.split('\t');
    return { id, domain, text };
  });
}

export interface Coverage {
  /** By domain: rows that a test names, and all rows. */
  domains: Map<string, { named: number; total: number }>;
  missing: Requirement[];
  /** Ids in titles that no row has. */
  unknown: string[];
  /** Rows that must be named and are not. */
  broken: Requirement[];
}

/** Compares the rows with the ids that tests name. */
export function cover(
  requirements: readonly Requirement[],
  named: ReadonlySet<string>,
  finished: Finished,
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
