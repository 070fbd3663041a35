import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type KeptResult, readResults } from './experiment.ts'
import { reliabilityPage } from './reliability-page.ts'

const result = (changes: Partial<KeptResult>): KeptResult => ({
  experiment: 'kill-server',
  done: 'It was killed.',
  command: 'npm run chaos',
  figures: { acknowledged: 1200, lost: 0, doubled: 0 },
  controls: [{ planted: 'synchronous_commit=off', caught: true, how: '3 lost' }],
  passed: true,
  date: '2026-11-21',
  ...changes,
})
const board = (...results: readonly KeptResult[]): readonly string[] =>
  (reliabilityPage(results).split('## The firm itself')[0] ?? '')
    .split('\n')
    .filter((line) => /^\| (?!what|---)/.test(line))

describe('docs/reliability.md', () => {
  it('is what reliability.json says, no more and no less', () => {
    const page = readFileSync(new URL('../../docs/reliability.md', import.meta.url), 'utf8')
    expect(page).toBe(reliabilityPage(readResults()))
  })
})

describe('the page', () => {
  it('counts the seeds that were all run twice once', () => {
    const run = result({ experiment: 'simulation', figures: { seeds: 1000 } })
    const again = result({ experiment: 'simulation-twice', figures: { seeds: 1000 } })
    expect(board(run, again)).toEqual(board(run))
  })

  it('adds up what experiments count under the same name', () => {
    const lines = board(
      result({}),
      result({ experiment: 'tamper', figures: { acknowledged: 34, planted: 9, found: 9 } }),
    )
    expect(lines).toEqual([
      '| effects acknowledged under fault | 1,234 | > 0 | yes |',
      '| of them lost | 0 | 0 | yes |',
      '| effects there twice, or unasked for | 0 | 0 | yes |',
      '| seeds simulated | 0 | > 0 | **no** |',
      '| tamperings found | 9 of 9 | all | yes |',
      '| controls caught | 2 of 2 | all | yes |',
      '| experiments passed | 2 of 2 | all | yes |',
    ])
  })

  it('says of the second models how many worlds agree, and how many faults put back were found', () => {
    const figures = { worlds: 10, 'worlds with a finding': 1 }
    const controls = [
      { planted: 'a', caught: true, how: 'seed 1, step 2' },
      { planted: 'b', caught: false, how: 'nothing' },
    ]
    const lines = board(result({}), result({ experiment: 'model-orders', figures, controls }))
    expect(lines).toContain('| worlds a second model agrees with | 9 of 10 | all | **no** |')
    expect(lines).toContain('| faults put back that a second model found | 1 of 2 | all | **no** |')
  })

  it('has a chapter of what the firm itself tried, with what was tampered, after everything else', () => {
    const firm = result({ experiment: 'firm-a', figures: { tried: 5, impossible: 3, found: 2, unseen: 0 } })
    const tamper = result({ experiment: 'tamper', figures: { planted: 9, found: 8 } })
    const page = reliabilityPage([firm, result({}), tamper])
    expect(
      page
        .split('\n')
        .filter((line) => /^##+ /.test(line))
        .slice(-4),
    ).toEqual(['## kill-server', '## The firm itself', '### firm-a', '### tamper'])
    expect(page).toContain('| firm-a | 5 | 3 | 2 | 0 |')
    expect(page).toContain('| tamper | 9 | 0 | 8 | 1 |')
    expect(page).toContain('| all | 14 | 3 | 10 | 1 |')
    expect(board(firm)).toContain('| attacks of the firm itself unseen | 0 | 0 | yes |')
    const missed = result({ experiment: 'firm-a', figures: { tried: 5, impossible: 3, found: 1, unseen: 1 } })
    expect(board(missed)).toContain('| attacks of the firm itself unseen | 1 | 0 | **no** |')
    expect(reliabilityPage([result({})])).not.toContain('The firm itself')
  })

  it.each([
    ['a lost effect', { figures: { lost: 1 } }, '| of them lost | 1 | 0 | **no** |'],
    ['a doubled one', { figures: { doubled: 2 } }, '| effects there twice, or unasked for | 2 | 0 | **no** |'],
    [
      'a control that was not caught',
      { controls: [{ planted: 'x', caught: false, how: 'y' }] },
      '| controls caught | 0 of 1 | all | **no** |',
    ],
    ['an experiment that failed', { passed: false }, '| experiments passed | 0 of 1 | all | **no** |'],
  ])('says no of %s', (_, changes, line) => {
    expect(board(result(changes))).toContain(line)
  })

  it('has a section for each experiment, with its command, figures, controls and table', () => {
    const page = reliabilityPage([result({ table: [{ planted: 'a|b', 'found by': 3 }] })])
    expect(page.slice(page.indexOf('## kill-server'))).toBe(
      [
        '## kill-server',
        '',
        'It was killed.',
        '',
        '`npm run chaos` (2026-11-21)',
        '',
        '- acknowledged: 1,200',
        '- lost: 0',
        '- doubled: 0',
        '',
        '- Caught: synchronous_commit=off (3 lost)',
        '',
        '| planted | found by |',
        '| --- | --- |',
        '| a\\|b | 3 |',
        '',
      ].join('\n'),
    )
  })
})
