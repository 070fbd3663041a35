import { customerPrefix, type OperatorRole, operatorPrefix, operatorRoles } from '@bolsillo/contract'
import type { Id } from '@bolsillo/kernel'
import { customerAccount } from '@bolsillo/ledger/domain'
import { fundingEntry } from '@bolsillo/ledger/fixtures'
import { createLedger } from '@bolsillo/ledger/server'
import { type Handler, transaction } from '@bolsillo/server-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  askedOtherwise,
  type CustomerSubject,
  customerSubjects,
  type Expected,
  expectedOf,
  groupOf,
  groups,
  operatorCalls,
  ownSession,
  staffEntry,
} from './expected.ts'
import { countWrites, makeObjects, readWrites } from './objects-store.ts'
import { madeUpId, objectFields, requestOf } from './request-of.ts'
import { type Answer, customerIdOf, openWorld, type World } from './world.ts'

// Who may make which call, executed: every call of every room, asked by everybody who could ask.

let world: World
let customersCalls: readonly Handler[]
let staffCalls: readonly Handler[]
let tokens: Readonly<Record<string, string>> = {}
let objects: Readonly<Record<string, string>> = {}
let cells = 0

beforeAll(async () => {
  world = await openWorld()
  customersCalls = world.rooms.flatMap(({ handlers }) => handlers)
  staffCalls = world.rooms.flatMap(({ operatorHandlers = [] }) => operatorHandlers)
  tokens = await world.revive()
  objects = {
    ...(await makeObjects(world.database.owner, customerIdOf('owner'), world.services.clock.now())),
    ent: await postEntry(customerIdOf('owner')),
  }
  await countWrites(world.database.owner)
})
afterAll(async () => {
  console.info(`authorization: ${cells} cells of ${customersCalls.length + staffCalls.length} calls`)
  await world.close()
})

const guardNames = new Set(['session-invalid', 'account-restricted', 'identity-needed', 'role-needed'])
const rejectionOf = ({ body }: Answer): string => /"rejection":"([a-z-]+)"/.exec(body)?.[1] ?? ''

/** What the guards decided: admitted, or the status of their rejection. */
const verdictOf = (answer: Answer): Expected | string => {
  const rejection = rejectionOf(answer)
  if (answer.status === 401 || answer.status === 403) {
    if (guardNames.has(rejection)) return answer.status
  }
  // Anything unknown to a customer of the API is a refusal like any other; an outcome nobody knows is none.
  return answer.status < 500 || answer.status === 503 ? 'in' : `${answer.status} ${causes()}`
}

/** What the log says about outcomes nobody knows. */
const causes = (): string =>
  world.services.log.lines
    .filter(({ level }) => level === 'error')
    .map(({ fields }) => String('error' in fields ? fields.error : ''))
    .slice(-1)
    .join()

let asked = 0
/** Asks once, from an address of its own, so that no limit of another cell is met. */
const ask = (handler: Handler, prefix: string, token: string | undefined, fields = requestOf(handler.call)) => {
  asked += 1
  cells += 1
  const address = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`
  return world.ask(handler, prefix, { fields, token, address })
}
const writes = async (): Promise<number> => (await readWrites(world.database.owner)).count

/** Fails with all cells that are not as expected, not with the first. */
class Findings {
  readonly lines: string[] = []
  add(call: string, subject: string, found: unknown, expected: unknown): void {
    if (found !== expected) this.lines.push(`${call} by ${subject}: ${String(found)}, expected ${String(expected)}`)
  }
}

describe('the reviewed table', () => {
  it('has a line for every call of customers, and no line for a call that is not there', () => {
    const names = customersCalls.map(({ call }) => call.name)
    expect(names.filter((name) => groupOf(name) === undefined)).toEqual([])
    const contracts = new Set(names)
    const listed = Object.values(expectedGroups()).flat()
    expect(listed.filter((name) => !contracts.has(name))).toEqual([])
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([])
  })

  it('has a line for every call of staff, with exactly the roles its contract names', () => {
    const contracts = staffCalls
      .filter(({ call }) => !staffEntry.includes(call.name))
      .map(({ call }) => [call.name, [...(call.roles ?? [])].sort()] as const)
    const reviewed = Object.entries(operatorCalls).map(([name, roles]) => [name, [...roles].sort()] as const)
    expect(Object.fromEntries(contracts)).toEqual(Object.fromEntries(reviewed))
  })

  it('lets nothing ask for identity before trading for itself: what only sells or closes never waits for papers', () => {
    const asking = customersCalls.filter(({ call }) => call.needs.includes('identity-before-trading'))
    expect(asking.map(({ call }) => call.name)).toEqual([])
  })

  it('lets auditors write nothing but what is their own session’s', () => {
    const written = staffCalls.filter(({ call }) => call.effect === 'write' && call.roles?.includes('auditor') === true)
    expect(written.map(({ call }) => call.name).sort()).toEqual([...ownSession].sort())
  })
})

describe('calls of customers', () => {
  it.each(customerSubjects)('answer %s as the table says, and nothing changes when it says no', async (subject) => {
    const findings = new Findings()
    for (const handler of customersCalls) {
      const { name } = handler.call
      const group = groupOf(name)
      if (group === undefined) continue
      const expected = expectedOf[group][subject]
      // What a call does to its own session must not decide the next cell.
      tokens = await world.revive()
      const before = await writes()
      const answer = await ask(handler, customerPrefix, tokenOf(subject))
      findings.add(name, subject, verdictOf(answer), expected)
      if (expected !== 'in') findings.add(`${name} writes`, subject, await writes(), before)
    }
    expect(findings.lines).toEqual([])
  })

  it.each(customerSubjects)('answer %s as the table says of what is asked otherwise', async (subject) => {
    const findings = new Findings()
    for (const [name, { fields, group }] of Object.entries(askedOtherwise)) {
      const handler = customersCalls.find(({ call }) => call.name === name)
      if (handler === undefined) throw new Error(`there is no call ${name}`)
      tokens = await world.revive()
      const answer = await ask(handler, customerPrefix, tokenOf(subject), { ...requestOf(handler.call), ...fields })
      findings.add(name, subject, verdictOf(answer), expectedOf[group][subject])
    }
    expect(findings.lines).toEqual([])
  })

  it.each(operatorRoles)('know no %s: staff have sessions of their own', async (role) => {
    await expectRefused(customersCalls, customerPrefix, role, (name) => groupOf(name) !== 'open')
  })

  it('know nobody by a token that was made up', async () => {
    tokens = { ...tokens, madeUp: 'A'.repeat(43) }
    await expectRefused(customersCalls, customerPrefix, 'madeUp', (name) => groupOf(name) !== 'open')
  })
})

describe('calls of staff', () => {
  it.each(operatorRoles)('answer %s as the table says, and nothing changes when it says no', async (role) => {
    const findings = new Findings()
    for (const handler of staffCalls) {
      const { name } = handler.call
      const roles: readonly OperatorRole[] | undefined = operatorCalls[name]
      if (roles === undefined) continue
      tokens = await world.revive()
      const before = await writes()
      const answer = await ask(handler, operatorPrefix, tokens[role])
      const expected = roles.includes(role) ? 'in' : 403
      findings.add(name, role, verdictOf(answer), expected)
      if (expected !== 'in') findings.add(`${name} writes`, role, await writes(), before)
    }
    expect(findings.lines).toEqual([])
  })

  it.each(['anonymous', 'verified', 'unverified', 'restricted', 'expired', 'expired-operator'])(
    'are closed to %s, and nothing changes',
    async (subject) => {
      await expectRefused(staffCalls, operatorPrefix, subject, (name) => !staffEntry.includes(name))
    },
  )
})

describe('somebody else’s object', () => {
  it('answers exactly as one that does not exist, to the byte, and nothing changes', async () => {
    const findings = new Findings()
    let compared = 0
    for (const handler of customersCalls) {
      const { call } = handler
      for (const [field, prefix] of objectFields(call)) {
        const own = objects[prefix]
        if (own === undefined) continue
        for (const subject of ['verified', 'unverified', 'restricted'] as const) {
          tokens = await world.revive()
          const before = await writes()
          const fields = requestOf(call)
          const foreign = await ask(handler, customerPrefix, tokens[subject], { ...fields, [field]: own })
          findings.add(`${call.name}.${field} writes`, subject, await writes(), before)
          tokens = await world.revive()
          const none = await ask(handler, customerPrefix, tokens[subject], { ...fields, [field]: madeUpId(prefix) })
          const shown = ({ status, body }: Answer): string =>
            `${status} ${body.replaceAll(own, '<id>').replaceAll(madeUpId(prefix), '<id>')}`
          findings.add(`${call.name}.${field}`, subject, shown(foreign), shown(none))
          // A cursor is a place in one's own list: whose object has that id is never asked.
          if (field !== 'cursor') findings.add(`${call.name}.${field} is refused`, subject, foreign.status >= 400, true)
          compared += 1
        }
      }
    }
    expect(findings.lines).toEqual([])
    expect(compared).toBeGreaterThanOrEqual(30)
  })

  it('is there for its owner: the comparison compares something', async () => {
    const readers = [
      'read-inclusion',
      'read-withdrawal',
      'read-deposit',
      'read-bank',
      'read-stock-order',
      'revoke-session',
    ]
    for (const name of readers) {
      const handler = customersCalls.find(({ call }) => call.name === name)
      if (handler === undefined) throw new Error(`no call is named ${name}`)
      const [[field, prefix] = ['', '']] = [...objectFields(handler.call)]
      tokens = await world.revive()
      const answer = await ask(handler, customerPrefix, tokens.owner, { [field]: objects[prefix] ?? '' })
      expect([name, rejectionOf(answer)]).toEqual([name, ''])
    }
  })
})

/** An entry of the journal with a posting of a customer's. */
async function postEntry(customerId: Id<'cus'>): Promise<string> {
  const entry = fundingEntry(7, customerAccount(customerId, 'stock', 'MXN'), 1n)
  await transaction(world.services.sql, (tx) => createLedger().post(tx, [entry]))
  return entry.id
}

function tokenOf(subject: CustomerSubject): string | undefined {
  return subject === 'anonymous' ? undefined : tokens[subject]
}

async function expectRefused(
  handlers: readonly Handler[],
  prefix: string,
  subject: string,
  closed: (name: string) => boolean,
): Promise<void> {
  const findings = new Findings()
  const before = await writes()
  for (const handler of handlers.filter(({ call }) => closed(call.name))) {
    const answer = await ask(handler, prefix, tokens[subject])
    findings.add(handler.call.name, subject, verdictOf(answer), 401)
  }
  findings.add('all of them write', subject, await writes(), before)
  expect(findings.lines).toEqual([])
}

function expectedGroups(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(groups).map(([name, calls]) => [name, calls.trim().split(/\s+/)]))
}
