import { type Instant, isRejection, present, type Rejection, reject } from '@bolsillo/kernel'
import type { ChannelState } from '@bolsillo/payments/server'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { depositRejections as r } from '../contract/index.ts'
import { isCoin, isTransactionHash } from '../domain/index.ts'
import { announce, closedRefusal, readAmount } from './announce.ts'
import type { TimedDepositsDeps } from './deps.ts'
import { writeChannel, writeDeposits, writePayIn } from './wire.ts'

/** The channel of a coin on a network, open now; or why there is none. */
function coinChannel(
  deps: TimedDepositsDeps,
  wish: { readonly asset: string; readonly network: string },
  now: Instant,
): ChannelState | Rejection {
  const ofCoin = deps.payments.channels(now).filter(({ channel }) => channel.asset.code === wish.asset)
  if (!isCoin(wish.asset) || ofCoin.length === 0) return reject(r.coinUnknown, { field: 'asset' })
  const state = ofCoin.find(({ channel }) => channel.network === wish.network)
  if (state === undefined) return reject(r.networkUnfit, { field: 'network', values: { asset: wish.asset } })
  return closedRefusal(deps, state, now) ?? state
}

/** The customer's address of a coin, if one was generated. */
export const readCoinAddress = useCase(
  calls.readCoinAddress,
  async (request, { db, customer, now }, deps: TimedDepositsDeps) => {
    const { customerId } = customer
    const state = coinChannel(deps, request, now)
    if (isRejection(state)) return state
    const address = await deps.payments.findPayInAddress(db, { customerId, channel: state.channel.code })
    return {
      channel: writeChannel(state, now, { times: await deps.times(db, now) }),
      ...(address === undefined ? {} : { payIn: writePayIn(address) }),
    }
  },
)

/** Gives the customer their address of a coin. */
export const generateCoinAddress = useCase(
  calls.generateCoinAddress,
  async (request, { tx, customer, now }, deps: TimedDepositsDeps) => {
    const { customerId } = customer
    const state = coinChannel(deps, request, now)
    if (isRejection(state)) return state
    const address = await deps.payments.payInAddress(tx, { customerId, channel: state.channel.code, now })
    const times = await deps.times(tx, now)
    return { channel: writeChannel(state, now, { times }), payIn: writePayIn(address) }
  },
)

/** Announces a transfer of coins. */
export const addCoinDeposit = useCase(
  calls.addCoinDeposit,
  async ({ asset, network, amount: text, transaction }, { tx, customer, now }, deps: TimedDepositsDeps) => {
    const { customerId } = customer
    const state = coinChannel(deps, { asset, network }, now)
    if (isRejection(state)) return state
    if (transaction !== undefined && !isTransactionHash(transaction, network)) {
      return reject(r.transactionMalformed, { field: 'transaction' })
    }
    const amount = readAmount(deps, state, text)
    if (isRejection(amount)) return amount
    const made = await announce(deps, tx, { customerId, state, amount, transactionHint: transaction, now })
    if (isRejection(made)) return made
    const [deposit] = await writeDeposits(deps, tx, [made.deposit])
    return { deposit: present(deposit, 'the deposit just made'), payIn: writePayIn(made.payIn) }
  },
)
