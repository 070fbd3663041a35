import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientJournal } from '@bolsillo/checker/client-journal'
import { customerPrefix, headerNames } from '@bolsillo/contract'
import { integerBetween, type Rng, uniform } from '@bolsillo/kernel'
import type { SignedInCustomer } from '@bolsillo/test-kit'
import { type Ask, type Asker, createAsker } from './asks.ts'

/** One request of a client and its outcome, as reported to the experiment. */
export interface LoadEvent {
  readonly key: string
  readonly call: string
  readonly outcome: 'ack' | 'reject' | 'unknown'
  readonly status: number
  readonly orderId: string | undefined
  /** Whether the outcome of an earlier try with this key stayed unknown. */
  readonly isRetry: boolean
  readonly sentAt: number
  readonly doneAt: number
}

export interface ClientOptions {
  readonly url: string
  readonly customers: readonly SignedInCustomer[]
  /** Customers who have nothing yet: they join one by one, and begin with their grant. */
  readonly newcomers: readonly SignedInCustomer[]
  readonly journal: ClientJournal
  readonly rng: Rng
  /** One request begins about this often. */
  readonly everyMs: number
  /** `stock-up`: takes the grant and buys a stock of shares for each customer, then ends. */
  readonly task: 'trade' | 'stock-up'
  /** The planted bug of a control: some answers are lost, and the retry goes out under another key than the one written down. */
  readonly plantFreshKey: boolean
  /** The server's time less the machine's. */
  readonly aheadMs: number
  readonly tell: (event: LoadEvent) => void
}

export interface LoadClient {
  /** Resolves when whatever was under way is settled. */
  readonly stop: () => Promise<void>
  readonly done: Promise<void>
}

interface Answer {
  readonly status: number
  readonly body: string
}

const timeoutMs = 8000
/** How long a client goes on asking for the outcome of a request after the order to stop. */
const settleWithinMs = 20_000
const keyInFlight = 10_012
const joinChance = 0.015
/** Of the answers, when the bug is planted. */
const lostAnswers = 0.2
const noAnswer: Answer = { status: 0, body: '' }

/** Starts a client: it asks for one thing after the other, and never forgets one before it knows the outcome. */
export function startLoadClient(options: ClientOptions): LoadClient {
  const { rng, journal } = options
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let stopAt: number | undefined
  const now = (): number => Date.now() + options.aheadMs
  const isStopping = (): boolean => stopAt !== undefined
  const newKey = (): string => Array.from({ length: 4 }, () => rng.nextUint32().toString(16).padStart(8, '0')).join('')

  const send = (customer: SignedInCustomer, path: string, fields: Ask['fields'], key: string): Promise<Answer> =>
    post(agent, `${options.url}${customerPrefix}${path}`, new URLSearchParams(fields).toString(), {
      [headerNames.requestedWith]: 'XMLHttpRequest',
      [headerNames.token]: customer.token,
      [headerNames.idempotencyKey]: key,
    })

  /** Asks until the outcome is certain. Undefined when it could not be learned in time. */
  const settle = async (customer: SignedInCustomer, { call, fields }: Ask): Promise<Answer | undefined> => {
    const key = newKey()
    const { customerId } = customer
    for (let isRetry = false; ; isRetry = true) {
      await journal.intent({ key, customer: customerId, call, ask: fields, at: now() })
      const sentAt = Date.now()
      const sent = await send(customer, call, fields, isRetry && options.plantFreshKey ? newKey() : key)
      const answer = options.plantFreshKey && !isRetry && uniform(rng) < lostAnswers ? noAnswer : sent
      const doneAt = Date.now()
      const envelope = readEnvelope(answer.body)
      const outcome = outcomeOf(answer, envelope)
      const { status, body } = answer
      const code = envelope === undefined ? {} : { code: envelope.code }
      const said = outcome === 'ack' ? { answer: body } : {}
      await journal.outcome({ key, customer: customerId, outcome, status, ...code, ...said, at: now() })
      options.tell({ key, call, outcome, status, orderId: envelope?.orderId, isRetry, sentAt, doneAt })
      if (outcome !== 'unknown' && envelope?.code !== keyInFlight) return answer
      if (stopAt !== undefined && Date.now() > stopAt + settleWithinMs) return undefined
      await sleep(integerBetween(rng, 20, 120))
    }
  }

  const asker = createAsker({
    url: options.url,
    rng,
    settle,
    /** A request that moves nothing, and is not written down. */
    ask: async (customer, { call, fields }) => readData((await send(customer, call, fields, newKey())).body),
    read: async (path) => readData((await get(agent, `${options.url}${customerPrefix}${path}`)).body),
    isStopping,
  })

  const done = work(asker, options, isStopping).finally(async () => {
    agent.destroy()
    await journal.close()
  })
  return {
    done,
    stop: () => {
      stopAt = Date.now()
      return done
    },
  }
}

/** The task of a client, until it is done or the client is to stop. */
async function work(asker: Asker, options: ClientOptions, isStopping: () => boolean): Promise<void> {
  const { rng, everyMs, customers } = options
  const [active, newcomers] = [[...customers], [...options.newcomers]]
  if (options.task === 'stock-up') {
    for (const customer of customers) await asker.stockUp(customer)
    return
  }
  await sleep(uniform(rng) * everyMs)
  while (!isStopping()) {
    const began = Date.now()
    const newcomer = uniform(rng) < joinChance ? newcomers.shift() : undefined
    if (newcomer !== undefined) active.push(newcomer)
    const customer = newcomer ?? active[integerBetween(rng, 0, active.length - 1)]
    if (newcomer !== undefined) await asker.grant(newcomer)
    else if (customer !== undefined) await asker.next(customer)
    await sleep(Math.max(0, began + everyMs * (0.5 + uniform(rng)) - Date.now()))
  }
}

function outcomeOf({ status }: Answer, envelope: Envelope | undefined): LoadEvent['outcome'] {
  if (envelope === undefined) return 'unknown'
  if (status >= 200 && status < 300) return 'ack'
  return status >= 400 && status < 500 ? 'reject' : 'unknown'
}

interface Envelope {
  readonly code: number
  readonly orderId: string | undefined
}

/** The parts of an answer's envelope that are looked at; undefined when the answer is none, or was cut. */
function readEnvelope(body: string): Envelope | undefined {
  try {
    const read = JSON.parse(body) as { code?: unknown; data?: { order?: { orderId?: unknown } } }
    if (typeof read.code !== 'number') return undefined
    const orderId = read.data?.order?.orderId
    return { code: read.code, orderId: typeof orderId === 'string' ? orderId : undefined }
  } catch {
    return undefined
  }
}

/** `data` of a success. */
function readData(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read = JSON.parse(body) as { code?: unknown; data?: Readonly<Record<string, unknown>> }
    return read.code === 0 ? read.data : undefined
  } catch {
    return undefined
  }
}

function post(agent: Agent, url: string, body: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
  const own = {
    'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    'content-length': String(body.length),
  }
  return exchange(agent, url, 'POST', { ...headers, ...own }, body)
}

const get = (agent: Agent, url: string): Promise<Answer> => exchange(agent, url, 'GET', {}, '')

function exchange(
  agent: Agent,
  url: string,
  method: 'GET' | 'POST',
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Answer> {
  return new Promise((resolve) => {
    const sent = request(
      url,
      { method, agent, headers: { ...headers }, timeout: timeoutMs },
      (response: IncomingMessage) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
        })
        // An answer that was cut says nothing, whatever its status.
        response.on('close', () =>
          resolve(response.complete ? { status: response.statusCode ?? 0, body: text } : noAnswer),
        )
        response.on('error', () => resolve(noAnswer))
      },
    )
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(noAnswer))
    sent.end(body)
  })
}
