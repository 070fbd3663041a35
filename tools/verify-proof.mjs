// `npm run proof:verify -- FILE [--hash PUBLISHED] [--key KEY] [--customer NUMBER] [--balance MXN=12345]…`
// Checks a proof file that the app gave a customer. Exit code 0: sound. 1: not. 2: there was nothing to check.
// Needs nothing of this repository but the file beside it: both may be taken away and run anywhere.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { verifyProofFile } from './proof/verifier.mjs'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    hash: { type: 'string' },
    key: { type: 'string' },
    customer: { type: 'string' },
    balance: { type: 'string', multiple: true },
  },
})
const [file] = positionals

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    console.log(`${path} cannot be read (${error instanceof Error ? error.message : 'unknown'}): name a proof file.`)
    return undefined
  }
}

const text = file === undefined ? undefined : read(file)
if (text === undefined) {
  if (file === undefined) console.log('Name a proof file: npm run proof:verify -- FILE')
  process.exitCode = 2
} else {
  const { balance, ...known } = values
  const balances = Object.fromEntries((balance ?? []).map((pair) => pair.split('=')))
  const { ok, lines, problem } = await verifyProofFile(text, { ...known, balances })
  for (const line of lines) console.log(line)
  console.log(ok ? 'SOUND: your part is in the published total.' : `NOT SOUND: ${problem}.`)
  process.exitCode = ok ? 0 : 1
}
