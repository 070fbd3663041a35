import { divide } from '@bolsillo/kernel'

/** The liabilities of one asset, and the root of the tree that adds it up. Amounts are whole numbers of the smallest unit. */
export interface ProvenAsset {
  readonly asset: string
  /** Decimals of the asset: 2 for pesos. */
  readonly scale: number
  readonly height: number
  /** SHA-256 of the root, 64 hex digits. */
  readonly root: string
  readonly total: bigint
}

/** What somebody holds for us, by our own books, and what bears it out. */
interface CustodyAmount {
  readonly owner: string
  readonly asset: string
  readonly amount: bigint
  /** `ledger`: our own books say so, and nobody else yet. `practice`: there is nothing behind it, it is practice. */
  readonly evidence: 'ledger' | 'practice'
}

/** The balance of the house's own accounts. */
interface HouseAmount {
  readonly purse: string
  readonly asset: string
  readonly amount: bigint
}

/** What the proof does not say, each with words of its own in the app. */
export const uncoveredPoints = [
  /** The practice market: nothing is worth money, and custody is our own simulation. */
  'practice-market',
  /** Custody is what our books say; no bank or custodian has signed it. */
  'custody-not-attested',
  /** Money of accepted withdrawals on its way out is in no leaf any more. */
  'payouts-on-the-way',
  /** Money that came in without a known owner is in no leaf yet. */
  'unmatched-deposits',
] as const
type UncoveredPoint = (typeof uncoveredPoints)[number]

/** One proof as it is published: what it covers, of which head of the journal, after which proof. */
export interface Statement {
  /** From 1, without gaps. */
  readonly number: number
  readonly at: number
  readonly mode: string
  readonly journal: { readonly seq: bigint; readonly hash: string }
  /** SHA-256 of the statement before; of the first, zeros. */
  readonly previous: string
  /** By code. */
  readonly assets: readonly ProvenAsset[]
  readonly custody: readonly CustodyAmount[]
  readonly house: readonly HouseAmount[]
  readonly notCovered: readonly UncoveredPoint[]
}

/** What the statement before the first is taken to be. */
export const noStatementBefore = '0'.repeat(64)

const statementKind = 'bolsillo.liabilities.1'

/**
 * The text that is hashed, signed and published. It is kept and passed unchanged, so nobody has to write it again the
 * same way; ASCII, and amounts as texts because they may be beyond a JavaScript number.
 */
export function writeStatement(statement: Statement): string {
  const { number, at, mode, journal, previous, assets, custody, house, notCovered } = statement
  return JSON.stringify({
    kind: statementKind,
    number,
    at,
    mode,
    journal: { seq: String(journal.seq), hash: journal.hash },
    previous,
    assets: assets.map(({ asset, scale, height, root, total }) => ({
      asset,
      scale,
      height,
      root,
      total: String(total),
    })),
    custody: custody.map(({ owner, asset, amount, evidence }) => ({ owner, asset, amount: String(amount), evidence })),
    house: house.map(({ purse, asset, amount }) => ({ purse, asset, amount: String(amount) })),
    notCovered,
  })
}

/** The share of an asset's liabilities that is in custody. */
interface Coverage {
  readonly asset: string
  readonly scale: number
  readonly owed: bigint
  readonly inCustody: bigint
  /** On the house's own accounts: custody is there for this too. */
  readonly house: bigint
  /** Practice money that nobody was granted yet: nobody's, and in custody too. */
  readonly ungranted: bigint
  /** Owed to the house after money was taken back, so not in custody: `inCustody + claims = owed + house + ungranted`. Not below 0. */
  readonly claims: bigint
  /** Hundredths of a percent, rounded down: 10000 is all of it. Absent when nothing is owed. */
  readonly bps?: bigint
}

/** The purse of the house's accounts for what it is owed; it is below zero (platform/ledger, chart of accounts). */
const claimsPurse = 'claims'
/** Of practice money that nobody was granted yet. */
const ungrantedPurse = 'practice-funding'

/**
 * The coverage of every asset somebody is owed, and then of those that nobody is owed any more but the house still has
 * claims in, whose decimals the statement does not say. Claims of the house are kept apart from what is its own, as
 * the statement lists them: claims must be collected, the other is there.
 */
export function coverageOf(
  { assets, custody, house }: Pick<Statement, 'assets' | 'custody' | 'house'>,
  scaleOf: (asset: string) => number,
): readonly Coverage[] {
  const claims = house.filter(({ purse }) => purse === claimsPurse)
  const pool = house.filter(({ purse }) => purse === ungrantedPurse)
  const own = house.filter(({ purse }) => purse !== claimsPurse && purse !== ungrantedPurse)
  const sumOf = (rows: readonly { readonly asset: string; readonly amount: bigint }[], code: string): bigint =>
    rows.reduce((sum, row) => (row.asset === code ? sum + row.amount : sum), 0n)
  const isOwed = new Set(assets.map(({ asset }) => asset))
  const onlyClaimed = [...new Set(claims.map(({ asset }) => asset))].filter((asset) => !isOwed.has(asset)).sort()
  const unowed = onlyClaimed.map((asset) => ({ asset, scale: scaleOf(asset), total: 0n }))
  return [...assets, ...unowed].map(({ asset, scale, total }) => {
    const inCustody = sumOf(custody, asset)
    const bps = total === 0n ? {} : { bps: divide(inCustody * 10_000n, total, 'floor') }
    const sums = { house: sumOf(own, asset), ungranted: sumOf(pool, asset), claims: -sumOf(claims, asset) }
    return { asset, scale, owed: total, inCustody, ...sums, ...bps }
  })
}

/** What a proof made of these books leaves out. */
export function uncoveredBy(house: readonly HouseAmount[], mode: string): readonly UncoveredPoint[] {
  const stands = (purse: string): boolean => house.some((row) => row.purse === purse && row.amount !== 0n)
  return uncoveredPoints.filter((point) => {
    switch (point) {
      case 'practice-market':
        return mode === 'SIM'
      case 'custody-not-attested':
        return true
      case 'payouts-on-the-way':
        return stands('payouts')
      case 'unmatched-deposits':
        return stands('unmatched')
      default:
        return point satisfies never
    }
  })
}

/** A proof is made once for each of these: days of UTC, counted from 1970. */
export function proofDay(at: number): number {
  return Math.floor(at / 86_400_000)
}

/** What a statement's text says; for texts this program wrote and signed. Nothing is checked: that is the verifiers' work. */
export function readStatement(text: string): Statement {
  const read = JSON.parse(text) as WrittenStatement
  return {
    ...read,
    journal: { seq: BigInt(read.journal.seq), hash: read.journal.hash },
    assets: read.assets.map((row) => ({ ...row, total: BigInt(row.total) })),
    custody: read.custody.map((row) => ({ ...row, amount: BigInt(row.amount) })),
    house: read.house.map((row) => ({ ...row, amount: BigInt(row.amount) })),
  }
}

type Written<Row> = { readonly [Name in keyof Row]: Row[Name] extends bigint ? string : Row[Name] }
type WrittenStatement = Omit<Statement, 'journal' | 'assets' | 'custody' | 'house'> & {
  readonly journal: Written<Statement['journal']>
  readonly assets: readonly Written<ProvenAsset>[]
  readonly custody: readonly Written<CustodyAmount>[]
  readonly house: readonly Written<HouseAmount>[]
}
