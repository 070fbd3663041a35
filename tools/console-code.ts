import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoOperator } from '@bolsillo/identity/server'
import { systemClock } from '@bolsillo/kernel'
import { generateSync } from 'otplib'
import { dataFolder } from './installed-databases.ts'

// `npm run console:code`: the six digits the authenticators of the demo's staff show now. Practice only: where money is
// real there is no demo, and nobody but its owner has the secret of an authenticator.

interface Demo {
  readonly operators?: readonly DemoOperator[]
}

const file = join(dataFolder(), 'demo.json')
const { operators = [] } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Demo) : {}
if (operators.length === 0) {
  console.error('There is no demo here: start the server once, or set DATA_DIR.')
  process.exitCode = 2
}
const epoch = Math.floor(systemClock.now() / 1000)
for (const { account, totpSecret } of operators) {
  console.log(`${account}  ${generateSync({ secret: totpSecret, epoch })}  (${30 - (epoch % 30)} s left)`)
}
