import type { BrowserContext, Page } from 'playwright-core'

/** An answer the page got. Of candles only the latest are kept. */
export interface Reply {
  readonly path: string
  /** The fields of its request. */
  readonly asked: Readonly<Record<string, string>>
  readonly data: unknown
}

/** Everything the page knows at a moment: the newest answer of each request, the newest state of each subscription. */
export interface Known {
  /** Oldest first. */
  readonly replies: readonly Reply[]
  /** By channel and key: `quote:WALMEX.MX`. */
  readonly frames: Readonly<Record<string, unknown>>
  /** How many prices came since the page was opened: quotes and marks. */
  readonly prices: number
}

/** What the listener leaves on the page for the reader. */
interface Listener {
  readonly known: () => Known
  /** Keeps everything that comes from now on back, until `release`. */
  readonly hold: () => void
  readonly release: () => void
}

declare global {
  interface Window {
    figuresListener: Listener
    /** Changes what the page is sent, as a server with a fault would: by the path of a call or the name of a channel. */
    figuresAlter?: (name: string, data: unknown) => unknown
  }
}

/** What was heard so far. `waiting`: what is kept back. */
interface Heard {
  readonly replies: Map<string, Reply>
  readonly frames: Map<string, unknown>
  prices: number
  waiting: (() => void)[] | undefined
}

interface Message {
  readonly type: string
  readonly channel?: string
  readonly key?: string
  readonly data?: unknown
}

interface Level {
  readonly price: string
  readonly quantity: string
}

/**
 * Listens to everything a page is sent, between the network and the app: what it keeps is what the app was handed, and
 * nothing that is still on its way. What is sent while it holds is passed afterwards, in its order.
 */
export async function listen(context: BrowserContext): Promise<void> {
  await context.addInitScript(`(() => {\n${parts.map(String).join('\n')}\nstart()\n})()`)
}

/** What runs in the page: it has these functions and nothing else of this file. */
const parts: readonly ((...given: never[]) => unknown)[] = [
  start,
  forward,
  hearAnswers,
  keepAnswer,
  hearFrames,
  altered,
  keepFrames,
  keepDelta,
  keepBook,
]

function start(): void {
  const heard: Heard = { replies: new Map(), frames: new Map(), prices: 0, waiting: undefined }
  hearAnswers(heard)
  hearFrames(heard)
  window.figuresListener = {
    known: () => ({
      replies: [...heard.replies.values()],
      frames: Object.fromEntries(heard.frames),
      prices: heard.prices,
    }),
    hold: () => {
      heard.waiting ??= []
    },
    release: () => {
      const late = heard.waiting ?? []
      heard.waiting = undefined
      for (const work of late) work()
    },
  }
}

function forward({ waiting }: Heard, work: () => void): void {
  if (waiting === undefined) work()
  else waiting.push(work)
}

function hearAnswers(heard: Heard): void {
  const ask = globalThis.fetch.bind(globalThis)
  globalThis.fetch = async (input, init) => {
    const answer = await ask(input, init)
    const url = new URL(input instanceof Request ? input.url : String(input), location.href)
    if (!url.pathname.startsWith('/ipcf-api/')) return answer
    const text = await answer.text()
    const envelope = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: number; data?: unknown }
    const path = url.pathname.replace('/ipcf-api', '')
    const data = (envelope.code === 0 ? window.figuresAlter?.(path, envelope.data) : undefined) ?? envelope.data
    const { status, headers } = answer
    const body = text.startsWith('{') ? JSON.stringify({ ...envelope, data }) : text
    return new Promise((resolve) =>
      forward(heard, () => {
        const fields = init?.body === undefined || init.body === null ? url.search : String(init.body)
        if (envelope.code === 0) keepAnswer(heard, path, fields, data)
        resolve(new Response(status === 204 ? null : body, { status, headers }))
      }),
    )
  }
}

function keepAnswer({ replies }: Heard, path: string, fields: string, data: unknown): void {
  const asked = Object.fromEntries(new URLSearchParams(fields))
  const key = `${path} ${JSON.stringify(asked)}`
  const candles = (data as { candles?: readonly unknown[] } | null)?.candles
  // The newest is last.
  replies.delete(key)
  replies.set(key, {
    path,
    asked,
    data: candles === undefined ? data : { ...(data as object), candles: candles.slice(-120) },
  })
}

function hearFrames(heard: Heard): void {
  const Native = globalThis.WebSocket
  globalThis.WebSocket = class extends Native {
    constructor(address: string | URL) {
      super(address)
      // Before the app's own listener, which is set afterwards.
      this.addEventListener('message', (event) => {
        // What is passed on here comes by once more.
        if (!event.isTrusted) return
        event.stopImmediatePropagation()
        const data = altered(String(event.data))
        forward(heard, () => {
          keepFrames(heard, data)
          this.dispatchEvent(new MessageEvent('message', { data }))
        })
      })
    }

    override send(text: string): void {
      const { type, channel, key } = JSON.parse(text) as Message
      if (type === 'unsubscribe') heard.frames.delete(`${channel}:${key}`)
      super.send(text)
    }
  }
}

function altered(text: string): string {
  const { figuresAlter } = window
  if (figuresAlter === undefined) return text
  const frame = JSON.parse(text) as Message | Message[]
  const alter = (message: Message): Message => ({
    ...message,
    data: figuresAlter(message.channel ?? '', message.data) ?? message.data,
  })
  return JSON.stringify(Array.isArray(frame) ? frame.map(alter) : alter(frame))
}

function keepFrames(heard: Heard, text: string): void {
  const frame = JSON.parse(text) as Message | Message[]
  for (const { type, channel = '', key = '', data } of Array.isArray(frame) ? frame : [frame]) {
    // Candles only make the drawing of a chart.
    if (channel === 'candle' || data === undefined) continue
    if (type === 'snapshot') heard.frames.set(`${channel}:${key}`, data)
    if (type === 'delta') keepDelta(heard, `${channel}:${key}`, data)
    if (channel === 'quote' || channel === 'contract-mark') heard.prices += 1
  }
}

/** A book with its changes, prints with the new ones; of all other channels the newest is all there is. */
function keepDelta({ frames }: Heard, name: string, data: unknown): void {
  const before = frames.get(name)
  if (name.startsWith('book:')) frames.set(name, keepBook(before, data))
  else if (name.startsWith('trades:')) {
    const [known, added] = [before, data] as { trades: readonly unknown[] }[]
    frames.set(name, {
      trades: [...(added?.trades ?? [])]
        .reverse()
        .concat(known?.trades ?? [])
        .slice(0, 200),
    })
  } else frames.set(name, data)
}

function keepBook(before: unknown, delta: unknown): unknown {
  const { reset, changes } = delta as { reset?: boolean; changes: readonly [string, string, string][] }
  const known = reset === true || before === undefined ? { bids: [], asks: [] } : before
  const { bids, asks } = known as Readonly<Record<'bids' | 'asks', readonly Level[]>>
  const levels = { buy: new Map<string, string>(), sell: new Map<string, string>() }
  for (const { price, quantity } of bids) levels.buy.set(price, quantity)
  for (const { price, quantity } of asks) levels.sell.set(price, quantity)
  for (const [side, price, quantity] of changes) {
    const one = side === 'buy' ? levels.buy : levels.sell
    if (/^0(?:\.0*)?$/.test(quantity)) one.delete(price)
    else one.set(price, quantity)
  }
  const list = (one: Map<string, string>): Level[] => [...one].map(([price, quantity]) => ({ price, quantity }))
  return { bids: list(levels.buy), asks: list(levels.sell) }
}

/** Does something while the page is sent nothing new, and shows all that it was sent before. */
export async function whileHeld<T>(page: Page, work: () => Promise<T>): Promise<T> {
  await page.evaluate(async () => {
    window.figuresListener.hold()
    // What was passed just before is drawn by the app within two frames, in tasks of its own.
    for (let turn = 0; turn < 3; turn += 1)
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))
  })
  try {
    return await work()
  } finally {
    await page.evaluate(() => window.figuresListener.release())
  }
}
