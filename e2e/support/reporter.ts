// Prints at the end of a run how many axe checks each spec made, and their findings.
import { basename } from 'node:path';
import type { Reporter, TestCase } from '@playwright/test/reporter';

interface Row {
  states: number;
  findings: number;
}

export default class AxeTable implements Reporter {
  private readonly rows = new Map<string, Row>();

  printsToStdio(): boolean {
    return false;
  }

  onTestEnd(test: TestCase): void {
    for (const { type, description = '' } of test.annotations) {
      if (type !== 'axe') continue;
      const spec = basename(test.location.file, '.spec.ts');
      const row = this.rows.get(spec) ?? { states: 0, findings: 0 };
      row.states += 1;
      row.findings += Number.parseInt(description, 10);
      this.rows.set(spec, row);
    }
  }

  onEnd(): void {
    if (this.rows.size === 0) return;
    const line = (spec: string, states: number | string, findings: number | string) =>
      `  ${spec.padEnd(18)}${String(states).padStart(8)}${String(findings).padStart(10)}`;
    const rows = [...this.rows].sort(([one], [other]) => one.localeCompare(other));
    const sum = (part: keyof Row) => rows.reduce((total, [, row]) => total + row[part], 0);
    console.log(
      [
        '',
        line('axe looked at', 'states', 'findings'),
        ...rows.map(([spec, { states, findings }]) => line(spec, states, findings)),
        line('all', sum('states'), sum('findings')),
      ].join('\n'),
    );
  }
}
