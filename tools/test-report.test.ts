import { expect, test } from 'vitest'
import { failuresOf, failureText, type TestReport, withSecondTry } from './test-report.ts'

const passed = (fullName: string) => ({ fullName, status: 'passed', failureMessages: [] })
const failed = (fullName: string) => ({
  fullName,
  status: 'failed',
  failureMessages: ['Error: expected 1\n  at x.ts:1'],
})

const first: TestReport = {
  numPassedTests: 2,
  numFailedTests: 1,
  testResults: [
    { name: '/r/a.journey.ts', status: 'failed', assertionResults: [passed(' one'), failed(' two')] },
    { name: '/r/b.journey.ts', status: 'passed', assertionResults: [passed(' three')] },
    { name: '/r/c.journey.ts', status: 'failed', message: 'cannot be loaded', assertionResults: [] },
  ],
}

test('names each test that failed, and each file that could not be run', () => {
  expect(failuresOf(first, '/r')).toEqual([
    { file: 'a.journey.ts', test: 'two', message: 'Error: expected 1\n  at x.ts:1' },
    { file: 'c.journey.ts', test: '', message: 'cannot be loaded' },
  ])
  expect(failureText({ file: 'a.ts', test: 'two', message: 'x\ny' })).toBe('a.ts › two\n    x\n    y')
})

test('a second try replaces the first, for the files it ran, and only them', () => {
  const second: TestReport = {
    numPassedTests: 2,
    numFailedTests: 0,
    testResults: [{ name: '/r/a.journey.ts', status: 'passed', assertionResults: [passed('one'), passed('two')] }],
  }
  const counted = withSecondTry(first, second)
  expect(counted).toMatchObject({ numPassedTests: 3, numFailedTests: 0 })
  expect(failuresOf(counted, '/r').map((failure) => failure.file)).toEqual(['c.journey.ts'])
})

test('a second try that fails again is a failure', () => {
  expect(withSecondTry(first, { ...first, testResults: first.testResults.slice(0, 1) })).toMatchObject({
    numPassedTests: 2,
    numFailedTests: 1,
  })
})
