/**
 * What `npm audit --json` has found, in lines for people: the first says whether anything was checked at all.
 * @param {string} report
 * @returns {{ isChecked: boolean, lines: string[] }}
 */
export function found(report) {
  const answer = parsed(report);
  if (answer.vulnerabilities === undefined) {
    const reason = answer.message ?? answer.error?.summary ?? 'no answer that can be read';
    return {
      isChecked: false,
      lines: [`The registry tells no advisories, so nothing was checked: ${reason}`],
    };
  }
  const packages = Object.values(answer.vulnerabilities);
  const total = answer.metadata?.dependencies?.total ?? 0;
  const lines = packages.map(({ name, severity, via = [], fixAvailable }) => {
    const causes = via.map((cause) =>
      typeof cause === 'string' ? `through ${cause}` : `${cause.title} ${cause.url}`,
    );
    return `  ${severity} ${name}: ${causes.join('; ')}${fixAvailable ? ' (an update is there)' : ''}`;
  });
  return {
    isChecked: true,
    lines: [`${packages.length} of ${total} packages have known advisories`, ...lines],
  };
}

/**
 * @typedef {{ name: string, severity: string, via?: (string | { title: string, url: string })[], fixAvailable?: unknown }} Vulnerable
 * @param {string} text
 * @returns {{ vulnerabilities?: Record<string, Vulnerable>, metadata?: { dependencies?: { total?: number } }, message?: string, error?: { summary?: string } }}
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
