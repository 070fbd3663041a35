import { createAuditLog } from '@bolsillo/audit/server'
import { plusMs } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { createSettings, type SettingsRegistry } from '@bolsillo/settings/server'
import { replyOf, type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as calls from '../contract/index.ts'
import { type FirmFact, firmSettings } from '../domain/index.ts'
import { acceptAtRegistration } from './accept-document.ts'
import { createLegal } from './index.ts'

const [maria, restricted, jorge] = [testCustomer(1), testCustomer(2, 0), testCustomer(3)]
const dayMs = 86_400_000
const audit = createAuditLog()

const opened: TestApp[] = []
async function open(mode: 'SIM' | 'LIVE') {
  let settings: SettingsRegistry | undefined
  const app = await testApp({
    mode,
    rooms: (services) => {
      const made = createSettings({ services, audit, declared: Object.values(firmSettings) })
      settings = made.settings
      return [made.room, createLegal({ services, audit })]
    },
  })
  opened.push(app)
  const set = (fact: FirmFact, value: string, afterMs = 0) =>
    transaction(app.database.sql, async (tx) =>
      settings?.change(tx, {
        ...{ setting: firmSettings[fact], value, actor: 'test', reason: 'law-changed' },
        effectiveAt: plusMs(app.services.clock.now(), afterMs),
      }),
    )
  const ask = (path: string, language = 'en-US', token?: string) =>
    app.ask({
      path: `/ipcf-api${path}`,
      headers: { 'accept-language': language },
      ...(token === undefined ? {} : { token }),
    })
  const read = async (document: string, language = 'en-US') =>
    replyOf(calls.readDocument, await ask(`/common/document?document=${document}`, language))
  const own = async (who: { readonly token: string }) =>
    replyOf(calls.readAcceptances, await ask('/user/documents', 'en-US', who.token)).documents
  const accept = (who: { readonly token: string }, document: string, version: string, more = {}) =>
    app.ask({
      ...{ method: 'POST', path: '/ipcf-api/user/documents/accept', token: who.token },
      body: { document, version, ...more },
    })
  return { app, set, read, own, accept, ask }
}

let practice: Awaited<ReturnType<typeof open>>
let live: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  practice = await open('SIM')
  live = await open('LIVE')
})
afterAll(async () => {
  for (const app of opened) await app.close()
})

describe('a document', () => {
  it('is open to anybody, in each language, and complete in the practice market', async () => {
    const hashes = new Set<string>()
    for (const language of ['es-ES', 'en-US', 'pt-BR']) {
      for (const document of ['privacy', 'disclaimer']) {
        const { version, missing, sections, hash } = await practice.read(document, language)
        expect([version, missing, sections[0]?.key]).toEqual(['1.0', [], 'practice'])
        hashes.add(hash)
      }
    }
    expect(hashes.size).toBe(6)
  })

  it('names where money is real what the firm has not filled in, until it has', async () => {
    const before = await live.read('privacy')
    expect(before.missing.map(({ fact }) => fact)).toContain('address')
    expect(JSON.stringify(before.sections)).toContain('[not filled in: address]')
    expect(before.sections.map(({ key }) => key)).not.toContain('practice')
    expect(await live.set('address', 'Reforma 1 <script>')).toBeUndefined()
    const after = await live.read('privacy')
    expect(after.missing.map(({ fact }) => fact)).not.toContain('address')
    expect(after.sections.find(({ key }) => key === 'who')?.lines).toContain('Address: Reforma 1 <script>.')
    expect(after.version).toBe('1.1')
  })

  it('says that a firm has no license where it says so', async () => {
    await live.set('license', 'none')
    const { facts } = replyOf(calls.readFirm, await live.ask('/common/firm'))
    expect(facts.find(({ fact }) => fact === 'license')).toMatchObject({ text: 'None. This firm has no license.' })
  })

  it('of another name is refused', async () => {
    expect((await practice.ask('/common/document?document=terms')).status).toBe(400)
  })
})

describe('an acceptance', () => {
  it('is kept at registration with the version and the hash of the text, and can be read by its customer alone', async () => {
    const { app } = practice
    const at = app.services.clock.now()
    await transaction(app.database.sql, async (tx) => {
      const given = { customerId: maria.customerId, language: 'en-US', practice: true, at } as const
      await acceptAtRegistration(tx, { ...given, offered: { privacy: '1.0', disclaimer: '1.0' } })
      const details = { by: 'email' }
      await audit.record(tx, {
        at,
        actor: given.customerId,
        action: 'identity.register',
        subject: given.customerId,
        details,
      })
    })
    const { hash } = await practice.read('privacy')
    const [row] = await app.database.owner`
      select customer_id, version, text_hash from document_acceptance where document = 'privacy'`
    expect(row).toEqual({ customer_id: maria.customerId, version: '1.0', text_hash: hash })
    expect((await practice.own(maria)).map(({ accepted }) => accepted)).toEqual([
      { version: '1.0', at },
      { version: '1.0', at },
    ])
    expect((await practice.own(jorge)).map(({ accepted }) => accepted)).toEqual([undefined, undefined])
  })

  it('is older once the firm changes what it says, shows what changed and since when, and is renewed by its customer', async () => {
    const { app, set, own, accept } = practice
    await set('privacyEmail', 'privacidad@firma.example', dayMs)
    expect((await own(maria))[0]?.version).toBe('1.0')
    app.services.clock.advanceMs(dayMs)
    const [privacy, disclaimer] = await own(maria)
    expect(privacy).toMatchObject({
      ...{ version: '1.1', accepted: { version: '1.0' } },
      news: { texts: [], facts: [{ fact: 'privacyEmail', value: 'privacidad@firma.example' }] },
    })
    expect(privacy?.news.facts[0]?.at).toBe(app.services.clock.now())
    // The other document does not name it.
    expect(disclaimer?.version).toBe('1.0')
    expect((await accept(maria, 'privacy', '1.0')).json.code).toBe(calls.legalRejections.documentChanged.number)
    expect((await accept(maria, 'privacy', '1.2')).json.code).toBe(calls.legalRejections.documentChanged.number)
    expect((await accept(maria, 'privacy', '1.1')).json.code).toBe(0)
    // Again is the same.
    expect((await accept(maria, 'privacy', '1.1')).json.code).toBe(0)
    expect((await own(maria))[0]).toMatchObject({ accepted: { version: '1.1' }, news: { texts: [], facts: [] } })
    const kept = await audit.aboutCustomer(app.database.sql, maria.customerId, { limit: 5 })
    expect(kept.filter(({ action }) => action === 'legal.accept')).toHaveLength(1)
  })

  it('of a restricted customer is taken as well, and none is for somebody else', async () => {
    const { app, accept, own } = practice
    expect((await accept(restricted, 'disclaimer', '1.0', { customerId: jorge.customerId })).status).toBe(400)
    expect((await accept(restricted, 'disclaimer', '1.0')).json.code).toBe(0)
    expect((await own(jorge)).map(({ accepted }) => accepted)).toEqual([undefined, undefined])
    expect((await own(restricted)).map(({ accepted }) => accepted?.version)).toEqual([undefined, '1.0'])
    const stranger = await app.ask({
      ...{ method: 'POST', path: '/ipcf-api/user/documents/accept' },
      body: { document: 'privacy', version: '1.1' },
    })
    expect(stranger.status).toBe(401)
  })

  it('is changed and removed by nobody, the owner of the database included', async () => {
    const { owner, sql } = practice.app.database
    await expect(owner`update document_acceptance set version = '9.9'`).rejects.toThrow(/insert-only/)
    await expect(owner`delete from document_acceptance`).rejects.toThrow(/insert-only/)
    await expect(sql`update document_acceptance set version = '9.9'`).rejects.toThrow(/permission denied/)
  })
})
