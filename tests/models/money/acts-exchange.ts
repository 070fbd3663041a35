import { type Act, agree } from './acts-deposits.ts'
import { customerNumbers, customerOf } from './cast.ts'
import { accountOf, availableOn, book, house, type Model, marketCustody, must } from './model.ts'
import { exchange } from './model-sums.ts'
import { heldByAll } from './model-withdrawals.ts'
import { count, dataOf, type Offer, pricesOf, textIn, written } from './stage.ts'

const cash = ['MXN', 'USD', 'BRL'] as const
const leastMinor = 1_00n
const mostMinor = 1_000_000_00n

/** The market's prices move. */
export const movePrices: Act = async (world) => {
  world.prices.dollar += BigInt(world.random.whole(-20_000, 20_000))
  world.prices.real += BigInt(world.random.whole(-2_000, 2_000))
  return `a dollar is ${world.prices.dollar}, a real ${world.prices.real}`
}

/** A customer is offered a conversion: its sums are the rule's. */
export const askOffer: Act = async (world) => {
  const { random, model } = world
  const number = random.pick(customerNumbers)
  const has = cash.filter((code) => availableOn(model, `${customerOf(number)}:stock:${code}`) > 0n)
  const from = random.pick(has.length > 0 && random.chance(90) ? has : cash)
  const into = random.pick(cash)
  const exact = random.pick(['source', 'target'] as const)
  const free = availableOn(model, `${customerOf(number)}:stock:${from}`)
  const minor = random.pick([free, free / 3n, free / 2n + 7n, 1_01n, 99n, 123_45n])
  if (minor <= 0n) return undefined
  const wish = { from, into, exact, minor }
  const sums = from === into ? undefined : exchange(wish, pricesOf(world.prices))
  const named = exact === 'source' ? from : into
  const path = '/user/exchange/quote'
  const body = { source: from, target: into, exact, amount: written(minor, named) }
  const problem =
    from === into
      ? 'both are the same'
      : minor < leastMinor || minor > mostMinor
        ? 'out of bounds'
        : sums === undefined
          ? 'too little'
          : undefined
  const what = `${number} wishes ${from} for ${into}, exactly ${written(minor, named)} ${named}`
  const answer = await world.product.as(number, path, body)
  const data = agree(world, answer, problem, what)
  if (data === undefined || sums === undefined) return `${what}: refused, ${problem}`
  const { offer } = data
  const shown = [
    ['source', textIn(offer, 'source', 'amount'), sums.source, from],
    ['target', textIn(offer, 'target', 'amount'), sums.target, into],
    ['fee', textIn(offer, 'fee'), sums.charge, from],
    ['rounding', textIn(offer, 'rounding'), sums.rounding, from],
  ] as const
  for (const [name, text, due, asset] of shown)
    must(text === written(due, asset), 'offer', `${what}: ${name} is ${text}, it must be ${written(due, asset)}`)
  count(world, 'comparisons', shown.length)
  const until = world.now() + 10_000
  world.offers.push({ ...sums, id: textIn(offer, 'quoteId'), customer: number, from, into, until, isExecuted: false })
  count(world, 'offers')
  return random.chance(80) ? `${what}; ${await takeOffer(world)}` : what
}

/** A customer takes an offer: in time, too late, or once more. */
export const takeOffer: Act = async (world) => {
  const { random, model } = world
  const offer = random.chance(85) ? world.offers.at(-1) : random.maybe(world.offers)
  if (offer === undefined) return undefined
  const problem = offerProblem(model, offer, world.now())
  const answer = await world.product.as(offer.customer, '/user/exchange', { quoteId: offer.id })
  const what = `${offer.customer} converts ${offer.source} ${offer.from} to ${offer.target} ${offer.into}`
  if (problem === undefined && dataOf(answer) === undefined && !isCovered(model, offer))
    return `${what}: nobody holds it`
  if (agree(world, answer, problem, what) === undefined) return `${what}: refused, ${problem}`
  if (offer.isExecuted) return `${what}: once more, nothing happens`
  offer.isExecuted = true
  bookOffer(model, offer)
  count(world, 'conversions')
  return what
}

function offerProblem(model: Model, offer: Offer, now: number): string | undefined {
  if (offer.isExecuted) return undefined
  if (now > offer.until) return 'it ran out'
  const free = availableOn(model, `${customerOf(offer.customer)}:stock:${offer.from}`)
  return free < offer.source ? 'they have less' : undefined
}

/** Whether all custodians together have what the swap takes, beside what is on its way out to others. */
function isCovered(model: Model, { from, source, charge, rounding }: Offer): boolean {
  const promised = accountOf(model, house('payouts', from)).posted
  return heldByAll(model, from) >= source - charge - rounding + promised
}

function bookOffer(model: Model, offer: Offer): void {
  const { customer, from, into, source, target, charge, rounding } = offer
  const swapped = source - charge - rounding
  book(model, {
    [`${customerOf(customer)}:stock:${from}`]: -source,
    [marketCustody(from)]: swapped,
    [house('fees', from)]: charge,
    [house('rounding', from)]: rounding,
    [`${customerOf(customer)}:stock:${into}`]: target,
    [marketCustody(into)]: -target,
  })
}

const purses = ['stock', 'coin', 'contract'] as const

/** A customer moves money between their own purses. */
export const transfer: Act = async (world) => {
  const { random, model } = world
  const number = random.pick(customerNumbers)
  const all = ['MXN', 'USD', 'BRL', 'USDT', 'BTC'] as const
  const hasAny = (code: string): boolean =>
    purses.some((purse) => availableOn(model, `${customerOf(number)}:${purse}:${code}`) > 0n)
  const asset = (random.chance(90) ? random.maybe(all.filter(hasAny)) : undefined) ?? random.pick(all)
  const own = (purse: string): string => `${customerOf(number)}:${purse}:${asset}`
  const full = purses.filter((purse) => availableOn(model, own(purse)) > 0n)
  const from = (random.chance(90) ? random.maybe(full) : undefined) ?? random.pick(purses)
  const to = random.pick(purses)
  const free = availableOn(model, own(from))
  const amount = random.pick([free / 4n, free / 2n, free, free + 1n])
  const isCoin = asset === 'USDT' || asset === 'BTC'
  const problem =
    from === to
      ? 'both are the same'
      : isCoin && (from === 'stock' || to === 'stock')
        ? 'coins stay where coins are'
        : amount === 0n
          ? 'nothing'
          : amount > free
            ? 'they have less'
            : undefined
  const path = isCoin ? '/coin/transfer' : '/user/transfer'
  const answer = await world.product.as(number, path, { from, to, asset, amount: written(amount, asset) })
  const what = `${number} moves ${written(amount, asset)} ${asset} from ${from} to ${to}`
  if (agree(world, answer, problem, what) === undefined) return `${what}: refused, ${problem}`
  book(model, { [own(from)]: -amount, [own(to)]: amount })
  count(world, 'transfers')
  return what
}
