import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const log = fileURLToPath(new URL('./log.ts', import.meta.url))

/** Runs a program that has a log, and says what of the log arrived by when, in milliseconds since its first output. */
function runWithLog(program: string): Promise<{ readonly text: string; readonly firstAtMs: number }> {
  const source = `const { createLog } = await import(${JSON.stringify(log)}); const log = createLog('info'); ${program}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [text, startedAt, firstAtMs] = ['', 0, -1]
  child.stdout.on('data', () => {
    startedAt = performance.now()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    if (firstAtMs < 0) firstAtMs = performance.now() - startedAt
    text += chunk.toString()
  })
  return new Promise((resolve) => child.once('close', () => resolve({ text, firstAtMs })))
}

const lines = (text: string, message: string): number =>
  text.split('\n').filter((line) => line.includes(`"msg":"${message}"`)).length

describe('the log', () => {
  it('hands a line over that stays alone, long before the process ends', async () => {
    const { text, firstAtMs } = await runWithLog(
      `process.stdout.write('up'); log.info({}, 'one'); setTimeout(() => undefined, 1500)`,
    )
    expect(lines(text, 'one')).toBe(1)
    expect(firstAtMs).toBeLessThan(1_400)
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
