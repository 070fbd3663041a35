import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportOwnActivity } from '@bolsillo/audit/contract'
import { type AuditEntry, auditPayload, chainOwn, checkOwn } from '@bolsillo/audit/domain'
import { mariaSignsIn } from '@bolsillo/audit/fixtures'
import { createAudit, type WaysOfActs } from '@bolsillo/audit/server'
import { transaction } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { auditOfAct, headStatement, hexBytesOf, readOneAct, readPlainHead, rootThrough } from '../../domain/index.ts'
import { createLedger } from '../create-ledger.ts'
import { leafOf, sha256Bytes } from '../journal/journal-tree.ts'
import { createLedgerRoom } from '../ledger-room.ts'
import { writeOldRecords } from '../testing/old-audit-store.ts'
import { isSignedWith } from '../witness/signing.ts'

const { customerId, token } = testCustomer(1)
const stranger = testCustomer(2)
const own: AuditEntry = { ...mariaSignsIn, actor: customerId, subject: customerId }
const strange: AuditEntry = { ...mariaSignsIn, actor: stranger.customerId, subject: stranger.customerId }
let app: TestApp
let folder: string
let parts: Pick<ReturnType<typeof createAudit>, 'audit'> & ReturnType<typeof createLedgerRoom>

const open = async (keepsHeads: boolean, old: readonly AuditEntry[] = []): Promise<void> => {
  folder = mkdtempSync(join(tmpdir(), 'bolsillo-export-'))
  app = await testApp({
    rooms: (services) => {
      const waysOf: WaysOfActs = (db, acts, now) => parts.waysOf(db, acts, now)
      const { room, audit } = createAudit({ waysOf })
      const ledger = createLedgerRoom({
        ...{ services, ledger: createLedger(), audit, publisher: { publish: () => undefined } },
        valuation: { assetOf: () => undefined, usdMxn: () => undefined, totalOf: () => undefined },
        ...{ settings: fixedSettings(), custodian: 'venue-simulated' },
        witnessFile: keepsHeads ? join(folder, 'heads.jsonl') : undefined,
      })
      parts = { audit, ...ledger }
      return [room, ledger.room]
    },
  })
  if (old.length > 0) await writeOldRecords(app.database.owner, old.map(auditPayload))
  await parts.room.start?.()
}
beforeEach(() => open(true))
const close = async (): Promise<void> => {
  await parts.room.stop?.()
  await app.close()
  rmSync(folder, { recursive: true })
}
afterEach(close)

const record = (...entries: readonly AuditEntry[]) =>
  transaction(app.database.sql, (tx) => parts.audit.record(tx, ...entries))
const kept = async (after?: string) => {
  const path = `/ipcf-api/user/activity/export${after === undefined ? '' : `?after=${after}`}`
  return z.parse(exportOwnActivity.reply, (await app.ask({ path, token })).json.data)
}
/** The export, once the journal and a signed head have so many of the customer's records. */
const keptOf = async (count: number) => {
  await expect
    .poll(
      async () => {
        app.services.clock.advanceMs(1001)
        return (await kept()).rows.length
      },
      { timeout: 10_000 },
    )
    .toBe(count)
  return await kept()
}
const reader = {
  hash: async (of: string | Uint8Array) => Buffer.from(sha256Bytes(Buffer.from(of))).toString('hex'),
  readAct: (hex: string) => {
    const read = readOneAct(hex)
    const found = read === undefined ? undefined : auditOfAct(read.act)
    return read && found && { seq: found.seq, bytes: read.preimage, ...found.record }
  },
}

/** From the bytes of an act to the signature. */
function leadsToHead({ rows, head: fields }: Awaited<ReturnType<typeof kept>>): void {
  const head = readPlainHead(fields ?? {})
  expect(head !== undefined && isSignedWith(head.key, headStatement(head), head.signature)).toBe(true)
  for (const { act, hash, way } of rows) {
    if (act === undefined) continue
    const path = way?.path.map((step) => hexBytesOf(step) ?? new Uint8Array()) ?? []
    expect(way?.index).toBe(String((readOneAct(act)?.act.number ?? 0n) - 1n))
    const leaf = leafOf(hexBytesOf(hash) ?? new Uint8Array())
    const root = rootThrough({ leaf, index: BigInt(way?.index ?? 0), size: head?.tree?.size ?? 0n, path }, sha256Bytes)
    expect(Buffer.from(root ?? []).toString('hex')).toBe(head?.tree?.root)
  }
}

describe('one’s own log, to be kept', () => {
  it('has each act as it was hashed and its way to the signed head, and nobody else’s', async () => {
    await record(own, strange)
    await record({ ...own, details: { device: 'other' } })
    const found = await keptOf(2)
    expect(found.rows.map(({ seq }) => seq)).toEqual(['1', '3'])
    leadsToHead(found)
    const lines = await chainOwn(found.rows, reader)
    expect(await checkOwn(lines, reader)).toBeUndefined()
    expect(found.rows.map(({ act = '' }) => reader.readAct(act))).toMatchObject([
      own,
      { ...own, details: { device: 'other' } },
    ])
    expect((await kept('1')).rows).toEqual(found.rows.slice(1))
  })

  it('goes on behind the chain of earlier versions', async () => {
    await close()
    await open(true, [own, strange, own])
    await record(own)
    const found = await keptOf(3)
    expect(found.rows.map(({ seq, act }) => [seq, act !== undefined])).toEqual([
      ['1', false],
      ['3', false],
      ['4', true],
    ])
    leadsToHead(found)
    expect(await checkOwn(await chainOwn(found.rows, reader), reader)).toBeUndefined()
  })

  it('comes a page at a time', async () => {
    await record(...Array.from({ length: 103 }, () => own))
    await expect.poll(async () => (await kept('90')).rows.length, { timeout: 10_000 }).toBe(13)
    const first = await kept()
    expect([first.rows.length, first.next]).toEqual([100, '100'])
    expect((await kept(first.next)).rows.map(({ seq }) => seq)).toEqual(['101', '102', '103'])
    leadsToHead(first)
  })

  it('leads to no head where none are kept', async () => {
    await close()
    await open(false)
    await record(own)
    const found = await keptOf(1)
    expect([found.head, found.rows[0]?.way]).toEqual([undefined, undefined])
  })
})
