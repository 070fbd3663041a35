import { coreRejections } from '@bolsillo/contract'
import { isRejection, reject } from '@bolsillo/kernel'
import { paymentRejections } from '@bolsillo/payments/contract'
import { payInKey } from '@bolsillo/payments/domain'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { readAmount } from './announce.ts'
import type { DepositsDeps } from './deps.ts'

const someoneElse = 'Juan Otro Nombre'

/** Practice market: the test rail delivers to the customer's own address, as their bank or wallet would. */
export const simulatePayment = useCase(
  calls.simulatePayment,
  async ({ channelId, amount: text, otherName = false }, { tx, customer, now }, deps: DepositsDeps) => {
    const { customerId } = customer
    const { payments, people } = deps
    const payer = payments.practicePayer
    if (payer === undefined) return reject(coreRejections.practiceOnly)
    const state = payments.channel(channelId, now)
    if (state === undefined) {
      return reject(paymentRejections.channelUnknown, { field: 'channelId' })
    }
    // Any amount may be paid, below the minimum too: to see what happens then.
    const amount = readAmount(deps, { ...state, depositMin: { ...state.depositMin, minor: 0n } }, text)
    if (isRejection(amount)) return amount
    const [address, person] = await Promise.all([
      payments.payInAddress(tx, { customerId, channel: state.channel.code, now }),
      people.find(tx, customerId),
    ])
    const name = otherName || person === undefined ? someoneElse : person.name
    const { externalId } = await payer.payIn(tx, {
      railId: state.railId,
      to: payInKey(address),
      amount,
      from: { name },
      now,
    })
    return { externalId }
  },
)
