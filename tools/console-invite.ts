import { randomBytes } from 'node:crypto'
import { createAudit } from '@bolsillo/audit/server'
import { type OperatorRole, operatorRoles } from '@bolsillo/contract'
import { inviteOperator, staffAccountShape } from '@bolsillo/identity/server'
import { idsFrom, type Rng, systemClock } from '@bolsillo/kernel'
import { connectAsServer, type DatabaseAddress, transaction } from '@bolsillo/server-kit'
import { withDatabases } from './installed-databases.ts'

// `npm run console:invite -- --account maria --name "María Ruiz" --roles admin,compliance`: invites a member of staff
// and prints the link once. The link is good for a day and one use; at it they set a password and a passkey before
// anything else. The first two accounts of an installation are made so; further staff are invited from the console,
// by two people. From the third on, an invitation from here is a root act: it is recorded in the journal and in the
// public count, all operators are notified, one of them has to type in the number on the invitee's screen, and the
// powers begin after a wait.

interface Wanted {
  readonly account: string
  readonly name: string
  readonly roles: readonly OperatorRole[]
}

function readArguments(args: readonly string[]): Wanted | string {
  const given = new Map<string, string>()
  for (let at = 0; at < args.length; at += 2) {
    const [name = '', value = ''] = args.slice(at, at + 2)
    if (!['--account', '--name', '--roles'].includes(name)) return `${name} is not known`
    given.set(name, value)
  }
  const name = (given.get('--name') ?? '').trim().normalize('NFC')
  const account = (given.get('--account') ?? accountFrom(name)).toLowerCase()
  const named = (given.get('--roles') ?? '').split(',').map((role) => role.trim())
  const roles = operatorRoles.filter((role) => named.includes(role))
  if (name.length < 2 || name.length > 60) return '--name needs 2 to 60 characters'
  if (!staffAccountShape.test(account)) return `--account ${account} is not 3 to 40 letters, digits, dots or dashes`
  if (roles.length === 0 || roles.length !== new Set(named).size)
    return `--roles takes some of ${operatorRoles.join(',')}`
  return { account, name, roles }
}

/** `María Ruiz` → `maria.ruiz`. */
function accountFrom(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[^a-z0-9]+/g, '.').replace(/^\.+|\.+$/g, '')
}

interface Invited {
  readonly token: string
  readonly isRoot: boolean
}

async function inviteAt(address: DatabaseAddress, wanted: Wanted): Promise<Invited> {
  const sql = await connectAsServer(address, { connectionsMax: 1, name: 'console:invite' })
  try {
    const rng: Rng = { nextUint32: () => randomBytes(4).readUInt32BE() }
    const { audit } = createAudit()
    const parts = { ids: idsFrom(systemClock, rng), rng, audit }
    const invite = { ...wanted, now: systemClock.now(), by: undefined }
    return await transaction(sql, (tx) => inviteOperator(parts, tx, invite), { cause: 'tool:console-invite' })
  } finally {
    await sql.end({ timeout: 5 })
  }
}

const wanted = readArguments(process.argv.slice(2))
if (typeof wanted === 'string') {
  console.error(`${wanted}: npm run console:invite -- --name "María Ruiz" --roles admin,compliance [--account maria]`)
  process.exitCode = 2
} else {
  const invited = await withDatabases(process.env.DATABASE_URL ?? '', (address) => inviteAt(address, wanted))
  const { CONSOLE_URL: url = '', CONSOLE_PORT: consolePort = '', PORT: port = '' } = process.env
  const own = consolePort === '' ? String(Number(port === '' ? '8080' : port) + 1) : consolePort
  const base = url === '' ? `http://localhost:${own}` : url
  if (invited.length === 0)
    console.error('There is no database yet: start the server once, or set DATA_DIR or DATABASE_URL.')
  for (const { token, isRoot } of invited) {
    console.log(
      `${wanted.name} (${wanted.account}; ${wanted.roles.join(', ')}) is invited. Shown once, good for a day and one use:`,
    )
    console.log(`  ${base}/invitation?token=${token}`)
    if (isRoot)
      console.log(
        'This installation has its first two accounts: this is an act past the staff. It is recorded in the journal and counted in public, and all of the staff are notified. One of them types in the number the invitee sees; then the powers wait.',
      )
  }
  process.exitCode = invited.length === 0 ? 2 : 0
}
