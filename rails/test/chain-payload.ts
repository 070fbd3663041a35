import { type Asset, coins, type Instant, type Money, money, rescale } from '@bolsillo/kernel'
import type { Network, RailEvent } from '@bolsillo/payments/domain'
import { PayloadProblem, readInstant, readObject, readPayoutId, readText, readWhole } from './payload-fields.ts'

/** What travels on a chain, and with how many decimals the chain itself counts it. */
interface ChainAsset {
  readonly asset: Asset
  readonly decimals: number
}

/** By the name the node gives: its own coin, and tokens by their contract. */
const chainAssets: Readonly<Record<Network, Readonly<Record<string, ChainAsset>>>> = {
  bitcoin: { native: { asset: coins.BTC, decimals: 8 } },
  ethereum: {
    native: { asset: coins.ETH, decimals: 18 },
    '0xdac17f958d2ee523a2206206994597c13d831ec7': { asset: coins.USDT, decimals: 6 },
  },
  tron: { TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: { asset: coins.USDT, decimals: 6 } },
}

/** Reads a message of the practice node of a network. @throws PayloadProblem */
export function readChain(network: Network, payload: unknown): readonly RailEvent[] {
  const fields = readObject(payload, 'message')
  if (readText(fields, 'network') !== network) throw new PayloadProblem('another network')
  const at = readInstant(fields, 'time')
  const kind = readText(fields, 'type')
  if (kind === 'payout') return [readOut(network, fields, at)]
  const { asset, decimals } = assetOf(network, readText(fields, 'token'))
  const payment = `${readText(fields, 'hash', 66)}:${readWhole(fields, 'output')}`
  const block = readText(fields, 'block', 66)
  const amount = readValue(fields, { asset, decimals })
  // Less than the smallest unit we count, or a transaction that is in the chain and did nothing: no payment.
  if (amount.minor === 0n) return []
  // Included in another block it is another happening; the node says first that the former is no more.
  const externalId = `${payment}@${block.slice(0, 16)}`
  switch (kind) {
    case 'transfer': {
      if (readText(fields, 'status') !== 'success') return []
      const [seen, needed] = [readWhole(fields, 'confirmations'), readWhole(fields, 'needed')]
      if (seen < 1 || needed < 1) return []
      const from = { name: '', account: readText(fields, 'from') }
      const to = readText(fields, 'to')
      return [{ kind: 'received', externalId, payment, amount, to, from, confirmations: { seen, needed }, at }]
    }
    case 'orphaned': {
      const reversalId = `${externalId}#orphaned`
      return [{ kind: 'reversed', externalId, reversalId, amount, reason: 'chain-reorganised', at }]
    }
    default:
      throw new PayloadProblem(`type ${kind} is unknown`)
  }
}

function assetOf(network: Network, token: string): ChainAsset {
  const found = chainAssets[network][token]
  if (found === undefined) throw new PayloadProblem(`token ${token} is none we keep`)
  return found
}

/** A whole number of the chain's own units. What is below ours is never credited. */
function readValue(fields: Readonly<Record<string, unknown>>, { asset, decimals }: ChainAsset): Money {
  const text = readText(fields, 'value')
  if (!/^(0|[1-9][0-9]{0,29})$/.test(text)) throw new PayloadProblem('value is no whole number')
  return money(rescale(BigInt(text), decimals, asset.scale, 'down'), asset)
}

function readOut(network: Network, fields: Readonly<Record<string, unknown>>, at: Instant): RailEvent {
  const payoutId = readPayoutId(fields, 'requestId')
  switch (readText(fields, 'status')) {
    case 'broadcast':
      return { kind: 'payout-sent', payoutId, externalId: readText(fields, 'hash', 66), at }
    case 'mined': {
      const amount = readValue(fields, assetOf(network, readText(fields, 'token')))
      return { kind: 'payout-confirmed', payoutId, externalId: readText(fields, 'hash', 66), amount, at }
    }
    case 'dropped':
      return { kind: 'payout-failed', payoutId, reason: readText(fields, 'reason', 200), at }
    default:
      throw new PayloadProblem('status is unknown')
  }
}

/** The token and the value in the chain's own units of an amount. */
export function onChain(network: Network, amount: Money): { readonly token: string; readonly value: string } {
  const found = Object.entries(chainAssets[network]).find(([, { asset }]) => asset.code === amount.asset.code)
  if (found === undefined) throw new PayloadProblem(`${amount.asset.code} does not travel on ${network}`)
  const [token, { asset, decimals }] = found
  return { token, value: rescale(amount.minor, asset.scale, decimals, 'down').toString() }
}

/** What the practice node says of a transfer to us. */
export function chainIn(transfer: {
  readonly network: Network
  readonly hash: string
  readonly output: number
  readonly block: string
  readonly amount: Money
  readonly to: string
  readonly from: string
  readonly seen: number
  readonly needed: number
  readonly at: Instant
}): Record<string, unknown> {
  const { network, hash, output, block, amount, to, from, seen, needed, at } = transfer
  return {
    type: 'transfer',
    network,
    hash,
    output,
    block,
    ...onChain(network, amount),
    status: 'success',
    to,
    from,
    confirmations: seen,
    needed,
    time: at,
  }
}

/** What it says of one of ours. */
export function chainOut(transfer: {
  readonly network: Network
  readonly payoutId: string
  readonly hash: string
  readonly amount: Money
  readonly state: 'sent' | 'confirmed' | 'failed'
  readonly reason: string
  readonly at: Instant
}): Record<string, unknown> {
  const { network, payoutId, hash, amount, state, reason, at } = transfer
  const states = { sent: 'broadcast', confirmed: 'mined', failed: 'dropped' }
  return {
    type: 'payout',
    network,
    requestId: payoutId,
    hash,
    ...onChain(network, amount),
    status: states[state],
    ...(state === 'failed' ? { reason } : {}),
    time: at,
  }
}
