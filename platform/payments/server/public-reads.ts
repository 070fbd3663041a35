import { writeDecimal, writeMoney } from '@bolsillo/kernel'
import { type UseCase, useCase } from '@bolsillo/server-kit'
import {
  bankChannels,
  bankTemplates,
  type ChannelRow,
  type CreditHaltRow,
  coinChannels,
  readCreditHalts,
} from '../contract/index.ts'
import { payableAssets, bankTemplates as templates } from '../domain/index.ts'
import type { PaymentsRoomDeps } from './deps.ts'
import { type CreditHalt, findHalts } from './liabilities/halt-store.ts'
import type { ChannelState } from './payments.ts'

/** What everybody may read: how money comes in and what an account needs to be paid to. */
export const publicReads: readonly UseCase<PaymentsRoomDeps>[] = [
  useCase(bankTemplates, async ({ country }) => ({
    templates: templates
      .filter((template) => country === undefined || template.country === country)
      .map(({ assets, fields, ...template }) => ({
        ...template,
        assets: [...assets],
        fields: fields.map(({ choices, ...bankField }) => ({
          ...bankField,
          ...(choices === undefined ? {} : { choices: [...choices] }),
        })),
      })),
  })),
  useCase(bankChannels, async ({ asset }, { now }, { payments }: PaymentsRoomDeps) => ({
    channels: payments
      .channels(now)
      .filter(({ channel }) => channel.network === undefined && (asset === undefined || channel.asset.code === asset))
      .map(rowOf),
  })),
  useCase(readCreditHalts, async (_, { db }) => ({ halts: (await findHalts(db)).map(haltRow) })),
  useCase(coinChannels, async ({ asset }, { now }, { payments }: PaymentsRoomDeps) => {
    const rows = payments
      .channels(now)
      .filter(({ channel }) => channel.network !== undefined && (asset === undefined || channel.asset.code === asset))
      .map(rowOf)
    const coins = [...new Set(rows.map((row) => row.asset))]
    return { coins: coins.map((coin) => ({ asset: coin, channels: rows.filter((row) => row.asset === coin) })) }
  }),
]

/** A halt as everybody reads it. */
export function haltRow({ asset, owed, held, since }: CreditHalt): CreditHaltRow {
  return { asset, short: writeDecimal(owed - held, payableAssets[asset]?.scale ?? 0), since }
}

function rowOf(state: ChannelState): ChannelRow {
  const { channel, opensAt, closesAt } = state
  return {
    channel: channel.code,
    method: channel.method,
    asset: channel.asset.code,
    ...(channel.network === undefined ? {} : { network: channel.network }),
    open: state.depositsOpen,
    ...(opensAt === closesAt ? {} : { opensAt, closesAt }),
    depositMin: writeMoney(state.depositMin),
    depositMax: writeMoney(state.depositMax),
    withdrawalMin: writeMoney(state.withdrawalMin),
    withdrawalMax: writeMoney(state.withdrawalMax),
    withdrawalFee: writeMoney(state.withdrawalFee),
    arrivalMinutes: state.arrivalMinutes,
    confirmations: state.confirmations,
  }
}
