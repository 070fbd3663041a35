import { idOf } from '@bolsillo/kernel'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dataOf, deviceKeyOf, type IdentityWorld, identityWorld, soundPassword } from '../testing/identity-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await identityWorld()
})
afterAll(async () => {
  await world.app.close()
})

const hourMs = 3_600_000
const now = () => world.app.services.clock.now()
const profile = async (token: string) => dataOf(await world.post('/user/info', {}, { token }))
const coolDown = (id: string) => world.identity.customers.coolDown(world.app.services.sql, idOf('cus', id), now())
async function codeTo(token: string, purpose: string, account?: string): Promise<string | undefined> {
  world.app.services.clock.advanceMs(31_000)
  const before = world.sent.length
  const body = { purpose, ...(account === undefined ? {} : { account, deviceKey: deviceKeyOf(account) }) }
  const answer = await world.post('/common/code/send', body, { token })
  expect(answer.json.code, answer.body).toBe(0)
  return world.sent.slice(before).at(-1)?.code
}

describe('the profile', () => {
  it('takes a language and a name, and nothing that looks like another', async () => {
    const { token } = await world.newCustomer('profile@correo.mx')
    const update = (body: Record<string, unknown>) => world.post('/user/update', body, { token })
    expect(dataOf(await update({ language: 'pt-BR', nickname: 'Lu' }))).toEqual({ language: 'pt-BR', nickname: 'Lu' })
    expect((await update({ nickname: 'a\u200bb' })).json).toMatchObject({ code: 11_062, data: { field: 'nickname' } })
    expect((await update({ language: 'de-DE' })).json.code).toBe(10_005)
    expect(dataOf(await update({ nickname: '' }))).toEqual({ language: 'pt-BR' })
    expect(await profile(token)).toMatchObject({ language: 'pt-BR' })
  })

  it('says the language at each start, and codes come in the one chosen last', async () => {
    const { token } = await world.newCustomer('language@correo.mx')
    const info = async () => dataOf(await world.get('/user/login/info', token))
    expect(await info()).toMatchObject({ language: 'es-ES' })
    await world.post('/user/update', { language: 'en-US' }, { token })
    expect(await info()).toMatchObject({ language: 'en-US' })
    await codeTo(token, 'trade-password')
    expect(world.sent.at(-1)).toMatchObject({ kind: 'trade-code', title: 'Your code for the trade password' })
  })

  it('subscribes to nothing by itself until a cap is given', async () => {
    const { token } = await world.newCustomer('apply@correo.mx')
    const update = (body: Record<string, unknown>) => world.post('/user/update/autoapply', body, { token })
    expect(await profile(token)).toMatchObject({ autoApply: { on: false } })
    for (const cap of [undefined, '0', '0.001', '0.00']) {
      const body = cap === undefined ? { on: true } : { on: true, cap }
      expect((await update(body)).json).toMatchObject({ code: 11_063, data: { field: 'cap' } })
    }
    expect((await update({ on: true, cap: '-1' })).json.code).toBe(10_005)
    expect((await update({ on: true, cap: '2500.50' })).json.code).toBe(0)
    expect(await profile(token)).toMatchObject({ autoApply: { on: true, cap: '2500.50' } })
    expect((await update({ on: false })).json.code).toBe(0)
    expect(await profile(token)).toMatchObject({ autoApply: { on: false } })
  })
})

describe('the e-mail address', () => {
  const change = (token: string, email: string, code: string | undefined, extra: Record<string, unknown> = {}) =>
    world.post('/user/update/email', { email, code, loginPassword: soundPassword, ...extra }, { token })

  it('changes by a code sent to the new one; both are notified, withdrawals wait, other sessions end', async () => {
    const { token, id } = await world.newCustomer('old@correo.mx')
    const second = String(dataOf(await world.signIn('old@correo.mx')).token)
    const code = await codeTo(token, 'change-email', 'new@correo.mx')
    expect((await change(token, 'new@correo.mx', '000000')).json.code).toBe(11_008)
    expect((await change(token, 'other@correo.mx', code)).json.code).toBe(11_008)
    expect((await change(token, 'new@correo.mx', code, { loginPassword: 'not-this' })).json).toMatchObject({
      code: 11_020,
      data: { field: 'loginPassword' },
    })
    const before = world.sent.length
    expect((await change(token, 'New@Correo.MX', code)).json.code).toBe(0)
    const told = world.sent.slice(before).map(({ kind, to }) => [kind, to.kind === 'email' ? to.address : ''])
    expect(told).toEqual([
      ['email-changed', 'old@correo.mx'],
      ['email-changed', 'new@correo.mx'],
    ])
    expect(await coolDown(id)).toMatchObject({ reason: 'email-changed', until: now() + 24 * hourMs })
    expect((await world.get('/user/login/info', second)).json.code).toBe(-1000)
    expect((await world.signIn('old@correo.mx')).json.code).toBe(11_020)
    expect((await world.signIn('new@correo.mx')).json.code).toBe(0)
  })

  it('of somebody else is refused as a wrong code is, and only its owner is notified why', async () => {
    await world.newCustomer('taken@correo.mx')
    const { token } = await world.newCustomer('wants@correo.mx')
    expect(await codeTo(token, 'change-email', 'taken@correo.mx')).toBeUndefined()
    expect(world.sent.at(-1)).toMatchObject({ kind: 'address-taken' })
    expect((await change(token, 'taken@correo.mx', '123456')).json.code).toBe(11_008)
  })

  it('takes the second factor of whoever has one', async () => {
    const { token } = await world.newCustomer('factor@correo.mx')
    const { secret } = dataOf(await world.post('/user/factor/totp/start', { loginPassword: soundPassword }, { token }))
    const factorCode = () => generateSync({ secret: String(secret), epoch: Math.floor(now() / 1000) })
    await world.post('/user/factor/totp/confirm', { code: factorCode() }, { token })
    const code = await codeTo(token, 'change-email', 'second@correo.mx')
    expect((await change(token, 'second@correo.mx', code)).json.code).toBe(11_050)
    const bound = JSON.stringify({ email: 'second@correo.mx' })
    const body = { action: 'change-email', bound }
    const { challengeId } = dataOf(await world.post('/user/factor/challenge', body, { token }))
    const proof = { challengeId, factorCode: factorCode() }
    expect((await change(token, 'second@correo.mx', code, proof)).json.code).toBe(0)
  })

  it('and a phone can be added, each to its own call', async () => {
    const { token } = await world.newCustomer('phone@correo.mx')
    const wrong = await world.post('/common/code/send', { purpose: 'add-phone', account: 'a@correo.mx' }, { token })
    expect(wrong.json.code).toBe(11_001)
    const code = await codeTo(token, 'add-phone', '5512349876')
    const body = { phone: '55 1234 9876', code, loginPassword: soundPassword }
    expect(dataOf(await world.post('/user/update/phone', body, { token }))).toEqual({ phone: '+525512349876' })
    expect(await profile(token)).toMatchObject({ phone: '+52 55 1234 9876', email: 'phone@correo.mx' })
    expect((await world.signIn('5512349876')).json.code).toBe(0)
  })

  it('is not given a code without a session', async () => {
    const body = { purpose: 'change-email', account: 'x@correo.mx', captcha: await world.captcha() }
    expect((await world.post('/common/code/send', body)).json.code).toBe(11_004)
  })
})

describe('a freeze by the owner', () => {
  it('is lifted by the password and a code, or the second factor of whoever has one; other waits stay', async () => {
    const account = 'frozen@correo.mx'
    const { id, token } = await world.newCustomer(account)
    await world.post('/user/update/password', { kind: 'withdrawal', password: '284615' }, { token })
    const changed = { kind: 'withdrawal', password: '739104', currentPassword: '284615' }
    await world.post('/user/update/password', changed, { token })
    expect((await world.post('/user/unfreeze', { loginPassword: soundPassword }, { token })).json.code).toBe(11_064)
    await world.post('/user/freeze', {}, { token })
    const again = String(dataOf(await world.signIn(account)).token)
    const unfreeze = (extra: object) =>
      world.post('/user/unfreeze', { loginPassword: soundPassword, ...extra }, { token: again })
    expect((await unfreeze({})).json.code).toBe(11_008)
    const code = await codeTo(again, 'unfreeze')
    expect((await unfreeze({ code, loginPassword: 'not-this' })).json.code).toBe(11_020)
    expect((await unfreeze({ code })).json.code).toBe(0)
    expect(await coolDown(id)).toMatchObject({ reason: 'withdrawal-password-changed' })
    expect(world.sent.at(-1)).toMatchObject({ kind: 'unfrozen' })
  })
})
