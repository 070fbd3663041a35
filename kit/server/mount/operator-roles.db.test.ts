import { defineCall, operatorRoles, z } from '@bolsillo/contract'
import { idOf } from '@bolsillo/kernel'
import { sampleRoom, type TestApp, testApp } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlersOf, useCase } from '../use-case.ts'

const look = (name: string, roles: (typeof operatorRoles)[number][] | undefined) =>
  defineCall({
    name,
    method: 'GET',
    path: `/${name}`,
    audience: 'operator',
    needs: [],
    ...(roles === undefined ? {} : { roles }),
    request: z.object({}),
    reply: z.object({}),
    rejections: [],
    summary: 'A look.',
    effect: 'read',
  })

const staff = operatorRoles.map((role, number) => ({
  token: `test-token-of-${role}`,
  session: {
    operatorId: idOf('opr', `opr_${String(number).padStart(26, '0')}`),
    sessionId: idOf('ses', `ses_${String(number).padStart(26, '0')}`),
    roles: [role],
  },
}))

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    rooms: () => [
      {
        ...sampleRoom(),
        operatorHandlers: handlersOf(
          [
            useCase(look('nobody-named', undefined), async () => ({})),
            useCase(look('nobody-listed', []), async () => ({})),
            useCase(look('treasury-listed', ['treasury']), async () => ({})),
          ],
          {},
        ),
      },
    ],
    operators: { find: async (token) => staff.find((member) => member.token === token)?.session },
  })
})
afterAll(async () => {
  await app.close()
})

describe('a call of staff', () => {
  it.each(operatorRoles)('is refused to %s unless it names that role', async (role) => {
    const status = async (name: string): Promise<number> =>
      (await app.ask({ path: `/console-api/${name}`, token: `test-token-of-${role}` })).status
    expect(await status('nobody-named')).toBe(403)
    expect(await status('nobody-listed')).toBe(403)
    expect(await status('treasury-listed')).toBe(role === 'treasury' ? 200 : 403)
  })
})
