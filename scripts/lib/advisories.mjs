/**
 * Summarizes `npm audit --json` for people; the first line says whether anything was checked.
 * @param {string} report
 * @returns {{ isChecked: boolean, lines: string[] }}
 */
export function vulnerabilities(report) {
  const answer = parsed(report);
  if (answer.vulnerabilities === undefined) {
    const reason = answer.message ?? answer.error?.summary ?? 'unreadable response';
    return {
      isChecked: false,
      lines: [`The registry returned no advisories, so nothing was checked: ${reason}`],
    };
  }
  const packages = Object.values(answer.vulnerabilities);
  const total = answer.metadata?.dependencies?.total ?? 0;
  const lines = packages.map(({ name, severity, via = [], fixAvailable }) => {
    const causes = via.map((cause) =>
      typeof cause === 'string' ? `through ${cause}` : `${cause.title} ${cause.url}`,
    );
    return `  ${severity} ${name}: ${causes.join('; ')}${fixAvailable ? ' (update available)' : ''}`;
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
