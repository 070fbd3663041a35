import { createHash } from 'node:crypto'
import type { Instant, Money } from '@bolsillo/kernel'
import { coins, currencies, plusMs } from '@bolsillo/kernel'
import type { Network, PayInAddress, PaymentMethod, RailEvent } from '@bolsillo/payments/domain'
import { virtualClabe, writeBrCode } from '@bolsillo/payments/domain'
import { chainIn, chainOut, readChain } from './chain-payload.ts'
import { pixPayloads } from './pix-payload.ts'
import { speiPayloads } from './spei-payload.ts'

/** A payment in, as the provider knows it. */
interface PaymentIn {
  readonly no: bigint
  readonly amount: Money
  readonly to: string
  readonly name: string
  readonly account: string
  readonly seen: number
  readonly needed: number
  readonly at: Instant
}

/** A payment out, as the provider knows it. */
interface PaymentOut {
  readonly no: bigint
  readonly payoutId: string
  readonly amount: Money
  readonly state: 'sent' | 'confirmed' | 'failed'
  readonly reason: string
  readonly at: Instant
}

/** How a made-up provider speaks, and what it gives out: one for each practice rail. */
export interface PracticeDialect {
  readonly railId: string
  readonly method: PaymentMethod
  readonly assets: readonly string[]
  readonly network?: Network
  readonly read: (payload: unknown) => readonly RailEvent[]
  readonly payIn: (payment: PaymentIn) => Record<string, unknown>
  readonly payOut: (payment: PaymentOut) => Record<string, unknown>
  /** The provider's own number of its payment `no`. */
  readonly externalId: (no: bigint) => string
  readonly address: (customerNo: number) => PayInAddress
  /** A made-up account of a made-up payer. */
  readonly payerAccount: (no: bigint) => string
}

/** The same text from the same facts, in every process and after every restart. */
export function digestOf(...facts: readonly (string | bigint)[]): string {
  return createHash('sha256').update(facts.join('|')).digest('hex')
}

const holder = 'Bolsillo Práctica'

/** The made-up bank that receives and sends by SPEI. */
export function speiDialect(): PracticeDialect {
  const railId = 'test-spei'
  const externalId = (no: bigint): string => `BOLS${digestOf(railId, no).slice(0, 16).toUpperCase()}`
  return {
    railId,
    method: 'spei',
    assets: [currencies.MXN.code],
    read: speiPayloads.read,
    externalId,
    payIn: ({ no, ...payment }) => speiPayloads.writeIn({ externalId: externalId(no), ...payment }),
    payOut: ({ no, ...payment }) => speiPayloads.writeOut({ externalId: externalId(no), ...payment }),
    address: (customerNo) => ({
      kind: 'clabe',
      clabe: virtualClabe({ bank: '999', plaza: '180', prefix: '0', customerNo }),
      bank: 'Banco de práctica',
      holder,
    }),
    payerAccount: (no) => {
      const tail = Number.parseInt(digestOf('payer', railId, no).slice(0, 8), 16)
      return virtualClabe({ bank: '999', plaza: '001', prefix: '9', customerNo: (tail % 999_999_999) + 1 })
    },
  }
}

/** The made-up bank that receives and sends by PIX. `key` is its own random key. */
export function pixDialect(key: string): PracticeDialect {
  const railId = 'test-pix'
  const externalId = (no: bigint): string => `E99999999${digestOf(railId, no).slice(0, 23)}`
  return {
    railId,
    method: 'pix',
    assets: [currencies.BRL.code],
    read: pixPayloads.read,
    externalId,
    payIn: ({ no, ...payment }) => pixPayloads.writeIn({ externalId: externalId(no), ...payment }),
    payOut: ({ no, ...payment }) => pixPayloads.writeOut({ externalId: externalId(no), ...payment }),
    address: (customerNo) => {
      const txid = `BOLSILLO${String(customerNo).padStart(10, '0')}`
      const code = { kind: 'static', target: key, name: holder, city: 'Sao Paulo', txid } as const
      return { kind: 'pix', key, txid, brCode: writeBrCode(code), holder }
    },
    payerAccount: (no) => `cpf:${madeUpCpf(no)}`,
  }
}

/** A CPF with right digits. Nine digits that begin with 000 were never given to anybody. */
function madeUpCpf(no: bigint): string {
  const nine = `000${String(1 + (Number.parseInt(digestOf('cpf', no).slice(0, 6), 16) % 999_999)).padStart(6, '0')}`
  const digit = (text: string): string => {
    const sum = [...text].reduce((total, one, place) => total + Number(one) * (text.length + 1 - place), 0)
    return String(sum % 11 < 2 ? 0 : 11 - (sum % 11))
  }
  const ten = nine + digit(nine)
  return ten + digit(ten)
}

const assetsOf: Readonly<Record<Network, readonly string[]>> = {
  bitcoin: [coins.BTC.code],
  ethereum: [coins.ETH.code, coins.USDT.code],
  tron: [coins.USDT.code],
}

/** The made-up node of a chain. `derive` gives a customer's address from the firm's public key. */
export function chainDialect(
  network: Network,
  derive: (leaf: number) => { readonly address: string; readonly path: string },
): PracticeDialect {
  const railId = `test-chain-${network}`
  const hashOf = (no: bigint): string => digestOf(railId, no)
  const block = (no: bigint): string => digestOf('block', railId, no)
  return {
    railId,
    method: 'chain',
    assets: assetsOf[network],
    network,
    read: (payload) => readChain(network, payload),
    externalId: (no) => `${hashOf(no)}:0@${block(no).slice(0, 16)}`,
    payIn: ({ no, account, ...payment }) =>
      chainIn({ network, hash: hashOf(no), output: 0, block: block(no), from: account, ...payment }),
    payOut: ({ no, ...payment }) => chainOut({ network, hash: hashOf(no), ...payment }),
    address: (customerNo) => ({ kind: 'address', network, ...derive(customerNo) }),
    // Leaves far beyond any customer's: addresses of this chain that are nobody's.
    payerAccount: (no) => derive(2_000_000_000 + Number(no % 100_000_000n)).address,
  }
}

/** Whether a payment has enough confirmations for the statement, which lists final payments only. */
export function isFinal(seen: number, needed: number): boolean {
  return seen >= needed
}

/** When the provider first reports a payment: some seconds later, which differ by payment. */
export function firstTellingAt(railId: string, made: Instant, seed: string): Instant {
  return plusMs(made, 3_000 + (Number.parseInt(digestOf('delay', railId, seed).slice(0, 4), 16) % 3_000))
}
