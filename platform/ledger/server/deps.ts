import type { Audit } from '@bolsillo/audit/server'
import {
  coins,
  currencies,
  decimalUnits,
  type Id,
  type Instant,
  type Money,
  money,
  tradedCoins,
  writeDecimal,
} from '@bolsillo/kernel'
import type { Db, Publisher, Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import { ledgerSettings, type Valuation } from '../domain/index.ts'
import type { PublicBooks } from './books/public-books.ts'
import type { CustomerBalance, Ledger } from './ledger.ts'
import type { Cosigning } from './witness/cosigning.ts'
import type { Witness } from './witness/witness.ts'
import type { WitnessAddress } from './witness/witness-addresses.ts'

/** What the ledger's room needs of others. */
export interface LedgerDeps {
  readonly services: Services
  readonly ledger: Ledger
  readonly settings: Settings
  readonly audit: Audit
  readonly publisher: Publisher
  readonly valuation: Valuation
  /** What of a customer's sales has not settled yet. Trading answers; left out: nothing settles later than it is posted. */
  readonly settling?: (db: Db, customerId: Id<'cus'>, now: Instant) => Promise<readonly Settling[]>
  /** Assets of which nothing is credited now; left out: credits are never halted. */
  readonly haltedAssets?: (db: Db) => Promise<readonly string[]>
  /** Owner of the custody accounts of the practice market: `venue-simulated`. */
  readonly custodian: string
  /** Where signed heads of the chain go, outside the database; undefined: they are not kept. */
  readonly witnessFile?: string | undefined
  /** Told when following the journal finds something wrong: whoever writes it stops. */
  readonly onProblem?: (problem: string) => Promise<void>
  /** False in tests that post entries of no grammar. */
  readonly isGrammarKept?: boolean
  /** Who else cosigns those heads, and what the journal is called there. Left out: nobody, and after the database. */
  readonly cosigning?: {
    readonly origin: string | undefined
    readonly database: string
    readonly witnesses: readonly WitnessAddress[]
    /** Where the newest cosigned checkpoint is kept. */
    readonly file: string
  }
}

/** That, with what the room makes of it once. */
export interface LedgerRoomDeps extends LedgerDeps {
  readonly books: PublicBooks
  readonly witness: Witness | undefined
  readonly cosigner: Cosigning | undefined
}

/** Money of sales, posted already, that settles on a later day. Part of the balance, not on top of it. */
export interface Settling {
  readonly amount: Money
  /** `YYYY-MM-DD` */
  readonly on: string
}

/** What one practice grant is, by the settings in force. */
export function grantAmounts(settings: Settings): readonly Money[] {
  return [
    money(decimalUnits(settings.get(ledgerSettings.grantPesos), currencies.MXN.scale), currencies.MXN),
    money(decimalUnits(settings.get(ledgerSettings.grantDollars), currencies.USD.scale), currencies.USD),
    money(decimalUnits(settings.get(ledgerSettings.grantTether), coins.USDT.scale), coins.USDT),
  ]
}

const moneyByCode: Readonly<Record<string, { readonly scale: number }>> = { ...currencies, ...tradedCoins }

/** Whether there is an asset of a code. */
export function isAsset(code: string, valuation: Pick<Valuation, 'assetOf'>): boolean {
  return Object.hasOwn(moneyByCode, code) || valuation.assetOf(code) !== undefined
}

/** The scale of an asset. One nobody knows (delisted, say) is counted in its smallest units. */
export function scaleOf(code: string, valuation: Pick<Valuation, 'assetOf'>): number {
  return moneyByCode[code]?.scale ?? valuation.assetOf(code)?.scale ?? 0
}

/** A customer's balance as the wire has it. */
export function writeBalance(balance: CustomerBalance, valuation: Valuation) {
  const { purse, asset, posted, held, holds } = balance
  const scale = scaleOf(asset, valuation)
  return {
    purse: customerPurse(purse),
    asset,
    posted: writeDecimal(posted, scale),
    held: writeDecimal(held, scale),
    available: writeDecimal(posted - held, scale),
    holds,
  }
}

/** The purse of a customer's account; the chart of accounts gives customers no other. */
export function customerPurse(purse: string): 'stock' | 'coin' | 'contract' {
  return purse === 'coin' || purse === 'contract' ? purse : 'stock'
}
