import { channels, type PaymentRail } from '@bolsillo/payments/domain'
import type { ManualDesk, PracticePayer } from '@bolsillo/payments/server'
import { createManualRail } from '@bolsillo/rail-manual'
import { createTestRails } from '@bolsillo/rail-test'
import type { Room, Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'

/** The rails of this installation, with the rooms that keep their books. */
export interface ChosenRails {
  readonly rooms: readonly Room[]
  readonly rails: readonly PaymentRail[]
  readonly practicePayer?: PracticePayer
  readonly manual?: ManualDesk
}

/** The practice market's account for transfers by hand, at a bank that does not exist. */
const practiceAccount = {
  bank: 'Banco de práctica',
  number: '999180800000000011',
  holder: 'Bolsillo Práctica',
} as const

/**
 * Makes the rails of the practice market, the only market this program runs: a simulated bank for SPEI and PIX,
 * simulated chains, and transfers that two operators confirm by hand.
 */
export function chooseRails(services: Services, settings: Settings): ChosenRails {
  const test = createTestRails({
    services,
    confirmationsOf: (network, asset) => {
      const channel = channels.find((one) => one.network === network && one.asset.code === asset)
      return channel === undefined ? 1 : settings.get(channel.settings.confirmations)
    },
  })
  const manual = createManualRail({ services, account: practiceAccount })
  return {
    rooms: [test.room, manual.room],
    rails: [...test.rails, manual.rail],
    practicePayer: {
      payIn: (tx, payment) => (payment.railId === manual.rail.id ? manual.payer : test.payer).payIn(tx, payment),
    },
    manual: manual.desk,
  }
}
