import { expect, test } from 'vitest';
import { found } from './advisories.mjs';

test('what is known against a package is told with its name, severity, address and whether an update is there', () => {
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
  expect(found(JSON.stringify(report))).toEqual({
    isChecked: true,
    lines: [
      '2 of 1128 packages have known advisories',
      '  critical lodash: Prototype pollution https://github.com/advisories/GHSA-x (an update is there)',
      '  high tool: through lodash',
    ],
  });
});

test('nothing found is said with the number of packages', () => {
  const report = { vulnerabilities: {}, metadata: { dependencies: { total: 1128 } } };
  expect(found(JSON.stringify(report))).toEqual({
    isChecked: true,
    lines: ['0 of 1128 packages have known advisories'],
  });
});

test('a registry that does not answer is never taken for one that has found nothing', () => {
  for (const [report, reason] of [
    ['{"message":"405 Method Not Allowed"}', '405 Method Not Allowed'],
    [
      '{"error":{"code":"ENOAUDIT","summary":"Your configured registry does not support audit requests."}}',
      'does not support audit',
    ],
    ['', 'no answer that can be read'],
    ['<html>', 'no answer that can be read'],
  ] as const) {
    const { isChecked, lines } = found(report);
    expect(isChecked).toBe(false);
    expect(lines[0]).toContain('nothing was checked');
    expect(lines[0]).toContain(reason);
  }
});
