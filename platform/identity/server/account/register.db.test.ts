import { createAuditLog } from '@bolsillo/audit/server'
import { createLegal } from '@bolsillo/legal/server'
import { contractProblems, transaction } from '@bolsillo/server-kit'
import { appSettings } from '@bolsillo/settings/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  dataOf,
  deviceKeyOf,
  freshAddress,
  type IdentityWorld,
  identityWorld,
  soundPassword,
} from '../testing/identity-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await identityWorld()
})
afterAll(async () => {
  await world.app.close()
})

const consents = { agreeDisclaimer: true, agreePrivacy: true }
const register = async (account: string, code: string, extra: Record<string, unknown> = {}) =>
  world.post(
    '/user/register',
    { account, code, password: soundPassword, ...consents, captcha: await world.captcha(), ...extra },
    { address: freshAddress() },
  )
const customers = async (): Promise<number> => (await world.app.database.owner`select 1 from customer`).length

it('has contracts that fit together', () => {
  expect(
    contractProblems([world.identity.room, createLegal({ services: world.app.services, audit: createAuditLog() })]),
  ).toEqual([])
})

describe('registering', () => {
  it('opens an account with a code, and the customer signs in with any spelling of the number', async () => {
    const code = await world.codeFor('register', '55 1234 1907')
    const answer = await register('55 1234 1907', code ?? '', { deviceKey: deviceKeyOf('a') })
    expect(answer.json).toMatchObject({ code: 0, simulated: true })
    expect(dataOf(answer).user).toMatchObject({ account: '+52 55 •••• 1907', status: 1, idStatus: 'none' })
    for (const spelling of ['5512341907', '+5215512341907', '044 55 1234 1907', '(55) 1234-1907']) {
      expect((await world.signIn(spelling)).json.code).toBe(0)
    }
    expect((await world.signIn('5512341907', soundPassword, { areaCode: '+1' })).json.code).not.toBe(0)
    expect(answer.body).not.toContain('token')
  })

  it('takes an e-mail address, with a form as well', async () => {
    const account = 'Ana+bolsa@niño.mx'
    const code = await world.codeFor('register', account)
    const fields = { account, code: code ?? '', password: soundPassword, agreeDisclaimer: 'true', agreePrivacy: '1' }
    const body = new URLSearchParams({ ...fields, captcha: await world.captcha() }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = { method: 'POST', path: '/ipcf-api/user/register', body, headers } as const
    const answer = await world.app.ask(request)
    expect(answer.json.code).toBe(0)
    expect((await world.signIn('ana+bolsa@NIÑO.mx')).json.code).toBe(0)
  })

  it('uses a code once, and only for its own purpose and address', async () => {
    const code = (await world.codeFor('register', 'once@correo.mx')) ?? ''
    expect((await register('other@correo.mx', code)).json.code).toBe(11_008)
    expect((await register('once@correo.mx', code)).json.code).toBe(0)
    expect((await register('once@correo.mx', code)).json.code).toBe(11_008)
  })

  it('lets one of many that come at once win', async () => {
    const code = (await world.codeFor('register', 'race@correo.mx')) ?? ''
    const before = await customers()
    const answers = await Promise.all(Array.from({ length: 5 }, () => register('race@correo.mx', code)))
    expect(answers.filter(({ json }) => json.code === 0)).toHaveLength(1)
    expect(answers.filter(({ json }) => json.code === 11_008)).toHaveLength(4)
    expect(await customers()).toBe(before + 1)
  })

  it('gives up a code after five wrong tries, ten minutes, or when a newer one is sent', async () => {
    const account = 'tries@correo.mx'
    const code = (await world.codeFor('register', account)) ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) expect((await register(account, wrong)).json.code).toBe(11_008)
    expect((await register(account, code)).json.code).toBe(11_008)
    world.app.services.clock.advanceMs(31_000)
    const second = (await world.codeFor('register', account)) ?? ''
    world.app.services.clock.advanceMs(31_000)
    const third = (await world.codeFor('register', account)) ?? ''
    if (second !== third) expect((await register(account, second)).json.code).toBe(11_008)
    world.app.services.clock.advanceMs(10 * 60_000)
    expect((await register(account, third)).json.code).toBe(11_008)
  })

  it('does not say that an account exists: same answers, same rows, only the message differs', async () => {
    await world.newCustomer('known@correo.mx')
    world.app.services.clock.advanceMs(31_000)
    const send = async (account: string) =>
      world.post('/common/code/send', { purpose: 'register', account, captcha: await world.captcha() })
    const [known, unknown] = [await send('known@correo.mx'), await send('unknown@correo.mx')]
    expect(known.body).toBe(unknown.body)
    expect(world.sent.at(-2)).toMatchObject({ kind: 'account-exists' })
    expect(world.sent.at(-2)?.code).toBeUndefined()
    expect(world.sent.at(-1)?.code).toMatch(/^\d{6}$/)
    const [one, other] = [await register('known@correo.mx', '123456'), await register('unknown@correo.mx', '123456')]
    expect(one.body).toBe(other.body)
    expect(unknown.body).not.toContain(world.sent.at(-1)?.code ?? 'no code')
  })

  it('sends five codes an hour to one address, known or not, and not two in half a minute', async () => {
    const send = async (account: string) =>
      world.post(
        '/common/code/send',
        { purpose: 'reset-password', account, captcha: await world.captcha() },
        { address: freshAddress() },
      )
    for (const account of ['known@correo.mx', 'never@correo.mx']) {
      world.app.services.clock.advanceMs(3_600_000)
      const codes: number[] = []
      for (let n = 0; n < 6; n += 1) {
        codes.push((await send(account)).json.code)
        if (n === 0) codes.push((await send(account)).json.code)
        world.app.services.clock.advanceMs(31_000)
      }
      expect(codes).toEqual([0, 11_009, 0, 0, 0, 0, 11_009])
    }
  })

  it('credits whoever invited, and refuses invitations of nobody', async () => {
    const host = await world.newCustomer('host@correo.mx')
    const profile = dataOf(await world.post('/user/info', {}, { token: host.token }))
    const code = (await world.codeFor('register', 'guest@correo.mx')) ?? ''
    expect((await register('guest@correo.mx', code, { inviteCode: 'NOBODY99' })).json.code).toBe(11_010)
    const typed = String(profile.inviteCode).toLowerCase()
    expect((await register('guest@correo.mx', code, { inviteCode: typed })).json.code).toBe(0)
    const rows = await world.app.database.owner`select invited_by from customer where email = 'guest@correo.mx'`
    expect(rows[0]?.invited_by).toBe(host.id)
  })

  it('keeps which versions were accepted with the account, and opens none for a version that is not in force', async () => {
    const kept = async () =>
      await world.app.database.owner`
      select document, version from document_acceptance accepted join customer on customer.id = accepted.customer_id
      where email = 'reader@correo.mx' order by document`
    // A form that offers no document keeps no acceptance.
    const silent = (await world.codeFor('register', 'silent@correo.mx')) ?? ''
    expect((await register('silent@correo.mx', silent)).json.code).toBe(0)
    expect((await world.app.database.owner`select from document_acceptance`).length).toBe(0)
    const code = (await world.codeFor('register', 'reader@correo.mx')) ?? ''
    const before = await customers()
    const old = await register('reader@correo.mx', code, { disclaimerVersion: '1.0', privacyVersion: '1.7' })
    expect([old.json.code, dataOf(old).field]).toEqual([34_001, 'agreeDisclaimer'])
    expect([await customers(), await kept()]).toEqual([before, []])
    const shown = { disclaimerVersion: '1.0', privacyVersion: '1.0' }
    expect((await register('reader@correo.mx', code, shown)).json.code).toBe(0)
    expect(await kept()).toEqual([
      { document: 'disclaimer', version: '1.0' },
      { document: 'privacy', version: '1.0' },
    ])
  })

  it.each<[string, Record<string, unknown>, number, string]>([
    ['no disclaimer', { agreeDisclaimer: false }, 11_006, 'agreeDisclaimer'],
    ['no privacy', { agreePrivacy: false }, 11_006, 'agreePrivacy'],
    ['a short password', { password: 'a1-b2' }, 11_011, 'password'],
    ['a long password', { password: 'x1-'.repeat(8) }, 11_011, 'password'],
    ['a common password', { password: 'contraseña1' }, 11_013, 'password'],
    ['spaces only', { password: '        ' }, 11_013, 'password'],
    ['a NUL in it', { password: 'Jacaranda\u00007' }, 10_005, 'password'],
    ['the account in it', { account: 'margarita.solis@correo.mx', password: 'x-solis-7-z' }, 11_014, 'password'],
    ['letters for a phone', { account: '55 1234 CASA' }, 11_001, 'account'],
    ['too few digits', { account: '55 1234' }, 11_001, 'account'],
    ['thirty digits', { account: '5'.repeat(30) }, 11_001, 'account'],
    ['full-width digits', { account: '５５１２３４１９０７' }, 11_001, 'account'],
    ['an area we do not serve', { areaCode: '+81' }, 11_003, 'areaCode'],
    ['an e-mail address whose sign is missing', { account: 'ana.correo.mx' }, 11_002, 'account'],
    ['a dotless domain', { account: 'a@b' }, 11_002, 'account'],
    ['two @', { account: 'a@b@c.mx' }, 11_002, 'account'],
    ['320 characters', { account: `${'a'.repeat(64)}@${'b'.repeat(252)}.mx` }, 11_002, 'account'],
    ['a newline', { account: 'a@b.mx\nbcc: c@d.mx' }, 10_005, 'account'],
    ['no captcha', { captcha: undefined }, 10_004, 'captcha'],
    ['a made-up captcha', { captcha: 'e30=' }, 11_007, 'captcha'],
    ['a field nobody knows', { status: '0' }, 10_002, 'status'],
    ['no password', { password: undefined }, 10_004, 'password'],
  ])('refuses %s and changes nothing', async (_, change, code, field) => {
    const before = await customers()
    const answer = await register('5512341908', '123456', change)
    expect([answer.json.code, dataOf(answer).field]).toEqual([code, field])
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await customers()).toBe(before)
  })
})

describe('the area codes that are published', () => {
  const publish = async (setting: Parameters<typeof world.settings.change>[1]['setting'], value: string | string[]) => {
    const { sql } = world.app.services
    const change = { setting, value, effectiveAt: 'now', actor: 'opr_test', reason: 'a test publishes it' } as const
    expect(await transaction(sql, (tx) => world.settings.change(tx, change))).toBeUndefined()
    await world.settings.refresh()
  }

  it('are those of new accounts; who has an account signs in as before', async () => {
    await world.newCustomer('+34 612 34 56 78')
    await publish(appSettings.areaCodes, ['+52', '+55'])
    const refused = await register('+34 612 34 56 79', '123456')
    expect([refused.json.code, dataOf(refused).field]).toEqual([11_003, 'areaCode'])
    expect((await world.signIn('+34 612 34 56 78')).json.code).toBe(0)
  })

  it('and the one a number without its code belongs to, on the form and here', async () => {
    await publish(appSettings.areaCode, '+55')
    await world.newCustomer('11 96123 4567')
    expect(world.sent.at(-1)?.to).toMatchObject({ e164: '+5511961234567' })
    await publish(appSettings.areaCode, '+52')
  })
})

describe('the captcha', () => {
  it('is good once', async () => {
    const captcha = await world.captcha()
    const send = (account: string) =>
      world.post('/common/code/send', { purpose: 'register', account, captcha }, { address: freshAddress() })
    expect((await send('first@correo.mx')).json.code).toBe(0)
    expect((await send('second@correo.mx')).json.code).toBe(11_007)
  })

  it('is good for ten minutes, and only as it was made', async () => {
    const late = await world.captcha()
    const early = JSON.parse(Buffer.from(await world.captcha(), 'base64').toString())
    early.challenge.parameters.data.until += 1_000_000
    const forged = Buffer.from(JSON.stringify(early)).toString('base64')
    const send = (captcha: string) =>
      world.post('/common/code/send', { purpose: 'register', account: 'x@correo.mx', captcha })
    expect((await send(forged)).json.code).toBe(11_007)
    world.app.services.clock.advanceMs(10 * 60_000)
    expect((await send(late)).json.code).toBe(11_007)
  })
})
