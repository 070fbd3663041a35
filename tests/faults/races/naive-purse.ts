import { defineCall, z } from '@bolsillo/contract'
import { type RejectionSpec, reject } from '@bolsillo/kernel'
import { handlersOf, useCase } from '@bolsillo/server-kit'
import { testApp, testCustomer } from '@bolsillo/test-kit'
import { fillPurse, makePurse, readPurse, takeFromPurse } from './race-store.ts'
import { doneOf, sendersAtOnce, tally } from './round.ts'
import { type RaceAnswer, releaseTogether } from './senders.ts'

const empty: RejectionSpec<'purse-empty'> = { name: 'purse-empty', number: 29_009, status: 409, retry: 'final' }
const inPurse = 100
const spent = 60

const spend = defineCall({
  name: 'spend',
  method: 'POST',
  path: '/control/spend',
  audience: 'customer',
  needs: [],
  request: z.object({}),
  reply: z.object({}),
  rejections: [empty],
  summary: 'Spends 60 of a purse of 100.',
  effect: 'write',
})

/**
 * The control of all races about one balance: the same senders and the same mount over a purse whose keeper reads, decides
 * and writes in one transaction of READ COMMITTED, with the lock or without it.
 */
export async function raceForPurse(
  lock: boolean,
  rounds: number,
): Promise<{
  readonly outcomes: Readonly<Record<string, number>>
  readonly spendings: number
  /** The least that was in it after a round. */
  readonly least: number
}> {
  const stand = await testApp({
    rooms: () => [
      {
        name: 'control',
        handlers: handlersOf(
          [
            useCase(spend, async (_, { tx }) => {
              const amount = await readPurse(tx, lock)
              if (amount < spent) return reject(empty)
              await takeFromPurse(tx, spent)
              return {}
            }),
          ],
          {},
        ),
        messages: {
          'es-ES': { rejections: { 'purse-empty': 'No alcanza.' } },
          'en-US': { rejections: { 'purse-empty': 'Not enough.' } },
          'pt-BR': { rejections: { 'purse-empty': 'Falta saldo.' } },
        },
      },
    ],
  })
  try {
    await makePurse(stand.database.owner)
    const url = await stand.listen()
    const { token } = testCustomer(1)
    const all: RaceAnswer[] = []
    let least = inPurse
    for (let round = 0; round < rounds; round += 1) {
      await fillPurse(stand.database.owner, inPurse)
      const posts = Array.from({ length: sendersAtOnce }, (_, index) => ({
        path: spend.path,
        token,
        key: `control-${lock}-${round}-${index}`,
        fields: {},
      }))
      all.push(...(await releaseTogether(url, posts)))
      least = Math.min(least, await readPurse(stand.database.owner, false))
    }
    return { outcomes: tally(all), spendings: doneOf(all).length, least }
  } finally {
    await stand.close()
  }
}
