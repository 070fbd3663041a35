import { relative } from 'node:path'

/** The part we read of the test runner's JSON report. */
export interface TestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly assertionResults: ReadonlyArray<{
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly (string | null)[] | null
    }>
  }>
}

/** A test that failed, or a file that could not be run at all (`test` is empty then). */
export interface Failure {
  readonly file: string
  readonly test: string
  readonly message: string
}

const kept = 1_200

/** Everything a report says went wrong; `root` is what files are named from. */
export function failuresOf(report: TestReport, root: string): readonly Failure[] {
  return report.testResults.flatMap((suite) => {
    const file = relative(root, suite.name)
    const failed = suite.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({
        file,
        test: test.fullName.trim(),
        message: (test.failureMessages ?? []).filter(Boolean).join('\n').slice(0, kept),
      }))
    if (failed.length > 0 || suite.status !== 'failed') return failed
    return [{ file, test: '', message: (suite.message ?? '').slice(0, kept) }]
  })
}

/** The run as it counts when the files that failed were tried again: those files as the second try left them. */
export function withSecondTry(first: TestReport, second: TestReport): TestReport {
  const again = new Map(second.testResults.map((suite) => [suite.name, suite]))
  const testResults = first.testResults.map((suite) => again.get(suite.name) ?? suite)
  const count = (status: string): number =>
    testResults.reduce((sum, suite) => sum + suite.assertionResults.filter((test) => test.status === status).length, 0)
  return { numPassedTests: count('passed'), numFailedTests: count('failed'), testResults }
}

/** A failure as printed at the end of a run, for readers who look only there. */
export function failureText(failure: Failure): string {
  const name = failure.test === '' ? failure.file : `${failure.file} › ${failure.test}`
  return `${name}\n    ${failure.message.trim().replaceAll('\n', '\n    ')}`
}
