import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { powersOf } from '@bolsillo/approvals/server'
import { operatorPrefix, operatorRoles } from '@bolsillo/contract'
import { languages } from '@bolsillo/server-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countWrites, findColumns, makeObjects, readWritesSince } from './objects-store.ts'
import { objectFields, requestOf } from './request-of.ts'
import { customerIdOf, openWorld, type World } from './world.ts'

// Nobody can set a price, a fill, a return or a balance, staff included: shown on the program as it is composed.

const root = fileURLToPath(new URL('../../', import.meta.url))

let world: World
let objects: Readonly<Record<string, string>> = {}
beforeAll(async () => {
  world = await openWorld()
  await world.revive()
  objects = await makeObjects(world.database.owner, customerIdOf('owner'), world.services.clock.now())
  await countWrites(world.database.owner)
})
afterAll(async () => {
  await world.close()
})

/** What holds prices, fills, what is owned, and what everybody has. */
const untouchable = /^(market_|trade_fill|trade_order|order_step|position|ledger_|proof_|conversion_|setting_change$)/

const operatorHandlers = () =>
  world.rooms.flatMap(({ name, operatorHandlers: handlers = [] }) =>
    handlers.map((handler) => ({ room: name, handler })),
  )

describe('a call of staff', () => {
  it('writes no price, fill, position, balance or setting by itself, whoever of the staff makes it about whatever', async () => {
    const touched: string[] = []
    for (const { handler } of operatorHandlers()) {
      const fields = requestOf(handler.call)
      const own = Object.fromEntries(
        [...objectFields(handler.call)].map(([field, prefix]) => [field, objects[prefix] ?? fields[field] ?? '']),
      )
      for (const role of operatorRoles) {
        const tokens = await world.revive()
        const since = await readWritesSince(world.database.owner, 0)
        for (const request of [fields, { ...fields, ...own }]) {
          await world.ask(handler, operatorPrefix, { fields: request, token: tokens[role], address: '10.9.9.9' })
        }
        const written = await readWritesSince(world.database.owner, since.last)
        for (const place of written.places.filter((table) => untouchable.test(table))) {
          touched.push(`${handler.call.name} by ${role} writes ${place}`)
        }
        world.services.clock.advanceMs(2_000)
      }
    }
    expect(touched).toEqual([])
  })

  it('belongs to no room that writes prices, fills, positions or the journal', () => {
    const rooms = new Set(operatorHandlers().map(({ room }) => room))
    expect(['market', 'trading', 'ledger', 'stocks', 'conversion'].filter((name) => rooms.has(name))).toEqual([])
  })
})

describe('an act of two people', () => {
  it('belongs to no room that writes prices, fills or positions', () => {
    const rooms = new Set(world.kinds().map(({ titleKey }) => titleKey.split('.')[0]))
    expect(['market', 'trading', 'ledger', 'stocks', 'conversion'].filter((name) => rooms.has(name))).toEqual([])
    expect(world.kinds().length).toBeGreaterThan(5)
  })

  it('moves money only as a transfer its room has written down', () => {
    const unlisted = [...entryKinds()].filter(([kind]) => !movesByStaff.has(kind))
    expect(unlisted).toEqual([])
  })
})

/** What may be posted by rooms whose acts staff take part in, and why it is no power over a balance. */
const movesByStaff = new Map([
  ['deposit', 'what a provider or a bank confirmed, against the custody of the rail'],
  ['deposit-reversal', 'what a bank took back'],
  ['deposit-return', 'what is sent back to where it came from'],
  ['deposit-claim', 'what stays owed after a bank took back more than there is'],
  ['claim-settlement', 'what is owed, taken from what is there'],
  ['claim-write-off', 'what is owed and never comes'],
  ['unmatched-deposit', 'money of nobody known, set aside'],
  ['unmatched-match', 'the same, found to be somebody’s'],
  ['withdrawal', 'what its owner asked for'],
  ['withdrawal-payout', 'what the provider confirmed as paid'],
  ['withdrawal-return', 'what could not be paid, given back'],
  ['withdrawal-hold', 'set aside for a withdrawal its owner asked for'],
  ['withdrawal-release', 'the same, given back'],
  ['deposit-limit-hold', 'set aside beyond a limit its owner or their level has'],
  ['deposit-limit-release', 'the same, given back'],
  ['custody-sweep', 'between our own custodies'],
  ['rail-debt', 'what a rail took back beyond what it held for us'],
  ['rail-debt-settled', 'the same, settled with the next money that comes to that rail'],
])

/** The kinds of entries in the transfers of rooms with acts of staff. */
function entryKinds(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { titleKey } of world.kinds()) {
    const room = titleKey.split('.')[0] ?? ''
    for (const layer of ['platform', 'products']) {
      for (const path of filesBelow(join(root, layer, room), /-transfers\.ts$/)) {
        const text = readFileSync(path, 'utf8')
        if (!text.includes('postings')) continue
        for (const [, kind = ''] of text.matchAll(/\bkind: '([a-z-]+)'/g)) found.set(kind, room)
      }
    }
  }
  return found
}

function filesBelow(folder: string, shape: RegExp): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && shape.test(entry.name) && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

describe('statements that write prices, fills, positions and the journal', () => {
  const owners = {
    market: /\b(?:insert into|update|delete from|truncate)\s+market_/i,
    trading: /\b(?:insert into|update|delete from|truncate)\s+(?:trade_|order_step|position)/i,
    ledger: /\b(?:insert into|update|delete from|truncate)\s+ledger_/i,
  } as const

  it.each(Object.entries(owners))('stand only in platform/%s', (room, statement) => {
    const elsewhere = ['platform', 'products', 'rails', 'venues', 'apps', 'kit']
      .flatMap((layer) => filesBelow(join(root, layer), /\.(?:ts|sql)$/))
      .filter(
        (path) =>
          !path.includes('.test.') &&
          !path.includes('/testing/') &&
          !path.includes('/kit/test/') &&
          !path.includes(`/platform/${room}/`),
      )
      .filter((path) => statement.test(readFileSync(path, 'utf8')))
      .map((path) => path.slice(root.length))
    expect(elsewhere).toEqual([])
  })
})

describe('the schema', () => {
  it('has no column to overrule what was computed', async () => {
    const names = await findColumns(world.database.owner)
    expect(names.length).toBeGreaterThan(200)
    const forbidden = /override|overrul|adjust|(^|_)control|win_?rate|force_|fake|manual_(price|fill|balance)/
    expect(names.filter((name) => forbidden.test(name))).toEqual([])
  })
})

describe('the list of powers', () => {
  it('has every call of staff and every act of two people, in words, in three languages', () => {
    const kinds = new Map(world.kinds().map((kind) => [kind.name, kind]))
    for (const language of languages) {
      const powers = powersOf(kinds, world.rooms, language)
      expect(powers.length).toBe(
        kinds.size + operatorHandlers().filter(({ handler }) => handler.call.audience === 'operator').length,
      )
      const said = new Map(operatorHandlers().map(({ handler: { call } }) => [call.name, call.power]))
      const wordless = powers.filter(({ name, text, reasons, kind }) =>
        kind === 'two-people'
          ? text === name || reasons.some((reason) => /^[a-z-]+$/.test(reason) && reason.includes('-'))
          : text !== said.get(name)?.[language],
      )
      expect([language, wordless.map(({ name }) => name)]).toEqual([language, []])
    }
  })

  it('is public, and the same for everybody', async () => {
    const calls = world.rooms.flatMap(({ handlers }) => handlers)
    const handler = calls.find(({ call }) => call.name === 'read-staff-powers')
    if (handler === undefined) throw new Error('the powers are not public')
    const answer = await world.ask(handler, '/ipcf-api', { fields: {}, token: undefined, address: '10.8.8.8' })
    expect(answer.code).toBe(0)
    expect(answer.body).toContain('customer.restrict')
  })
})
