import { WebSocket } from 'ws'
import { gapFreeChannels, ownChannels, type Subscription } from './wire.ts'

/** A client that reads everything it is sent, as the app does, and checks the numbers. */
export interface CheckingClient {
  readonly say: (message: object) => void
  readonly close: () => void
  /** Stops and resumes reading. */
  readonly pause: () => void
  readonly resume: () => void
  /** The last message of each subscription: its number and its data. */
  readonly heard: ReadonlyMap<string, { readonly seq: number; readonly data: unknown }>
  /** Why the server closed the socket, once it did. */
  readonly closed: Promise<number>
}

export interface Checks {
  messages: number
  bytes: number
  checked: number
  ages: Record<number, number>
  ownAges: Record<number, number>
  gaps: number
  backwards: number
  own: number
  lost: number
}

interface Message {
  readonly type: string
  readonly channel?: string
  readonly key?: string
  readonly seq?: number
  readonly at?: number
  readonly data?: unknown
}

const updatedAtOf = (data: unknown): number =>
  typeof data === 'object' && data !== null && 'updatedAt' in data ? Number(data.updatedAt) : 0

/** Nothing counted yet. */
export const noChecks = (): Checks => ({
  messages: 0,
  bytes: 0,
  checked: 0,
  ages: {},
  ownAges: {},
  gaps: 0,
  backwards: 0,
  own: 0,
  lost: 0,
})

type Heard = Map<string, { readonly seq: number; readonly data: unknown }>

/** Checks every message: its age, and that its number follows the one before it. */
function createTaking(checks: Checks, heard: Heard, say: (message: object) => void): (message: Message) => void {
  return (message) => {
    const { channel = '', key = '', seq = 0 } = message
    const name = `${channel}:${key}`
    if (message.type === 'snapshot') heard.set(name, { seq, data: message.data })
    if (message.type !== 'delta') return
    checks.messages += 1
    checks.checked += 1
    if (ownChannels.has(channel)) {
      checks.own += 1
      const since = Math.max(0, Date.now() - updatedAtOf(message.data))
      checks.ownAges[since] = (checks.ownAges[since] ?? 0) + 1
    }
    const age = Math.max(0, Date.now() - (message.at ?? 0))
    checks.ages[age] = (checks.ages[age] ?? 0) + 1
    const before = heard.get(name)?.seq
    // A delta of a topic that was just left may still be under way.
    if (before === undefined) return
    if (seq <= before) checks.backwards += 1
    else if (gapFreeChannels.has(channel) && seq !== before + 1) {
      checks.gaps += 1
      say({ type: 'resync', channel, key })
    }
    heard.set(name, { seq, data: message.data })
  }
}

/** Connects one with the WebSocket library, whose reading of the protocol is not ours. */
export function checkingClient(url: string, localAddress: string, checks: Checks): Promise<CheckingClient> {
  const heard: Heard = new Map()
  let isClosing = false
  const socket = new WebSocket(url, { localAddress, perMessageDeflate: false, allowSynchronousEvents: true })
  const say = (message: object): void => socket.send(JSON.stringify(message))

  const take = createTaking(checks, heard, say)

  socket.on('message', (data: Buffer) => {
    checks.bytes += data.length
    const frame = JSON.parse(data.toString()) as Message | readonly Message[]
    for (const message of 'type' in frame ? [frame] : frame) take(message)
  })
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => {
      if (!isClosing) checks.lost += 1
      resolve(code)
    })
  })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => {
      resolve({
        say: (message) => {
          // What is read after a new subscription follows its snapshot.
          if ('type' in message && message.type === 'subscribe') {
            const { channel, key } = message as unknown as Subscription
            heard.delete(`${channel}:${key}`)
          }
          say(message)
        },
        close: () => {
          isClosing = true
          socket.terminate()
        },
        pause: () => socket.pause(),
        resume: () => socket.resume(),
        heard,
        closed,
      })
    })
  })
}
