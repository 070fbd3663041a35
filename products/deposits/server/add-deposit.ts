import { isRejection, present, reject } from '@bolsillo/kernel'
import { paymentRejections } from '@bolsillo/payments/contract'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { announce, closedRefusal, readAmount } from './announce.ts'
import { findChannelPassword } from './channel-password-store.ts'
import { passwordRefusal } from './channel-passwords.ts'
import type { TimedDepositsDeps } from './deps.ts'
import { writeChannel, writeDeposits, writePayIn } from './wire.ts'

const channelUnknown = () => reject(paymentRejections.channelUnknown, { field: 'channelId' })

/** Announces a deposit by bank or with a proof. */
export const addDeposit = useCase(
  calls.addDeposit,
  async ({ channelId, amount: text, channelPassword, proofFileId }, context, deps: TimedDepositsDeps) => {
    const { customerId } = context.customer
    const { tx, now } = context
    const state = deps.payments.channel(channelId, now)
    if (state === undefined || state.channel.method === 'chain') return channelUnknown()
    const attempt = { customerId, channel: channelId, password: channelPassword }
    const refused = closedRefusal(deps, state, now) ?? (await passwordRefusal(deps.services, context, attempt))
    if (refused !== undefined) return refused
    const amount = readAmount(deps, state, text)
    if (isRejection(amount)) return amount
    const made = await announce(deps, tx, { customerId, state, amount, proofFileId, now })
    if (isRejection(made)) return made
    const [deposit] = await writeDeposits(deps, tx, [made.deposit])
    return { deposit: present(deposit, 'the deposit just made'), payIn: writePayIn(made.payIn) }
  },
)

/** Where this customer pays by a channel. */
export const readPayIn = useCase(
  calls.readPayIn,
  async ({ channelId, channelPassword }, context, deps: TimedDepositsDeps) => {
    const { customerId } = context.customer
    const { tx, now } = context
    const state = deps.payments.channel(channelId, now)
    if (state === undefined || state.channel.method === 'chain') return channelUnknown()
    const attempt = { customerId, channel: channelId, password: channelPassword }
    const refused = closedRefusal(deps, state, now) ?? (await passwordRefusal(deps.services, context, attempt))
    if (refused !== undefined) return refused
    const payIn = await deps.payments.payInAddress(tx, { customerId, channel: state.channel.code, now })
    const person = await deps.people.find(tx, customerId)
    const needsPassword = (await findChannelPassword(tx, channelId)) !== undefined
    const times = await deps.times(tx, now)
    return {
      channel: writeChannel(state, now, { needsPassword, times }),
      payIn: writePayIn(payIn),
      ...(person === undefined ? {} : { payerName: person.name }),
    }
  },
)
