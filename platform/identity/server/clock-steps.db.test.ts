import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  deviceKeyOf,
  freshAddress,
  type IdentityWorld,
  identityWorld,
  soundPassword,
} from './testing/identity-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await identityWorld()
})
afterAll(async () => {
  await world.app.close()
})

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

const register = async (account: string, code: string | undefined): Promise<number> => {
  const consents = { agreeDisclaimer: true, agreePrivacy: true }
  const captcha = await world.captcha()
  const body = { account, code, password: soundPassword, ...consents, captcha, deviceKey: deviceKeyOf(account) }
  return (await world.post('/user/register', body, { address: freshAddress() })).status
}

describe('a one-time code while the clock is set back', () => {
  it.each([
    ['a second', 1_000],
    ['an hour', hour],
    ['a day', day],
  ])('by %s: the code made last is the one that counts, and it can be had at once', async (_, stepMs) => {
    const account = `steps-${stepMs}@correo.example`
    const { clock } = world.app.services
    const before = await world.codeFor('register', account)
    clock.advanceMs(-stepMs)
    if (stepMs < minute) clock.advanceMs(minute)
    const after = await world.codeFor('register', account)
    expect(await register(account, before)).toBe(422)
    expect(await register(account, after)).toBe(200)
    clock.advanceMs(stepMs)
  })

  it('is not good a second time', async () => {
    const account = 'again@correo.example'
    const { clock } = world.app.services
    await world.newCustomer(account)
    clock.advanceMs(hour)
    const code = await world.codeFor('reset-password', account)
    const reset = async (password: string): Promise<number> => {
      const captcha = await world.captcha()
      return (
        await world.post('/user/reset/password', { account, code, password, captcha }, { address: freshAddress() })
      ).status
    }
    expect(await reset('Otra-jacaranda 8')).toBe(200)
    clock.advanceMs(-day)
    expect(await reset('Tercera-jacaranda 9')).toBe(422)
  })
})
