import { integerBetween, type Rng } from '@bolsillo/kernel'
import type { After, Dial, Exchange, WireEvents } from '../feed/ports.ts'
import type { ServedMarket } from '../served-markets.ts'
import { createModelMarket, type ModelMarket, type ModelStep } from './exchange-model.ts'
import type { WireFormat } from './wire-formats.ts'

/** What can go wrong between an exchange and us; each in so many of a thousand messages or answers. */
export interface Faults {
  readonly lost: number
  readonly twice: number
  readonly late: number
  readonly garbled: number
  /** A change is left out of a message without a gap in the numbers. */
  readonly ghost: number
  readonly cut: number
  /** The stream goes silent without closing. */
  readonly mute: number
  readonly oldBook: number
  readonly failedAnswer: number
}

export const noFaults: Faults = {
  lost: 0,
  twice: 0,
  late: 0,
  garbled: 0,
  ghost: 0,
  cut: 0,
  mute: 0,
  oldBook: 0,
  failedAnswer: 0,
}

/** An exchange in this process, with its truth to compare with. */
export interface FaultyExchange {
  readonly exchange: Exchange
  readonly dial: Dial
  readonly models: readonly ModelMarket[]
  /** Moves every market one step and sends the messages of it. */
  readonly step: () => void
  readonly setFaults: (faults: Faults) => void
  /** Sends exactly this text. */
  readonly tell: (text: string) => void
  /** Closes the open connections; new ones are accepted. */
  readonly cut: () => void
  readonly connections: () => number
}

interface FaultyExchangeOptions {
  readonly markets: readonly ServedMarket[]
  readonly format: WireFormat
  readonly depth: number
  readonly rng: Rng
  readonly after: After
  readonly now: () => number
}

const garble = (text: string, rng: Rng): string => {
  const at = integerBetween(rng, 0, text.length - 1)
  switch (integerBetween(rng, 0, 3)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.replace(/\d\.\d/, '-1e99')
    case 2:
      return text.replace(/"(b|a|bids|asks|p|price)":/, '"none":')
    default:
      return `${text.slice(0, at)}\u0000${text.slice(at)}`
  }
}

interface Listener {
  readonly events: WireEvents
  isMute: boolean
}

/** Who listens now, and how often somebody came. */
interface Stream {
  listener: Listener | undefined
  connections: number
}

const isAsked = (text: string): boolean => /"(?:un)?subscribe"/i.test(text)

/** Lets somebody listen, and hears what they ask for. */
function dialing(
  { markets, after }: FaultyExchangeOptions,
  stream: Stream,
  tellWhole: (market: ServedMarket) => void,
): Dial {
  return (_url, events) => {
    stream.connections += 1
    const own = { events, isMute: false }
    after(5, () => {
      stream.listener = own
      events.opened()
    })
    return {
      say: (text) => {
        if (stream.listener !== own || own.isMute) return
        if (text.includes('"ping"')) after(5, () => own.isMute || events.said('{"method":"pong"}'))
        if (isAsked(text) && text.includes('"subscribe"') && text.includes('"book"')) {
          const wanted = markets.filter(({ streamSymbol }) => text.includes(`"${streamSymbol}"`))
          after(5, () => {
            if (stream.listener === own) for (const market of wanted) tellWhole(market)
          })
        }
      },
      ping: () => void after(5, () => own.isMute || events.alive()),
      end: () => {
        if (stream.listener === own) stream.listener = undefined
      },
    }
  }
}

/** What goes wrong now, and whether it does. */
interface Chance {
  readonly happens: (perThousand: number) => boolean
  readonly faults: () => Faults
}

/** Says things on the stream, with what goes wrong there. */
function createSaying(
  { rng, after }: FaultyExchangeOptions,
  {
    happens,
    faults: current,
    listener,
    cut,
  }: Chance & {
    readonly listener: () => Listener | undefined
    readonly cut: () => void
  },
): (text: string) => void {
  return (text) => {
    const to = listener()
    const faults = current()
    if (to === undefined || to.isMute) return
    if (happens(faults.cut)) {
      cut()
      return
    }
    if (happens(faults.mute)) to.isMute = true
    if (happens(faults.lost)) return
    const told = happens(faults.garbled) ? garble(text, rng) : text
    const later = happens(faults.late) ? integerBetween(rng, 1, 1500) : 0
    const deliver = (): void => {
      if (listener() === to) to.events.said(told)
    }
    if (later === 0) deliver()
    else after(later, deliver)
    if (happens(faults.twice)) after(integerBetween(rng, 0, 300), deliver)
  }
}

/** Answers questions, with what goes wrong there. */
function answering(
  { format, depth, rng, after }: FaultyExchangeOptions,
  { modelOf, happens, faults }: Chance & { readonly modelOf: (market: ServedMarket) => ModelMarket },
): Exchange {
  const answer = async <Value>(value: () => Value): Promise<Value> => {
    const [isFailed, isOld] = [happens(faults().failedAnswer), happens(faults().oldBook)]
    const early = isOld ? value() : undefined
    await new Promise<void>((resolve) => after(isOld ? integerBetween(rng, 200, 4000) : 20, resolve))
    if (isFailed) throw new Error('no answer')
    return early ?? value()
  }

  return {
    streamUrl: 'ws://nowhere',
    listMarkets: async () => [],
    wholeBook: (market) =>
      answer(() => {
        const model = modelOf(market)
        return format.restBook(model.number(), model.levels(depth), market)
      }),
    latestTrades: (market) => answer(() => format.restTrades(market, modelOf(market).trades().slice(-1000))),
  }
}

export function createFaultyExchange(options: FaultyExchangeOptions): FaultyExchange {
  const { format, rng, now } = options
  const models = options.markets.map((market) => createModelMarket(market, rng))
  const modelOf = (market: ServedMarket): ModelMarket => {
    const found = models.find((model) => model.market.streamSymbol === market.streamSymbol)
    if (found === undefined) throw new Error('no such market')
    return found
  }
  let faults = noFaults
  const stream: Stream = { listener: undefined, connections: 0 }
  const happens = (perThousand: number): boolean => integerBetween(rng, 1, 1000) <= perThousand

  const cut = (): void => {
    const gone = stream.listener
    stream.listener = undefined
    gone?.events.closed('cut')
  }
  const say = createSaying(options, { happens, faults: () => faults, listener: () => stream.listener, cut })

  const tellWhole = (market: ServedMarket): void => {
    const whole = format.whole(modelOf(market))
    if (whole !== undefined) say(whole)
  }

  const dial = dialing(options, stream, tellWhole)
  const exchange = answering(options, { modelOf, happens, faults: () => faults })
  const withGhost = (step: ModelStep): ModelStep =>
    happens(faults.ghost) && step.changes.length > 1 ? { ...step, changes: step.changes.slice(1) } : step

  return {
    exchange,
    dial,
    models,
    step: () => {
      for (const model of models) {
        const step = model.step(now())
        say(format.changes(model.market, withGhost(step), now()))
        for (const trade of step.trades) say(format.trade(model.market, trade))
      }
    },
    setFaults: (next) => {
      faults = next
    },
    tell: (text) => stream.listener?.events.said(text),
    cut,
    connections: () => stream.connections,
  }
}
