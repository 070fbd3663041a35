import { writeDecimal } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { readDepositStatus } from '../contract/index.ts'
import { depositSettings, payableAsset } from '../domain/index.ts'
import { depositsPausedUntil } from './announce.ts'
import { findChannelsWithPassword } from './channel-password-store.ts'
import type { TimedDepositsDeps } from './deps.ts'
import { readDayRoom } from './limits.ts'
import { writeChannel } from './wire.ts'

/** The ways to pay in, and what the level's day leaves. */
export const readStatus = useCase(readDepositStatus, async (_, { db, customer, now }, deps: TimedDepositsDeps) => {
  const { customerId } = customer
  const { payments, people, settings } = deps
  const [person, withPassword] = await Promise.all([people.find(db, customerId), findChannelsWithPassword(db)])
  const states = payments.channels(now)
  const times = await deps.times(db, now)
  const until = depositsPausedUntil(settings, now)
  const room = person === undefined ? undefined : await readDayRoom(deps, db, { customerId, person }, now)
  const codes = [...new Set(states.map(({ channel }) => channel.asset.code))]
  return {
    at: now,
    open: until === undefined,
    ...(until === undefined ? {} : { pausedUntil: until }),
    verified: person !== undefined,
    ...(person === undefined ? {} : { payerName: person.name, level: person.level }),
    limits: codes.flatMap((code) => {
      const [day, asset] = [room?.(code), payableAsset(code)]
      if (day === undefined || asset === undefined) return []
      const write = (minor: bigint): string => writeDecimal(minor, asset.scale)
      return [{ asset: code, dayLimit: write(day.limit), usedToday: write(day.used), left: write(day.left) }]
    }),
    proofHours: settings.get(depositSettings.proofHours),
    channels: states.map((state) =>
      writeChannel(state, now, { needsPassword: withPassword.has(state.channel.code), times }),
    ),
  }
})
