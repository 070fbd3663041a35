// `npm run proof:verify -- FILE [--hash PUBLISHED] [--key KEY] [--customer NUMBER] [--balance MXN=12345]…`
// Checks a proof, a receipt, a log or two heads that the app gave a customer. Exit code 0: sound. 1: not. 2: there was nothing to check.
// Needs nothing of this repository but the folder beside it: both may be taken away and run anywhere.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { verifyFile } from './proof/verifier.mjs'

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
  const { kind, ok, lines, problem } = await verifyFile(text, { ...known, balances })
  for (const line of lines) console.log(line)
  const found = {
    proof: 'SOUND: your part is in the published total.',
    receipt: 'SOUND: every entry is in the signed journal.',
    log: 'SOUND: every record is as it was hashed, and those with a path are in the signed journal.',
    heads: 'BOTH SIGNED: the house signed both of these heads.',
  }
  console.log(ok ? found[kind] : `NOT SOUND: ${problem}.`)
  process.exitCode = ok ? 0 : 1
}
