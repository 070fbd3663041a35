import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const log = fileURLToPath(new URL('./log.ts', import.meta.url))

/** Runs a program that has a log until it ends, or until its first line where it lives on. @returns what was logged, and what ended it. */
function runWithLog(
  program: string,
  { livesOn = false } = {},
): Promise<{ readonly text: string; readonly endedBy: string }> {
  const source = `const { createLog } = await import(${JSON.stringify(log)}); const log = createLog('info'); ${program}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    if (livesOn) child.kill('SIGKILL')
  })
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ text, endedBy: signal ?? String(code) }))
  })
}

const lines = (text: string, message: string): number =>
  text.split('\n').filter((line) => line.includes(`"msg":"${message}"`)).length

describe('the log', () => {
  it('hands a line over that stays alone, long before the process ends', async () => {
    const { text, endedBy } = await runWithLog(`log.info({}, 'one'); setTimeout(() => undefined, 50_000)`, {
      livesOn: true,
    })
    expect([lines(text, 'one'), endedBy]).toEqual([1, 'SIGKILL'])
  })

  it('hands a warning and an error over at once, with what was before', async () => {
    for (const level of ['warn', 'error'] as const) {
      // Nothing that runs at the end of a process runs when it is killed.
      const { text } = await runWithLog(
        `log.info({}, 'before'); log.${level}({}, 'wrong'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 60)`,
      )
      expect([lines(text, 'before'), lines(text, 'wrong')]).toEqual([1, 1])
    }
  })

  it.each([
    ['exits', 'process.exit(3)'],
    ['ends by itself', ''],
    ['throws what nobody catches', `throw new Error('nobody')`],
    ['rejects what nobody awaits', `Promise.reject(new Error('nobody'))`],
  ])('loses no line of a process that %s', async (_, end) => {
    const { text } = await runWithLog(
      `for (let at = 0; at < 1000; at += 1) log.info({ at, filler: 'x'.repeat(80) }, 'line'); ${end}`,
    )
    expect(lines(text, 'line')).toBe(1000)
  })
})
