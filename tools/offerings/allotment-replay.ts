import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  type ChangedPart,
  createReplay,
  finish,
  type KnownFacts,
  type OwnLine,
  type ReplayReport,
} from '@bolsillo/offerings/domain'

// `npm run allotment:replay -- FILE`: runs an allotment again from the file its page saves. It says whether rule, secret,
// applications and public value give what the file says, and what an own application got. Exit code 0: they do. 1: something
// was changed. 2: the file is no allotment, or an option is not what it must be.

const exitOk = 0
const exitChanged = 1
const exitCannot = 2

const usage = `Usage: npm run allotment:replay -- FILE [options]
  --plan-hash H      hash of the plan, from the act that published it
  --root H           root of the applications, from the act of the closing
  --public-value H   value of the journal's head or of the beacon that the plan names
  --application ID   your own application, with its salt:
  --salt H           … as the app shows it
  --quantity N       … what you asked, in units as the file has them
  --tier N           … the place of your tier, from 0`

const words: Readonly<Record<ChangedPart, string>> = {
  rule: 'the rule: the plan is not the one whose hash was public before closing',
  secret: 'the secret: its hash is not the one of the plan',
  count: 'the number of lines: the header says another',
  order: 'the order of the lines, which is that of their ids',
  duplicate: 'a line: its id is there twice',
  root: 'the root: it is not the one of the closing',
  application: 'an application: the lines do not lead to the root of the closing',
  'public-value': 'the public value: it is not the one the plan names',
  seed: 'the seed: it is not made of secret, root and public value',
  result: 'a result: the rule gives another',
  total: 'the total: the lines come to another',
  'own-missing': 'your application: it has no line',
  'own-application': 'your application: its line says another quantity or tier',
}

/** An option that is not what it must be, by its name. */
class WrongOption extends Error {}

const shapes = { hash: /^[0-9a-f]{64}$/, number: /^(?:0|[1-9][0-9]{0,39})$/, text: /^[\x21-\x7e]{1,100}$/ } as const

/** What the options say; an application needs its salt. */
function readOptions(args: readonly string[]): { readonly file: string; readonly known: KnownFacts } {
  const option = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ 'plan-hash': option, root: option, 'public-value': option },
      ...{ application: option, salt: option, quantity: option, tier: option },
    },
  })
  const checked = (name: keyof typeof values, shape: RegExp): string | undefined => {
    const value = values[name]
    if (value !== undefined && !shape.test(value)) throw new WrongOption(name)
    return value
  }
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new WrongOption('FILE')
  const facts = {
    planHash: checked('plan-hash', shapes.hash),
    root: checked('root', shapes.hash),
    publicValue: checked('public-value', shapes.hash),
  }
  const [applicationId, salt] = [checked('application', shapes.text), checked('salt', shapes.hash)]
  const [quantity, tier] = [checked('quantity', shapes.number), checked('tier', shapes.number)]
  if ((applicationId === undefined) !== (salt === undefined)) throw new WrongOption('salt')
  const own =
    applicationId === undefined || salt === undefined
      ? undefined
      : {
          ...{ applicationId, salt },
          ...(quantity === undefined ? {} : { quantity: BigInt(quantity) }),
          ...(tier === undefined ? {} : { tier: Number(tier) }),
        }
  const known = Object.entries({ ...facts, own }).filter(([, value]) => value !== undefined)
  return { file, known: Object.fromEntries(known) }
}

const ownText = ({ line, quantity, allotted }: OwnLine): string =>
  `your line ${line}: asked ${quantity}, allotted ${allotted}`

/** What is printed of a report, and the exit code. */
function describe(file: string, report: ReplayReport): { readonly lines: readonly string[]; readonly exit: number } {
  if (report.kind === 'unreadable')
    return {
      lines: [`${file} is no allotment: its line ${report.line} is none. Save it again from the page of the offering.`],
      exit: exitCannot,
    }
  const { header, own } = report
  const facts = [
    ...[`offering ${header.plan.offeringId}`, `plan ${header.planHash}`, `root ${header.root}`],
    ...[`public value ${header.publicValue} of number ${header.publicAt}`, `applications ${header.applications}`],
    ...(own === undefined ? [] : [ownText(own)]),
  ]
  if (report.kind === 'equal') {
    const note = 'EQUAL: the rule gives what the file says. Compare plan, root and public value with the journal.'
    return { lines: [...facts, `allotted ${header.total}`, note], exit: exitOk }
  }
  const changes = report.changes.map(
    ({ part, line }) => `CHANGED: ${words[part]}${line === undefined ? '' : ` (line ${line})`}`,
  )
  return { lines: [...facts, ...changes], exit: exitChanged }
}

/** Runs a file again and prints what it finds; the exit code. */
export async function replayFile(args: readonly string[], print: (line: string) => void): Promise<number> {
  let asked: ReturnType<typeof readOptions>
  try {
    asked = readOptions(args)
  } catch (error) {
    if (error instanceof WrongOption) print(`${error.message} is missing or not what it must be.`)
    else if (error instanceof TypeError) print(error.message)
    else throw error
    print(usage)
    return exitCannot
  }
  const replay = createReplay(asked.known)
  try {
    for await (const bytes of createReadStream(asked.file, { highWaterMark: 2 ** 20 })) replay.push(bytes)
  } catch {
    print(`${asked.file} cannot be read. Name the file that the page of the offering saved.`)
    return exitCannot
  }
  const { lines, exit } = describe(asked.file, finish(replay.judge()))
  for (const line of lines) print(line)
  return exit
}

if (import.meta.main) process.exitCode = await replayFile(process.argv.slice(2), (line) => console.log(line))
