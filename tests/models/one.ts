import { setUpDatabases } from '@bolsillo/test-kit'
import { models } from './models.ts'
import { runWorld } from './world-process.ts'

// npm run models -- NAME SEED [STEPS] [FAULT]: one world, step by step; with SEED `long`, world after world until one fails.
const names = models.map(({ name }) => name).join(', ')
const [model = '', first = '', many = '500', fault] = process.argv.slice(2)
const isLong = first === 'long'
const [seed, steps] = [isLong ? Math.floor(Date.now() / 1000) : Number(first), Number(many)]
if (!models.some(({ name }) => name === model) || !Number.isSafeInteger(seed) || !Number.isSafeInteger(steps)) {
  console.error(`npm run models -- NAME SEED [STEPS] [FAULT]: NAME is one of ${names}, SEED a whole number or "long"`)
  process.exit(2)
}
const stop = await setUpDatabases()
let isStopped = false
process.once('SIGINT', () => {
  isStopped = true
})
try {
  for (let at = seed; !isStopped; at += 1) {
    const run = await runWorld({ model, seed: at, steps, lines: !isLong, ...(fault === undefined ? {} : { fault }) })
    for (const line of run.lines) console.log(line)
    console.log(`${model} ${at}: ${JSON.stringify(run.figures)}`)
    for (const { step, rule, what } of run.findings) console.log(`FOUND at step ${step}, ${rule}: ${what}`)
    if (run.findings.length > 0) process.exitCode = 1
    if (!isLong || run.findings.length > 0) break
  }
} finally {
  await stop()
}
