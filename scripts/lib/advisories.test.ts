import { expect, test } from 'vitest';
import { vulnerabilities } from './advisories.mjs';

test('lists each vulnerable package with its severity, URL, and whether an update is available', () => {
  const report = {
    vulnerabilities: {
      lodash: {
        name: 'lodash',
        severity: 'critical',
        via: [{ title: 'Prototype pollution', url: 'https://github.com/advisories/GHSA-x' }],
        fixAvailable: true,
      },
      tool: { name: 'tool', severity: 'high', via: ['lodash'], fixAvailable: false },
    },
    metadata: { dependencies: { total: 1128 } },
  };
  expect(vulnerabilities(JSON.stringify(report))).toEqual({
    isChecked: true,
    lines: [
      '2 of 1128 packages have known advisories',
      '  critical lodash: Prototype pollution https://github.com/advisories/GHSA-x (update available)',
      '  high tool: through lodash',
    ],
  });
});

test('reports the number of packages when none are vulnerable', () => {
  const report = { vulnerabilities: {}, metadata: { dependencies: { total: 1128 } } };
  expect(vulnerabilities(JSON.stringify(report))).toEqual({
    isChecked: true,
    lines: ['0 of 1128 packages have known advisories'],
  });
});

test('an unavailable registry never counts as a clean result', () => {
  for (const [report, reason] of [
    ['{"message":"405 Method Not Allowed"}', '405 Method Not Allowed'],
    [
      '{"error":{"code":"ENOAUDIT","summary":"Your configured registry does not support audit requests."}}',
      'does not support audit',
    ],
    ['', 'unreadable response'],
    ['<html>', 'unreadable response'],
  ] as const) {
    const { isChecked, lines } = vulnerabilities(report);
    expect(isChecked).toBe(false);
    expect(lines[0]).toContain('nothing was checked');
    expect(lines[0]).toContain(reason);
  }
});
