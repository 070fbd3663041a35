import { runSeed } from './run-seed.ts'
import { openStage } from './stage.ts'

// npm run sim -- SEED: one seed, line by line, twice; the two must be the same to the last byte.
const seed = Number(process.argv[2])
if (!Number.isSafeInteger(seed) || seed < 0) {
  console.error('npm run sim -- SEED: give the number of the seed to run, for example npm run sim -- 7')
  process.exit(2)
}
const isLong = process.argv.includes('--long')
const stage = await openStage()
try {
  await runSeed(stage, 0)
  const result = await runSeed(stage, seed, { keepsLines: true, isLong })
  const again = await runSeed(stage, seed, { keepsLines: true, isLong })
  console.log(result.lines.join('\n'))
  console.log(
    JSON.stringify({
      seed,
      steps: result.steps,
      operations: result.operations,
      hash: result.hash,
      reproducible: result.hash === again.hash,
      findings: result.findings,
    }),
  )
  if (result.hash !== again.hash) {
    const differs = result.lines.findIndex((line, index) => line !== again.lines[index])
    console.log(`The second run differs from line ${differs + 1} on: ${again.lines[differs] ?? 'it ends there'}`)
  }
  process.exitCode = result.findings.length === 0 && result.hash === again.hash ? 0 : 1
} finally {
  await stage.close()
}
