import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipBytes, type Manifest, type Weight, weigh } from './bundle-size.ts'

/** Prints what the customer app's pages weigh (JavaScript, gzip) and fails when one is over the budget. */
const dist = join(fileURLToPath(new URL('../..', import.meta.url)), 'apps/web/dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
const weights = weigh(manifest, (file) => gzipBytes(readFileSync(join(dist, file))))
const inKb = (bytes: number): string =>
  `${(bytes / 1000).toLocaleString('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} kB`
const said = (amount: number, unit: Weight['unit']): string => (unit === 'bytes' ? inKb(amount) : `${amount} files`)
for (const { name, amount, unit, limit } of weights) {
  const verdict = limit === undefined ? '' : `${amount <= limit ? 'of' : 'OVER'} ${said(limit, unit)}`
  console.log(`${said(amount, unit).padStart(10)}  ${verdict.padEnd(14)}  ${name}`)
}
const over = weights.filter(({ amount, limit }) => limit !== undefined && amount > limit)
process.exitCode = over.length === 0 ? 0 : 1
