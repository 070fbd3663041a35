import { type Asset, type Id, type Instant, idOf, instant, type Money, money, plusMs } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import {
  type Booking,
  type Destination,
  eventKey,
  eventProblem,
  type PaymentRail,
  type Payout,
  payableAssets,
  payInKey,
  type RailEvent,
  railCustody,
  reconcile,
  type ToldEvent,
} from '../../domain/index.ts'

/** A message of a provider, as it comes, with exactly what it means. */
export interface GoldenPayload {
  readonly name: string
  readonly raw: string
  readonly means: readonly RailEvent[]
}

/** A rail about to be accepted, with the way its provider is made to move money in a test. */
export interface RailStand {
  readonly rail: PaymentRail
  readonly now: () => Instant
  /** Lets so much time pass that whatever was begun has ended. */
  readonly settle: () => Promise<void>
  /** Has somebody pay in. */
  readonly payIn: (to: string, amount: Money) => Promise<void>
  /** Ends a payment out, where the provider does not by itself. */
  readonly endPayout?: (payout: Payout, outcome: 'paid' | 'failed') => Promise<void>
  /** A destination the rail can pay to. */
  readonly destination: Destination
  /** An amount of a payment the provider refuses to make, if it has such. */
  readonly refusedAmount?: (asset: Asset) => Money
  /** What a message means; left out by rails without messages. */
  readonly read?: (raw: string) => readonly RailEvent[]
  readonly golden: readonly GoldenPayload[]
}

const customer = (n: number): Id<'cus'> => idOf('cus', `cus_${String(n).padStart(26, '0')}`)
const payoutOf = (n: number): Id<'pay'> => idOf('pay', `pay_${String(n).padStart(26, '0')}`)

/** Destinations no rail may take, whatever it pays to. */
const badDestinations: readonly Destination[] = [
  { kind: 'clabe', clabe: '032180000118359718', holder: 'Ana López' },
  { kind: 'clabe', clabe: '03218000011835971', holder: 'Ana López' },
  { kind: 'pix', keyKind: 'cpf', key: '11144477736', holder: 'João', holderTaxId: '11144477735' },
  { kind: 'pix', keyKind: 'phone', key: '11999998888', holder: 'João', holderTaxId: '11144477735' },
  { kind: 'address', network: 'bitcoin', address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv' },
  { kind: 'address', network: 'bitcoin', address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' },
  { kind: 'address', network: 'ethereum', address: '0x9858effD232B4033E47d90003D41EC34EcaEda94' },
  { kind: 'address', network: 'ethereum', address: '0x0000000000000000000000000000000000000000' },
  { kind: 'address', network: 'tron', address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdJ' },
  { kind: 'account', bank: 'X', number: '12', holder: 'Ana López' },
]

/** What every rail must do, whatever is behind it. `stand` is asked for once a rail. */
export function railAcceptance(name: string, stand: () => RailStand): void {
  describe(`${name} as a rail`, () => {
    const everything: Everything = async () => {
      const told: ToldEvent[] = []
      let cursor: string | undefined
      for (let readings = 0; readings < 200; readings += 1) {
        const telling = await stand().rail.events(cursor, 7)
        expect(telling.events.length + telling.unread.length).toBeLessThanOrEqual(7 * 4)
        expect(telling.unread).toEqual([])
        told.push(...telling.events)
        if (telling.cursor === undefined) return told
        cursor = telling.cursor
      }
      throw new Error('the rail never comes to an end')
    }

    it('has an id the books can keep custody under, and assets that travel', () => {
      const { rail } = stand()
      expect(rail.assets.length).toBeGreaterThan(0)
      for (const asset of rail.assets) {
        expect(payableAssets[asset]).toBeDefined()
        expect(railCustody(rail.id, asset)).toBe(`rail-${rail.id}:custody:${asset}`)
      }
    })

    it('gives each customer an address of their own, always the same', () => {
      const { rail } = stand()
      const network = rail.networks?.[0]
      const addressOf = (n: number) =>
        rail.payInAddress({
          customerId: customer(n),
          customerNo: n,
          asset: rail.assets[0] ?? '',
          ...(network === undefined ? {} : { network }),
        })
      const keys = Array.from({ length: 300 }, (_, n) => payInKey(addressOf(n + 1)))
      expect(new Set(keys).size).toBe(300)
      expect(payInKey(addressOf(17))).toBe(keys[16])
      for (const key of keys) expect(key).toMatch(/^[\x21-\x7e]{6,64}$/)
    })

    it('takes a sound destination and none that is not', () => {
      const { rail, destination } = stand()
      expect(rail.destinationProblem(destination)).toBeUndefined()
      for (const bad of badDestinations) expect(rail.destinationProblem(bad), JSON.stringify(bad)).toBeTypeOf('string')
    })

    it('reads what its provider writes', () => {
      const { golden, read } = stand()
      for (const { name: payload, raw, means } of golden) expect(read?.(raw), payload).toEqual(means)
    })

    movesMoney(stand, everything)
  })
}

function assetOf(code: string): Asset {
  return payableAssets[code] ?? { code, scale: 2 }
}

function targetOf(rail: PaymentRail, customerNo: number): string {
  const network = rail.networks?.[0]
  const wish = { customerId: customer(customerNo), customerNo, asset: rail.assets[0] ?? '' }
  return payInKey(rail.payInAddress({ ...wish, ...(network === undefined ? {} : { network }) }))
}

type Everything = () => Promise<ToldEvent[]>

/** How money comes in and goes out, as the rail tells it. */
function movesMoney(stand: () => RailStand, everything: Everything): void {
  it('tells what came in: the amount delivered, to whom, once for each number of confirmations', async () => {
    const { rail, payIn, settle } = stand()
    const before = new Set((await everything()).map((event) => JSON.stringify(eventKey(event))))
    const amounts = rail.assets.map((code) => money(123_400n, assetOf(code)))
    for (const [n, amount] of amounts.entries()) await payIn(targetOf(rail, n + 400), amount)
    await settle()
    const told = (await everything()).filter((event) => !before.has(JSON.stringify(eventKey(event))))
    for (const event of told) expect(eventProblem(event, rail.assets)).toBeUndefined()
    for (const [n, amount] of amounts.entries()) {
      const mine = told.filter((event) => event.kind === 'received' && event.to === targetOf(rail, n + 400))
      const steps = mine.map((event) => (event.kind === 'received' ? event.confirmations : { seen: 0, needed: 0 }))
      expect(steps.map(({ seen }) => seen)).toEqual(steps.map((_, place) => place + 1))
      expect(steps.at(-1)?.seen).toBe(steps.at(-1)?.needed)
      for (const event of mine) expect(event).toMatchObject({ amount })
      for (const event of mine) expect(event.raw.length).toBeGreaterThan(0)
    }
  })

  it('tells the same again when it is asked again, and nothing twice', async () => {
    const [first, second] = [await everything(), await everything()]
    expect(second).toEqual(first)
    const keys = first.map((event) => JSON.stringify({ kind: event.kind, ...eventKey(event) }))
    expect(new Set(keys).size).toBe(keys.length)
  })

  paysOut(stand, everything)
}

function paysOut(stand: () => RailStand, everything: Everything): void {
  it('pays once, however often it is asked, and says what became of it', async () => {
    const { rail, destination, settle, endPayout } = stand()
    const amount = money(500_000n, assetOf(rail.assets[0] ?? ''))
    const payout: Payout = { payoutId: payoutOf(1), amount, destination, reference: 'RETIRO 1' }
    await Promise.all([rail.pay(payout), rail.pay(payout)])
    await settle()
    await rail.pay(payout)
    await endPayout?.(payout, 'paid')
    await settle()
    const told = (await everything()).filter((event) => 'payoutId' in event && event.payoutId === payout.payoutId)
    expect(told.filter(({ kind }) => kind === 'payout-confirmed')).toMatchObject([{ amount }])
    expect(told.filter(({ kind }) => kind === 'payout-failed')).toEqual([])
  })

  it('says that a payment failed, and then never that it arrived', async () => {
    const { rail, destination, settle, endPayout, refusedAmount } = stand()
    const asset = assetOf(rail.assets[0] ?? '')
    const amount = refusedAmount?.(asset) ?? money(500_000n, asset)
    const payout: Payout = { payoutId: payoutOf(2), amount, destination, reference: 'RETIRO 2' }
    await rail.pay(payout)
    await endPayout?.(payout, 'failed')
    await settle()
    const told = (await everything()).filter((event) => 'payoutId' in event && event.payoutId === payout.payoutId)
    expect(told.map(({ kind }) => kind).at(-1)).toBe('payout-failed')
    expect(told.some(({ kind }) => kind === 'payout-confirmed')).toBe(false)
  })

  it('has a statement that agrees with its events', async () => {
    const { rail, now } = stand()
    const lines = await rail.statement(instant(0), plusMs(now(), 1))
    const bookings = (await everything()).flatMap(bookingOf)
    expect(lines.length).toBe(bookings.length)
    const sides = lines.map(({ amount, ...line }) => ({ ...line, asset: amount.asset.code, minor: amount.minor }))
    const patience = { now: plusMs(now(), 86_400_000), graceMs: 0, lateMs: 86_400_000 }
    expect(reconcile(sides, bookings, patience)).toEqual([])
    expect(await rail.statement(instant(0), instant(1))).toEqual([])
  })
}

/** What the books would say of an event. */
function bookingOf(event: RailEvent): Booking[] {
  const entry = (externalId: string, direction: 'in' | 'out', amount: Money): Booking[] => [
    { externalId, direction, asset: amount.asset.code, minor: amount.minor, at: event.at, entryId: externalId },
  ]
  switch (event.kind) {
    case 'received':
      return event.confirmations.seen === event.confirmations.needed ? entry(event.externalId, 'in', event.amount) : []
    case 'reversed':
      return entry(event.reversalId, 'out', event.amount)
    case 'payout-confirmed':
      return entry(event.externalId, 'out', event.amount)
    default:
      return []
  }
}
