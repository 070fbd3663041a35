import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { customerPrefix, headerNames } from '@bolsillo/contract'
import { takePracticeGrant } from '@bolsillo/ledger/contract'
import { buy } from '@bolsillo/stocks/contract'
import type { SignedInCustomer } from '@bolsillo/test-kit'

/** The result of an order load. */
export interface OrderTimes {
  /** Milliseconds from the moment each order was due to its durable answer, sorted. */
  readonly times: readonly number[]
  readonly failed: number
}

/** Cheap shares that always have sellers: an order fills, is posted and is published to its customer. */
const symbols = ['WALMEX.MX', 'AMX.MX', 'CEMEX.MX', 'BIMBO.MX', 'GMEXICO.MX', 'FUNO.MX'] as const
const connections = 64

/** Customers who order over HTTP, as the app does. */
export interface OrderLoad {
  /** Gives everybody the practice money. */
  readonly fund: () => Promise<void>
  /**
   * Sends orders at a constant rate, whether or not earlier ones were answered. Latency counts from the moment an
   * order was due, so that a stalled server is charged for the wait.
   */
  readonly run: (perSecond: number, forMs: number) => Promise<OrderTimes>
  readonly close: () => void
}

/** Posts as the app does. @returns whether it was done. */
function createPosting(url: string, agent: Agent) {
  return (path: string, token: string, fields: Record<string, string>): Promise<boolean> =>
    new Promise((resolve) => {
      const body = new URLSearchParams(fields).toString()
      const sent = request(
        `${url}${customerPrefix}${path}`,
        {
          agent,
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': Buffer.byteLength(body),
            [headerNames.requestedWith]: 'XMLHttpRequest',
            [headerNames.token]: token,
            [headerNames.idempotencyKey]: randomUUID(),
          },
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            text += chunk
          })
          response.on('end', () => {
            const isDone = response.statusCode === 200 && text.startsWith('{"code":0,')
            if (!isDone && process.env.BENCH_SAY !== undefined) process.stderr.write(`${text.slice(0, 300)}\n`)
            resolve(isDone)
          })
        },
      )
      sent.on('error', () => resolve(false))
      sent.end(body)
    })
}

/** A load of market orders of one share each, by these customers in turn. */
export function createOrderLoad(url: string, customers: readonly SignedInCustomer[]): OrderLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let turn = 0

  const post = createPosting(url, agent)

  const order = async (): Promise<boolean> => {
    turn += 1
    const token = customers[turn % customers.length]?.token ?? ''
    const symbol = symbols[turn % symbols.length] ?? 'WALMEX.MX'
    return await post(buy.path, token, { symbol, type: 'market', quantity: '1' })
  }

  return {
    fund: async () => {
      for (const { token } of customers) {
        if (!(await post(takePracticeGrant.path, token, {}))) throw new Error('a practice grant was refused')
      }
    },
    run: async (perSecond, forMs) => {
      const times: number[] = []
      const under: Promise<void>[] = []
      let failed = 0
      const startedMs = performance.now()
      for (let n = 0; (n * 1000) / perSecond < forMs; n += 1) {
        const dueMs = startedMs + (n * 1000) / perSecond
        const earlyMs = dueMs - performance.now()
        if (earlyMs > 1) await sleep(earlyMs)
        under.push(
          order().then((isDone) => {
            if (isDone) times.push(performance.now() - dueMs)
            else failed += 1
          }),
        )
      }
      await Promise.all(under)
      return { times: times.sort((a, b) => a - b), failed }
    },
    close: () => agent.destroy(),
  }
}
